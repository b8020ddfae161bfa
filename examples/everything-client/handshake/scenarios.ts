/** Scenarios of the conformance suite that are about sessions. */
import { commonScenarios } from "../conformance/common.js";
import { withClient, type Scenario } from "../conformance/scenario.js";

/** By the name that the suite has for them. */
export const sessionScenarios: Readonly<Record<string, Scenario>> = {
  ...commonScenarios,

  // The first call would run the handshake, but this server offers nothing to call.
  initialize: withClient((client) => client.connect()),
};
