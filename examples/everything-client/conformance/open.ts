/** Scenarios of the conformance suite that need no authorization. */
import { connect } from "../connect.js";
import type { Client } from "../mcp.js";
import type { Scenario, ScenarioContext } from "./scenario.js";

/** By the name that the suite has for them. */
export const openScenarios: Readonly<Record<string, Scenario>> = {
  tools_call: withClient(async (client) => {
    await client.listTools();
    await client.callTool({ name: "add_numbers", arguments: { a: 5, b: 3 } });
  }),

  // The first request is refused with an error that names the very version it was sent
  // in. The client tries once more by itself.
  "request-metadata": withClient(async (client) => {
    await client.discover();
    await client.listTools();
  }),

  "http-standard-headers": withClient(async (client) => {
    const { tools } = await client.listTools();
    for (const { name } of tools) await client.callTool({ name });
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    const { prompts } = await client.listPrompts();
    for (const { name } of prompts) await client.getPrompt({ name });
  }),

  // Which arguments are repeated in headers stands in the list, so that comes first.
  "http-custom-headers": withClient(async (client, { toolCalls = [] }) => {
    await client.listTools();
    for (const call of toolCalls) await client.callTool(call);
  }),

  // Tools whose definitions are invalid are gone from the list.
  "http-invalid-tool-headers": withClient(async (client) => {
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      await client.callTool({ name, arguments: { region: "here" } });
    }
  }),

  "json-schema-ref-no-deref": withClient(async (client) => {
    await client.listTools();
  }),

  "json-schema-2020-12-preservation": withClient(async (client) => {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    await client.callTool({
      name: "json_schema_echo",
      arguments: { schema: tool?.inputSchema },
    });
  }),

  // At the same time, so that nothing of one call could slip into another unnoticed.
  "sep-2322-client-request-state": withClient(async (client) => {
    const names = [
      "test_mrtr_echo_state",
      "test_mrtr_unrelated",
      "test_mrtr_no_state",
      "test_mrtr_no_result_type",
    ];
    await Promise.all(names.map((name) => client.callTool({ name })));
  }),
};

/** A scenario with a client that is closed in the end. */
function withClient(
  run: (client: Client, context: ScenarioContext) => Promise<void>,
): Scenario {
  return async (url, context) => {
    const client = connect(url);
    try {
      await run(client, context);
    } finally {
      await client.close();
    }
  };
}
