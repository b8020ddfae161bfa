/** What a server has to know about its revision. */
import {
  LATEST_PROTOCOL_VERSION,
  clientRequests,
  serverInfoResults,
} from "../../methods.js";
import type { ServerFacts, ServerMethodFacts } from "../eras/server-era.js";
import { eraMethods, listItems, resultChecks } from "../revision.js";

/** The facts of the revision that the code was generated from. */
export const serverFacts: ServerFacts = {
  versions: [LATEST_PROTOCOL_VERSION],
  methods: clientRequests as Readonly<Record<string, ServerMethodFacts>>,
  eraMethods,
  serverInfoResults,
  listItems,
  resultChecks,
};
