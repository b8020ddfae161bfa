/** What an HTTP client remembers of the tools it has seen: which arguments to mirror. */
import type { JSONRPCRequest } from "../../../types.js";
import {
  BoundedMap,
  type Excess,
  weightOf,
} from "../../protocol/bounded-map.js";
import { quoted } from "../../protocol/limits.js";
import { ListTooLongError, LocalError } from "../../protocol/local-error.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { builtInMethods } from "../../revision.js";
import {
  mirrorArguments,
  parameterHeadersOf,
  type ParameterHeader,
} from "../../eras/stateless/http-parameters.js";

/** A tool was left out of a list, as its `x-mcp-header` annotations are invalid. */
export class InvalidToolError extends LocalError {
  static override readonly errorName: string = "InvalidToolError";
  /** Name of the tool, as the server gave it. */
  readonly toolName: unknown;

  constructor(toolName: unknown, fault: string) {
    const name =
      typeof toolName === "string"
        ? `The tool "${quoted(toolName)}"`
        : "A tool without a name";
    super(`${name} was left out: ${quoted(fault)}.`);
    this.toolName = toolName;
  }
}

/** True for a request whose result names tools. */
export function listsTools(request: JSONRPCRequest): boolean {
  return request.method === builtInMethods.listTools;
}

/** True for a request whose arguments headers may mirror. */
export function callsTool(request: JSONRPCRequest): boolean {
  return request.method === builtInMethods.callTool;
}

/**
 * The request for a page of the list of tools, sent on behalf of a call that has
 * been refused. So it may take over the id, and log messages count as the call's.
 *
 * @param call lends its `_meta`, but for the progress token: a list has its own
 */
export function listRequest(
  call: JSONRPCRequest,
  cursor: string | undefined,
  progressTokenKey: string,
): JSONRPCRequest {
  const meta = isObject(call.params) ? ownValue(call.params, "_meta") : {};
  const { [progressTokenKey]: _, ...rest } = isObject(meta) ? meta : {};
  return {
    jsonrpc: "2.0",
    id: call.id,
    method: builtInMethods.listTools,
    params: { ...(cursor === undefined ? {} : { cursor }), _meta: rest },
  };
}

/** How many tools with headers are remembered, and how much they may weigh together. */
const limits = { items: 10_000, bytes: 16 * 1024 * 1024 };

/** The tools of a server that have arguments to mirror. */
export class MirroredTools {
  readonly #headers = new BoundedMap<readonly ParameterHeader[]>(
    limits.items,
    limits.bytes,
  );

  /**
   * Learns from a result of `tools/list`.
   *
   * @param result as it was received
   * @param report told about each tool that is left out, and if there are more tools
   *   than can be remembered; makes the error only if it is wanted
   * @returns the result without invalid tools; the same object if it has none
   */
  learn(result: unknown, report: (make: () => LocalError) => void): unknown {
    const tools = isObject(result) ? ownValue(result, "tools") : undefined;
    if (!isObject(result) || !Array.isArray(tools)) {
      return result;
    }
    let excess: Excess | undefined;
    const valid = tools.filter((tool: unknown) => {
      if (!isObject(tool)) return true;
      const name = ownValue(tool, "name");
      const { headers, fault } = parameterHeadersOf(
        ownValue(tool, "inputSchema"),
      );
      if (typeof name === "string") {
        excess = this.#remember(name, headers) ?? excess;
      }
      if (fault === undefined) return true;
      report(() => new InvalidToolError(name, fault));
      return false;
    });
    if (excess !== undefined) {
      const limit = limits[excess];
      const consequence =
        "the headers of the tools listed first are forgotten.";
      const error = [
        builtInMethods.listTools,
        excess,
        limit,
        consequence,
      ] as const;
      report(() => new ListTooLongError(...error));
    }
    return valid.length === tools.length ? result : { ...result, tools: valid };
  }

  /** The `Mcp-Param-*` headers of a call, as far as its tool has been seen. */
  headersOf(call: JSONRPCRequest): [header: string, value: string][] {
    const headers = this.#headersFor(call);
    return headers === undefined || !isObject(call.params)
      ? []
      : mirrorArguments(headers, ownValue(call.params, "arguments"));
  }

  /** True once a call's tool has been seen and has arguments to mirror. */
  knows(call: JSONRPCRequest): boolean {
    return this.#headersFor(call) !== undefined;
  }

  #headersFor(call: JSONRPCRequest): readonly ParameterHeader[] | undefined {
    const name = isObject(call.params)
      ? ownValue(call.params, "name")
      : undefined;
    return typeof name === "string" ? this.#headers.get(name) : undefined;
  }

  /** Only what has headers is kept, so that a long list costs nothing. */
  #remember(
    name: string,
    headers: readonly ParameterHeader[] | undefined,
  ): Excess | undefined {
    if (headers === undefined || headers.length === 0) {
      this.#headers.delete(name);
      return undefined;
    }
    const bytes = name.length + weightOf(headers, limits.bytes + 1);
    return this.#headers.set(name, headers, bytes);
  }
}
