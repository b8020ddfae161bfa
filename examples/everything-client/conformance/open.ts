/** Scenarios of the conformance suite that need no authorization. */
import { commonScenarios } from "./common.js";
import { withClient, type Scenario } from "./scenario.js";

/** By the name that the suite has for them. */
export const openScenarios: Readonly<Record<string, Scenario>> = {
  ...commonScenarios,

  // The first call would begin a session, but this server offers nothing to call.
  initialize: withClient(async (client) => {
    await client.discover();
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
