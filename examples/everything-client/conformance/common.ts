/** Scenarios of the conformance suite that are the same in every revision. */
import { withClient, type Scenario } from "./scenario.js";

/** By the name that the suite has for them. */
export const commonScenarios: Readonly<Record<string, Scenario>> = {
  tools_call: withClient(async (client) => {
    await client.listTools();
    await client.callTool({ name: "add_numbers", arguments: { a: 5, b: 3 } });
  }),

  "json-schema-2020-12-preservation": withClient(async (client) => {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    await client.callTool({
      name: "json_schema_echo",
      arguments: { schema: tool?.inputSchema },
    });
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
