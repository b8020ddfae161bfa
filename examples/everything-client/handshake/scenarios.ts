/** Scenarios of the conformance suite that are about sessions. */
import { commonScenarios } from "../conformance/common.js";
import { withClient, type Scenario } from "../conformance/scenario.js";

/** By the name that the suite has for them. */
export const sessionScenarios: Readonly<Record<string, Scenario>> = {
  ...commonScenarios,

  // The first call runs the handshake.
  initialize: withClient(async (client) => {
    await client.listTools();
  }),

  // `inputs.ts` accepts the form with what it was filled in with.
  "elicitation-sep1034-client-defaults": withClient(async (client) => {
    await client.callTool({ name: "test_client_elicitation_defaults" });
  }),

  // The server closes the connection, and the client comes back for the answer.
  "sse-retry": withClient(async (client) => {
    await client.callTool({ name: "test_reconnection" });
  }),
};
