/**
 * A tour of what a client can do, made for `examples/everything-server`. Each step
 * works on its own: take what you need.
 */
import { serverInfoOf, type Client } from "#mcp";
import {
  showChanges,
  showMistakes,
  showPrompts,
  showResources,
  showTools,
  textOf,
} from "./steps.js";

/**
 * Goes through all requests that a client can send.
 *
 * @param print - Takes each line of what happened.
 */
export async function tour(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // Asking what the server can do is not required, but polite before using it.
  const discovered = await client.discover();
  print(`server: ${serverInfoOf(discovered)?.name ?? "without a name"}`);
  print(`offers: ${Object.keys(discovered.capabilities).join(", ")}`);

  await showTools(client, print);
  await logs(client, print);
  await questions(client, print);
  await showResources(client, print);
  await showPrompts(client, print);
  await showChanges(client, print);
  await showMistakes(client, print);
}

async function logs(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // Log messages are asked for call by call.
  await client.callTool(
    { name: "test_logging_tool" },
    {
      logLevel: "info",
      onLog: ({ level, data }) => print(`${level}: ${JSON.stringify(data)}`),
    },
  );
}

async function questions(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // The server asks before it answers; `inputs.ts` replies, and the call goes on.
  for (const name of [
    "test_input_required_result_elicitation",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
  ]) {
    print(`${name}: ${textOf(await client.callTool({ name }))}`);
  }

  // A program that passes questions on, a proxy for example, gets them returned.
  const asked = await client.callTool(
    { name: "test_input_required_result_elicitation" },
    { inputRequired: "return" },
  );
  print(`returned: ${asked.resultType}`);
}
