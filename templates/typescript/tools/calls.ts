/** Calls of a server's tools: what is sent, what comes back, and what can go wrong. */

/** Any client with `callTool`: one that mcp-gen generates, or one of the official SDK, 1 or 2. */
export interface ToolClient {
  callTool(
    params: {
      name: string;
      arguments?: { [key: string]: unknown };
      [key: string]: unknown;
    },
    options?: never,
  ): PromiseLike<unknown>;
}

/** What a caller may say about one call. All other options reach the client as they are. */
export interface ToolCallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a sign of life, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Called with each progress notification of the call. */
  readonly onProgress?:
    | ((progress: {
        readonly progress: number;
        readonly total?: number | undefined;
        readonly message?: string | undefined;
      }) => void)
    | undefined;
  /** Answers to what an earlier result asked for, by the server's keys. */
  readonly inputResponses?: { readonly [key: string]: unknown } | undefined;
  /** The `requestState` of that result. */
  readonly requestState?: string | undefined;
  readonly [option: string]: unknown;
}

/** A piece of what a tool answers. */
export type ToolContent =
  TextPart | MediaPart | ResourceLinkPart | EmbeddedResourcePart;

/** What every piece of content can have. */
export interface ContentPart {
  /** For whom it is, how much it matters, how old it is. */
  annotations?: {
    audience?: ("user" | "assistant")[];
    priority?: number;
    lastModified?: string;
  };
  _meta?: { [key: string]: unknown };
}

/** Text. */
export interface TextPart extends ContentPart {
  type: "text";
  text: string;
}

/** An image, or sound. */
export interface MediaPart extends ContentPart {
  type: "image" | "audio";
  /** Base64. */
  data: string;
  mimeType: string;
}

/** A resource that the client can read. */
export interface ResourceLinkPart extends ContentPart {
  type: "resource_link";
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** A resource with what it holds. */
export interface EmbeddedResourcePart extends ContentPart {
  type: "resource";
  resource:
    | { uri: string; mimeType?: string; text: string }
    | { uri: string; mimeType?: string; blob: string };
}

/** What `tools/call` answers, whole. */
export interface ToolResult {
  content: ToolContent[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/** What may follow the client, or the name of the method: the arguments may be left out where none is required. */
export type CallParameters<Arguments> = {} extends Arguments
  ? [args?: Arguments, options?: ToolCallOptions]
  : [args: Arguments, options?: ToolCallOptions];

/** A tool, to be called with a client. */
export interface ToolFunction<Arguments, Result> {
  /**
   * Calls the tool.
   *
   * @returns The structured result, checked; the content where the tool has no `outputSchema`.
   * @throws {ToolError} When the tool failed.
   * @throws {InvalidToolResultError} When the server breaks the tool's own `outputSchema`.
   * @throws {InputRequiredToolError} When the server asks for input that the client does not give.
   */
  (client: ToolClient, ...rest: CallParameters<Arguments>): Promise<Result>;
  /** Calls the tool and gives the whole result, as it came. */
  readonly raw: (
    client: ToolClient,
    ...rest: CallParameters<Arguments>
  ) => Promise<ToolResult>;
}

/** A tool of one server. Calls are made and checked as {@link ToolFunction} says. */
export interface ToolMethod<Arguments, Result> {
  (...rest: CallParameters<Arguments>): Promise<Result>;
  /** Calls the tool and gives the whole result, as it came. */
  readonly raw: (...rest: CallParameters<Arguments>) => Promise<ToolResult>;
}

/** A tool failed: its result has `isError`. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
  /** The name of the tool. */
  readonly tool: string;
  /** What the tool says about it. */
  readonly content: readonly ToolContent[];
  /** The whole result. */
  readonly result: ToolResult;

  constructor(tool: string, result: ToolResult) {
    super(textOf(result.content) || `${tool} failed.`);
    this.tool = tool;
    this.content = result.content;
    this.result = result;
  }
}

/** A server's result does not have the form that the server itself promises. */
export class InvalidToolResultError extends Error {
  override readonly name: string = "InvalidToolResultError";
  /** The name of the tool. */
  readonly tool: string;
  /** What is wrong, and where in the structured result. */
  readonly issues: readonly ResultIssue[];
  /** What came. */
  readonly result: unknown;

