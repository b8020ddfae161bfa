/** Tools written in code, as the handlers `listTools` and `callTool` of a server. */
import { INTERNAL_ERROR, INVALID_PARAMS, fromError } from "../../errors.js";
import type { CallToolResult, Tool } from "../../types.js";
import {
  checkValue,
  jsonSchemaOf,
  type PlainSchema,
  type SourceOf,
  type StandardInput,
  type ValueOf,
} from "./define-input.js";

/** A piece of what a tool gives back: text, an image, a resource, ... */
type ContentPiece = CallToolResult["content"][number];

/** A whole result of a tool. With an `output`, the text is filled in where there is no content. */
export type ToolReply<Structured = { [key: string]: unknown }> = {
  content?: ContentPiece[];
  structuredContent?: Structured;
  isError?: boolean;
};

/** What `run` may return: text, content, a whole result, or a question for the user. */
export type ToolOutcome<Structured> =
  | string
  | ContentPiece[]
  | ToolReply<Structured>
  | { readonly resultType: "input_required" };

type Awaitable<Value> = Value | PromiseLike<Value>;

/** What a tool says of itself, but for its schemas and what it does. */
export interface ToolInfo {
  readonly title?: string;
  /** What the tool does and when to use it: models read this. */
  readonly description?: string;
  /** What callers may expect; clients ask people by it. */
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

/** A definition of {@link ToolsOf} with all of it optional that can be. */
interface AnyTool extends ToolInfo {
  readonly input?: object;
  readonly output?: object;
  readonly run: (args: never, context: never) => unknown;
}

/** The two handlers that tools come to; spread them into `handlers`. */
export interface DefinedTools<Context> {
  listTools(): { tools: Tool[] };
  callTool(
    params: { name: string; arguments?: { [key: string]: unknown } },
    context: Context,
  ): Promise<{
    content: ContentPiece[];
    structuredContent?: { [key: string]: unknown };
    isError?: boolean;
  }>;
}

/** A schema of either kind. */
type AnyInput = StandardInput | PlainSchema;

/** Arguments: of a plain schema that says little, any. */
type ArgumentsOf<Input> =
  unknown extends ValueOf<Input>
    ? { readonly [name: string]: unknown }
    : ValueOf<Input>;

/** Makes handlers from tools. */
export interface ToolsOf<Context> {
  /**
   * Makes `listTools` and `callTool` from tools, by their names. Arguments are checked
   * before `run` sees them; what does not fit is a result with `isError` that says so.
   *
   * @throws {TypeError} For a schema that gives no JSON Schema.
   */
  <
    Inputs extends Readonly<Record<string, unknown>>,
    Outputs extends Readonly<Record<string, unknown>>,
  >(
    definitions: {
      readonly [Name in keyof Inputs]: ToolInfo & {
        /** A Standard Schema that gives JSON Schema, or a JSON Schema; absent: no arguments. */
        readonly input?: Inputs[Name];
        readonly run: (
          args: ArgumentsOf<Inputs[Name]>,
          context: Context,
        ) => Awaitable<ToolOutcome<{ [key: string]: unknown }>>;
      };
    } & {
      readonly [Name in keyof Outputs]: {
        /** The schema of `structuredContent`, which is checked before it is sent. */
        readonly output?: Outputs[Name];
      };
    },
  ): DefinedTools<Context>;
}

/** Types one tool whose schemas are plain JSON Schema. */
export interface ToolOf<Context> {
  /** The definition as it is: only the compiler learns the types of `run` from it. */
  <const Input extends AnyInput, const Output extends AnyInput = PlainSchema>(
    definition: ToolInfo & {
      readonly input?: Input;
      readonly output?: Output;
      readonly run: (
        args: ArgumentsOf<Input>,
        context: Context,
      ) => Awaitable<ToolOutcome<SourceOf<Output>>>;
    },
  ): ToolInfo & {
    readonly input?: Input;
    readonly output?: Output;
    readonly run: (args: ArgumentsOf<Input>, context: Context) => never;
  };
}

/** See {@link ToolOf}. */
export function defineTool(definition: unknown): never {
  return definition as never;
}

/** See {@link ToolsOf}. */
export function defineTools<Context>(
  definitions: Readonly<Record<string, unknown>>,
): DefinedTools<Context> {
  const tools = new Map(
    Object.entries(definitions as Readonly<Record<string, AnyTool>>),
  );
  const listed = [...tools].map(([name, tool]) => listedTool(name, tool));
  return {
    listTools: () => ({ tools: listed }),
    async callTool({ name, arguments: given = {} }, context) {
      const tool = tools.get(name);
      if (tool === undefined) {
        throw fromError({
          code: INVALID_PARAMS,
          message: `Unknown tool: ${name}`,
        });
      }
      const checked = await checkValue(tool.input ?? {}, given);
      if (checked.problems !== undefined) {
        const lines = checked.problems.map((problem) => `- ${problem}`);
        const text = [`Invalid arguments for ${name}:`, ...lines].join("\n");
        return { content: [{ type: "text", text }], isError: true };
      }
      const run = tool.run as (args: unknown, context: Context) => unknown;
      return finished(name, tool, await run(checked.value, context));
    },
  };
}

function listedTool(name: string, tool: AnyTool): Tool {
  const { title, description, annotations, input, output } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: jsonSchemaOf(input ?? {}, "input", name),
    ...(output !== undefined && {
      outputSchema: jsonSchemaOf(output, "output", name),
    }),
    ...(annotations !== undefined && { annotations }),
    // By way of unknown, as a revision may require more of a tool than is known here.
  } as unknown as Tool;
}

type Finished = Awaited<ReturnType<DefinedTools<unknown>["callTool"]>>;

/** What `run` returned, as a whole result. */
async function finished(
  name: string,
  { output }: AnyTool,
  returned: unknown,
): Promise<Finished> {
  if (typeof returned === "string") {
    return { content: [{ type: "text", text: returned }] };
  }
  if (Array.isArray(returned)) return { content: returned as ContentPiece[] };
  const reply = returned as ToolReply;
  const { structuredContent } = reply;
  // A question for the user, or a result with content alone, goes as it is.
  if (structuredContent === undefined) return reply as Finished;
  const checked =
    output === undefined || reply.isError
      ? { value: structuredContent }
      : await checkValue(output, structuredContent);
  if (checked.problems !== undefined) {
    // The server's own fault, which no model can do anything about.
    throw fromError({
      code: INTERNAL_ERROR,
      message: `The result of ${name} does not fit its output: ${checked.problems.join("; ")}`,
    });
  }
  const value = checked.value as { [key: string]: unknown };
  // The text is for clients that know nothing of structured results (specification: server/tools).
  const content: ContentPiece[] = reply.content ?? [
    { type: "text", text: JSON.stringify(value) },
  ];
  return { ...reply, content, structuredContent: value };
}
