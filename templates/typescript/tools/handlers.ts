/** A server's tools as typed handlers: arguments are checked before, results after. */
import {
  type ResultIssue,
  type ToolContent,
  type ToolResult,
} from "./calls.js";

/** A tool as `tools/list` describes it. */
export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  outputSchema?: { [keyword: string]: unknown };
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
  _meta?: { [key: string]: unknown };
}

/**
 * A whole result of `tools/call`, for a handler that has more to say than its structured
 * result or its content: `isError`, content of its own in addition to a structured result, or a
 * question for the user (`new ToolReply(context.inputRequired(...))`).
 */
export class ToolReply {
  /** The result, as it is sent. */
  readonly result: object;

  constructor(result: object) {
    this.result = result;
  }
}

/** A failure that the model is to see: becomes a result with `isError`, and the message as its text. */
export class ToolFailure extends Error {
  override readonly name: string = "ToolFailure";
}

/** Marks errors that servers answer with, whichever module they come from. */
const brand: symbol = Symbol.for("mcp-gen/McpError");

/** An error of JSON-RPC: generated servers and the SDK's answer with its code. */
class RequestError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The error as a response carries it. */
  toJSON(): { code: number; message: string } {
    return { code: this.code, message: this.message };
  }
}

/** No tool has the name that a request asks for: invalid params (specification: server/tools). */
export class UnknownToolError extends RequestError {
  override readonly name: string = "UnknownToolError";

  constructor(tool: string) {
    super(-32602, `There is no tool ${JSON.stringify(tool)}.`);
  }
}

/** A handler broke its tool's own `outputSchema`: an internal error, for no model can do anything about it. */
export class BrokenToolError extends RequestError {
  override readonly name: string = "BrokenToolError";
  /** What is wrong, and where in what was returned. */
  readonly issues: readonly ResultIssue[];

  constructor(tool: string, issues: readonly ResultIssue[]) {
    const problems = issues.map(({ message }) => message).join("; ");
    super(
      -32603,
      `The result of ${tool} does not fit its outputSchema: ${problems}`,
    );
    this.issues = issues;
  }
}

/** What a handler of a tool with an `outputSchema` returns. */
export type ToolAnswer<Result> =
  Result | ToolReply | PromiseLike<Result | ToolReply>;

/** What a tool without an `outputSchema` gives: text, or pieces of content. */
export type PlainResult = string | readonly ToolContent[];

/** Checks a value, and says what is wrong with it. */
export type ValueCheck = (
  value: unknown,
) =>
  | { readonly success: true; readonly issues?: never }
  | { readonly success: false; readonly issues: readonly ResultIssue[] };

/** One tool of a server, and the function that runs it. */
export interface HandledTool {
  readonly definition: ListedTool;
  readonly checkArguments: ValueCheck;
  /** Undefined for a tool without an `outputSchema`. */
  readonly checkResult?: ValueCheck;
  readonly run: (args: never, context: never) => unknown;
}

/** How a server's tools are served. */
export interface ToolHandlersOptions {
  /** True: arguments that are absent get the `default` of their schema. */
  readonly fillDefaults?: boolean | undefined;
}

/** The two handlers of a server that has tools. */
export interface ServedTools<Context> {
  /** Answers `tools/list`. */
  readonly listTools: () => { tools: ListedTool[] };
  /**
   * Answers `tools/call`.
   *
   * @throws {UnknownToolError} For a name that no tool has.
   * @throws {BrokenToolError} When a handler breaks its tool's `outputSchema`.
   */
  readonly callTool: (
    params: { name: string; arguments?: { [key: string]: unknown } },
    context: Context,
  ) => Promise<ToolResult>;
}

/** Makes the handlers of a server from those of its tools. */
export function serveTools<Context>(
  tools: readonly HandledTool[],
  options: ToolHandlersOptions = {},
): ServedTools<Context> {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    listTools: () => ({ tools: tools.map(({ definition }) => definition) }),
    callTool: async ({ name, arguments: given = {} }, context) => {
      const tool = byName.get(name);
      if (tool === undefined) {
        throw new UnknownToolError(name);
      }
      const { inputSchema } = tool.definition;
      const args = options.fillDefaults
        ? withDefaults(given, inputSchema, inputSchema)
        : given;
      const checked = tool.checkArguments(args);
      if (!checked.success) {
        return failure(`Invalid arguments for ${name}`, checked.issues);
      }
      try {
        const run = tool.run as (args: unknown, context: Context) => unknown;
        return toolResult(tool, await run(args, context));
      } catch (error) {
        if (error instanceof ToolFailure) return failure(error.message);
        throw error;
      }
    },
  };
}

/** A result that tells the model what went wrong, so that it can try again. */
function failure(
  message: string,
  issues: readonly ResultIssue[] = [],
): ToolResult {
  const lines = issues.map((issue) => `- ${issue.message}`);
  const head = lines.length === 0 ? message : `${message}:`;
  return {
    content: [{ type: "text", text: [head, ...lines].join("\n") }],
    isError: true,
  };
}

/** What a handler returned, as the result that is sent. */
function toolResult(
  { definition, checkResult }: HandledTool,
  returned: unknown,
): ToolResult {
  if (returned instanceof ToolReply) return returned.result as ToolResult;
  if (checkResult === undefined) {
    return typeof returned === "string"
      ? { content: [{ type: "text", text: returned }] }
      : { content: [...(returned as readonly ToolContent[])] };
  }
  const checked = checkResult(returned);
  if (!checked.success) {
    throw new BrokenToolError(definition.name, checked.issues);
  }
  return {
    // For clients that know nothing of structured results (specification: server/tools).
    content: [{ type: "text", text: JSON.stringify(returned) }],
    structuredContent: returned,
  };
}

/** How deep defaults are looked for: schemas can contain themselves. */
const MAX_DEPTH = 32;

/**
 * A value with the defaults of its schema in the place of properties that are absent,
 * also inside of objects that are there.
 *
 * @param root The whole schema, which references lead into.
 */
function withDefaults(
  value: unknown,
  schema: unknown,
  root: unknown,
  depth: number = 0,
): unknown {
  const { properties } = fieldsOf(resolve(schema, root));
  if (!isObject(value) || properties === undefined || depth > MAX_DEPTH) {
    return value;
  }
  const filled = new Map(Object.entries(value));
  for (const [key, property] of Object.entries(fieldsOf(properties))) {
    const given = filled.get(key);
    const { default: standard } = fieldsOf(resolve(property, root));
    if (given !== undefined) {
      filled.set(key, withDefaults(given, property, root, depth + 1));
    } else if (standard !== undefined) {
      filled.set(key, JSON.parse(JSON.stringify(standard)));
    }
  }
  return Object.fromEntries(filled);
}

/** The schema that a reference inside the document leads to; every other one is itself. */
function resolve(schema: unknown, root: unknown): unknown {
  const { $ref: reference } = fieldsOf(schema);
  if (typeof reference !== "string" || !reference.startsWith("#/")) {
    return schema;
  }
  return reference
    .slice(2)
    .split("/")
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .reduce<unknown>(
      (place, step) =>
        isObject(place) && Object.prototype.hasOwnProperty.call(place, step)
          ? place[step]
          : undefined,
      root,
    );
}

function fieldsOf(value: unknown): {
  readonly $ref?: unknown;
  readonly default?: unknown;
  readonly properties?: unknown;
  readonly [key: string]: unknown;
} {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
