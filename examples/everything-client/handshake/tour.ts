/** A tour of a server in a session: what the tour of the newest revision does in other ways. */
import type { Client } from "#mcp";
import {
  showChanges,
  showMistakes,
  showPrompts,
  showResources,
  showTools,
  textOf,
} from "../steps.js";

/** Goes through what a client can do in a session. */
export async function sessionTour(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // The first call would do this as well. After it, both sides know what they can ask for.
  await client.connect();
  print(`server: ${client.serverInfo?.name ?? "without a name"}`);
  print(`speaks: ${client.protocolVersion}`);
  print(`offers: ${Object.keys(client.serverCapabilities ?? {}).join(", ")}`);

  await showTools(client, print);
  await questions(client, print);
  await comingBack(client, print);
  await showResources(client, print);
  await showPrompts(client, print);
  await showChanges(client, print);
  await showMistakes(client, print);
}

async function questions(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // While the call waits, the server asks; `inputs.ts` replies.
  for (const [name, args] of [
    ["test_elicitation", { message: "Who are you?" }],
    ["test_sampling", { prompt: "What is the capital of France?" }],
  ] as const) {
    const result = await client.callTool({ name, arguments: args });
    print(`${name}: ${textOf(result)}`);
  }
}

async function comingBack(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // The severity of log messages is set for the whole session, whose `onLog` prints them.
  await client.setLevel({ level: "info" });
  await client.callTool({ name: "test_tool_with_logging" });
  await client.ping();

  // Over HTTP the server closes the connection here, and the client fetches the answer.
  const answer = await client.callTool({ name: "test_reconnection" });
  print(`test_reconnection: ${textOf(answer)}`);
}
