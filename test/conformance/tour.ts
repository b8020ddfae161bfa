/** The tour that `examples/everything-client` makes of `examples/everything-server`. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the client prints, whatever lies between it and the server. */
export const story: readonly string[] = [
  "server: everything-server",
  "offers: tools, resources, prompts, completions, logging",
  "tools: 27",
  "test_simple_text: This is a simple text response for testing.",
  "progress: 0 of 100",
  "progress: 50 of 100",
  "progress: 100 of 100",
  "failed: true",
  'structured: {"region":"Zürich","hits":[]}',
  'info: {"found":"nothing"}',
  "test_input_required_result_elicitation: Hello, Ada!",
  "test_input_required_result_multiple_inputs: Ada has 1 roots and is greeted by no-model.",
  "test_input_required_result_multi_round: Ada likes Ada.",
  "returned: input_required",
  "Static text: text/plain",
  "Static image: image/png",
  'test://template/7/data: {"id":"7","data":"Data of 7"}',
  "prompts: 5",
  "suggestions: test, testing, text",
  "messages: 1",
  "told: notifications/tools/list_changed",
  "error: McpInvalidParamsError -32602",
  "error: no such resource",
];

/** The same in a session of 2025-11-25. */
export const sessionStory: readonly string[] = [
  "server: everything-server",
  "speaks: 2025-11-25",
  "offers: completions, prompts, resources, tools, logging, tasks",
  "tools: 18",
  "test_simple_text: This is a simple text response for testing.",
  "progress: 0 of 100",
  "progress: 50 of 100",
  "progress: 100 of 100",
  "failed: true",
  'structured: {"region":"Zürich","hits":[]}',
  'test_elicitation: The user says: {"username":"Ada","email":"Ada"}',
  "test_sampling: The model says: An answer of at most 100 tokens",
  'info: "Begun"',
  'info: "Half done"',
  'info: "Done"',
  "test_reconnection: Here is your answer.",
  "Static text: text/plain",
  "Static image: image/png",
  'test://template/7/data: {"id":"7","data":"Data of 7"}',
  "prompts: 4",
  "suggestions: test, testing, text",
  "messages: 1",
  "told: notifications/tools/list_changed",
  "error: McpInvalidParamsError -32602",
  "error: no such resource",
];

/**
 * Has a client go on its tour.
 *
 * @param client - The built program.
 * @param target - The server's URL, or the command that starts it.
 * @returns The lines that it printed.
 */
export async function tour(
  client: string,
  ...target: readonly string[]
): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [client, ...target], {
    timeout: 60_000,
  });
  return stdout.trimEnd().split("\n");
}
