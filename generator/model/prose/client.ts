/** Rules of the pages below `client`: roots, sampling, elicitation. */
import type { ProtocolModel } from "../model.js";
import { findProperty, hasType } from "../queries.js";
import {
  stale,
  holds,
  LAST_HANDSHAKE,
  placeOf,
  onStringProperty,
  ABSENT,
  type Outcome,
  type ProseEntry,
} from "./entry.js";

function samplingMessages(model: ProtocolModel): Outcome {
  const type = "CreateMessageRequestParams";
  const usesTools = ["ToolUseContent", "ToolResultContent"].every((name) =>
    hasType(model, name),
  );
  if (!usesTools || !hasType(model, type)) return ABSENT;
  const messages = findProperty(model, type, "messages");
  return messages?.type.kind === "array"
    ? holds({ kind: "check", type, check: "sampling-messages" })
    : stale(
        `${type} has no array of messages`,
        messages?.position ?? placeOf(model, type),
      );
}

/** In the order of the pages. */
export const clientEntries: readonly ProseEntry[] = [
  {
    id: "root-uri-file",
    page: "client/roots",
    summary: "The URI of a root begins with file://.",
    fact: "Root.uri is a required string",
    apply: (model) =>
      onStringProperty(model, "Root", "uri", {
        kind: "stringPrefix",
        type: "Root",
        property: "uri",
        prefix: "file://",
      }),
  },
  {
    id: "sampling-messages",
    page: "client/sampling",
    summary:
      "A user message with tool results holds nothing else, and every tool use is answered in the next message.",
    since: LAST_HANDSHAKE,
    fact: "CreateMessageRequestParams.messages is an array",
    apply: samplingMessages,
  },
  {
    id: "elicitation-url",
    page: "client/elicitation",
    summary: "The URL of an elicitation is a valid one.",
    since: LAST_HANDSHAKE,
    fact: "ElicitRequestURLParams.url is a required string",
    apply: (model) =>
      onStringProperty(model, "ElicitRequestURLParams", "url", {
        kind: "check",
        type: "ElicitRequestURLParams",
        check: "elicitation-url",
      }),
  },
];
