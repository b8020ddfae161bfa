/**
 * A tour of what a client can do, made for `examples/everything-server`. Each step
 * works on its own: take what you need.
 */
import { isMcpError, isResourceNotFound, serverInfoOf } from "./mcp.js";
import type { CallToolResult, Client } from "./mcp.js";

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

  await tools(client, print);
  await questions(client, print);
  await resources(client, print);
  await prompts(client, print);
  await changes(client, print);
  await mistakes(client, print);
}

async function tools(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // Lists come in pages; `all()` follows them, a plain call gives one page.
  const names: string[] = [];
  for await (const tool of client.listTools.all()) names.push(tool.name);
  print(`tools: ${names.length}`);

  const result = await client.callTool({ name: "test_simple_text" });
  print(`test_simple_text: ${textOf(result)}`);

  // Everything that takes time accepts a signal and a limit, and reports progress.
  await client.callTool(
    { name: "test_tool_with_progress" },
    {
      signal: AbortSignal.timeout(30_000),
      timeoutMs: 5_000,
      onProgress: ({ progress, total }) =>
        print(`progress: ${progress} of ${total ?? "?"}`),
    },
  );

  // Log messages are asked for call by call.
  await client.callTool(
    { name: "test_logging_tool" },
    {
      logLevel: "info",
      onLog: ({ level, data }) => print(`${level}: ${JSON.stringify(data)}`),
    },
  );

  // A tool that fails is a result, for the model to read.
  const failed = await client.callTool({ name: "test_error_handling" });
  print(`failed: ${failed.isError === true}`);

  const structured = await client.callTool({
    name: "test_x_mcp_header",
    arguments: { region: "Zürich", query: "chocolate" },
  });
  print(`structured: ${JSON.stringify(structured.structuredContent)}`);
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

async function resources(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  for await (const { uri, name } of client.listResources.all()) {
    const { contents } = await client.readResource({ uri });
    print(`${name}: ${contents[0]?.mimeType ?? "?"}`);
  }
  const [template] = (await client.listResourceTemplates()).resourceTemplates;
  const uri = (template?.uriTemplate ?? "").replace("{id}", "7");
  const { contents } = await client.readResource({ uri });
  const [first] = contents;
  print(`${uri}: ${first && "text" in first ? first.text : "binary"}`);
}

async function prompts(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  const { prompts } = await client.listPrompts();
  print(`prompts: ${prompts.length}`);
  const name = "test_prompt_with_arguments";
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name },
    argument: { name: "arg1", value: "te" },
  });
  print(`suggestions: ${completion.values.join(", ")}`);
  const [arg1 = ""] = completion.values;
  const { messages } = await client.getPrompt({
    name,
    arguments: { arg1, arg2: "two" },
  });
  print(`messages: ${messages.length}`);
}

async function changes(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  const subscription = client.listen({ toolsListChanged: true });
  // From here on the server announces changes; earlier ones are not repeated.
  await subscription.acknowledged;
  await client.callTool({ name: "test_trigger_tool_change" });
  for await (const { method } of subscription) {
    print(`told: ${method}`);
    // Leaving the loop ends the subscription.
    break;
  }
}

async function mistakes(
  client: Client,
  print: (line: string) => void,
): Promise<void> {
  // Errors that the server sent are McpErrors, one class for each code.
  try {
    await client.callTool({ name: "no-such-tool" });
  } catch (error) {
    if (!isMcpError(error)) throw error;
    print(`error: ${error.name} ${error.code}`);
  }
  try {
    await client.readResource({ uri: "test://no-such-resource" });
  } catch (error) {
    if (!isResourceNotFound(error)) throw error;
    print("error: no such resource");
  }
}

/** The text of a tool's answer. */
function textOf({ content }: CallToolResult): string {
  return content
    .map((block) => (block.type === "text" ? block.text : `[${block.type}]`))
    .join(" ");
}