  constructor(tool: string, issues: readonly ResultIssue[], result: unknown) {
    super(
      `${tool}: the result is not what the tool's outputSchema says: ${issues.map(({ message }) => message).join("; ")}`,
    );
    this.tool = tool;
    this.issues = issues;
    this.result = result;
  }
}

/** One thing that is wrong with a result. */
export interface ResultIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/**
 * The server needs input before it can go on, and the client has not answered for the
 * program. Call again with `inputResponses` and `requestState`.
 */
export class InputRequiredToolError extends Error {
  override readonly name: string = "InputRequiredToolError";
  /** The name of the tool. */
  readonly tool: string;
  /** The questions, by the server's keys. */
  readonly inputRequests: unknown;
  /** What to send along with the answers. */
  readonly requestState: unknown;

  constructor(tool: string, result: InputQuestion) {
    super(`${tool} needs input: answer and call again.`);
    this.tool = tool;
    this.inputRequests = result.inputRequests;
    this.requestState = result.requestState;
  }
}

/** A result that asks for input (specification: basic/patterns/mrtr). */
interface InputQuestion {
  readonly resultType?: unknown;
  readonly inputRequests?: unknown;
  readonly requestState?: unknown;
}

/** Checks a structured result. */
export type ResultCheck<Result> = (value: unknown) =>
  | { readonly success: true; readonly data: Result; readonly issues?: never }
  | {
      readonly success: false;
      readonly issues: readonly ResultIssue[];
      readonly data?: never;
    };

/**
 * Makes a tool callable.
 *
 * @param check Checks the structured result; without it, the content is the result.
 */
export function toolFunction<Arguments, Result>(
  name: string,
  check?: ResultCheck<NoInfer<Result>>,
): ToolFunction<Arguments, Result> {
  const raw: ToolFunction<Arguments, Result>["raw"] = (client, ...rest) =>
    call(client, name, rest[0], rest[1] ?? {});
  const checked = async (
    client: ToolClient,
    ...rest: CallParameters<Arguments>
  ): Promise<Result> => {
    const result = await raw(client, ...rest);
    if ((result as InputQuestion).resultType === "input_required") {
      throw new InputRequiredToolError(name, result as InputQuestion);
    }
    const content: unknown = result.content;
    const whole: ToolResult = {
      ...result,
      content: Array.isArray(content) ? (content as ToolContent[]) : [],
    };
    if (result.isError === true) throw new ToolError(name, whole);
    if (check === undefined) return whole.content as Result;
    const outcome = check(result.structuredContent);
    if (outcome.success) return outcome.data;
    throw new InvalidToolResultError(name, outcome.issues, result);
  };
  return Object.assign(checked, { raw });
}

/** A tool with the client that all its calls go to. */
export function boundTo<Arguments, Result>(
  client: ToolClient,
  tool: ToolFunction<Arguments, Result>,
): ToolMethod<Arguments, Result> {
  return Object.assign(
    (...rest: CallParameters<Arguments>) => tool(client, ...rest),
    {
      raw: (...rest: CallParameters<Arguments>) => tool.raw(client, ...rest),
    },
  );
}

async function call(
  client: ToolClient,
  name: string,
  args: unknown,
  { inputResponses, requestState, ...options }: ToolCallOptions,
): Promise<ToolResult> {
  const params = {
    name,
    arguments: (args ?? {}) as { [key: string]: unknown },
    ...(inputResponses !== undefined && { inputResponses }),
    ...(requestState !== undefined && { requestState }),
  };
  const callTool = client.callTool as (
    this: ToolClient,
    ...all: readonly unknown[]
  ) => PromiseLike<unknown>;
  const result = await callTool.call(
    client,
    params,
    ...optionsFor(client, options),
  );
  if (typeof result === "object" && result !== null)
    return result as ToolResult;
  const issue: ResultIssue = {
    message: "expected a result that is an object",
    path: [],
  };
  throw new InvalidToolResultError(name, [issue], result);
}

/** Options behind the params, as each kind of client takes them. */
function optionsFor(
  client: ToolClient,
  options: ToolCallOptions,
): readonly unknown[] {
  if (Object.keys(options).length === 0) return [];
  // The SDK's clients have names of their own for two of them.
  if (!("setRequestHandler" in client)) return [options];
  const { timeoutMs, onProgress, ...others } = options;
  const renamed = {
    ...others,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    ...(onProgress !== undefined && { onprogress: onProgress }),
  };
  // Version 1 has a schema of the result in between, with a default.
  return client.callTool.length === 1 ? [undefined, renamed] : [renamed];
}

/** The texts of some content, one a line. */
function textOf(content: readonly ToolContent[]): string {
  return content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}
