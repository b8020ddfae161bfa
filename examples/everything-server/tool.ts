/** What a tool is in this example: its description for clients, and what it does. */
import type {
  Answer,
  CallToolResult,
  Content,
  HandlerContext,
  InputRequired,
  TextContent,
  Tool,
} from "#mcp";

/** A schema with any keyword of JSON Schema; not every revision's types know of all. */
export type ToolSchema = Tool["inputSchema"] & { [keyword: string]: unknown };

/** A tool: the two halves of it stand together, so that they cannot disagree. */
export interface ServerTool {
  /** What `tools/list` says of it. */
  readonly definition: Tool & { inputSchema: ToolSchema };

  /**
   * What `tools/call` does with it.
   *
   * @param args - Checked against `definition.inputSchema` by the runtime, because
   *   the server has a `schemaValidator`.
   * @param context - The request: who asks, what the client can do, and the ways
   *   to report progress, to log, and to ask for input.
   * @returns The result, or what has to be known first. The runtime adds the rest of
   *   the envelope: `resultType`, `_meta` and the id are never written by hand.
   */
  readonly call: (
    args: Readonly<Record<string, unknown>>,
    context: HandlerContext,
  ) => Answer<Content<CallToolResult> | InputRequired>;
}

/** Schema of a tool that takes nothing. */
export const noArguments: ToolSchema = {
  type: "object",
  additionalProperties: false,
};

/** Text as a block of content. */
export function text(value: string): TextContent {
  return { type: "text", text: value };
}
