/** Steps of a tour that are the same in every revision: take what you need. */
import { isMcpError, isResourceNotFound } from "#mcp";
import type { CallToolResult, Client } from "#mcp";

/** Tools: lists, calls, progress, failure. */
export async function showTools(
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

  // A tool that fails is a result, for the model to read.
  const failed = await client.callTool({ name: "test_error_handling" });
  print(`failed: ${failed.isError === true}`);

  const structured = await client.callTool({
    name: "test_x_mcp_header",
    arguments: { region: "Zürich", query: "chocolate" },
  });
  print(`structured: ${JSON.stringify(structured.structuredContent)}`);
}

/** Resources and their templates. */
export async function showResources(
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

/** Prompts, and suggestions for them. */
export async function showPrompts(
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

/** Changes at the server, as they are announced. */
export async function showChanges(
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

/** What a caller gets to see of errors. */
export async function showMistakes(
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
export function textOf({ content }: CallToolResult): string {
  return content
    .map((block) => (block.type === "text" ? block.text : `[${block.type}]`))
    .join(" ");
}
