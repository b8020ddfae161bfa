/** What an HTTP client remembers of the tools it has seen: which arguments to mirror. */
import type { JSONRPCRequest } from "../../../types.js";
import { LocalError } from "../../protocol/local-error.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { roles } from "../../revision.js";
import {
  mirrorArguments,
  parameterHeadersOf,
  type ParameterHeader,
} from "../../eras/stateless/http-parameters.js";

/** A tool was left out of a list, as its `x-mcp-header` annotations are invalid. */
export class InvalidToolError extends LocalError {
  override readonly name: string = "InvalidToolError";
  /** Name of the tool, as the server gave it. */
  readonly toolName: unknown;

  constructor(toolName: unknown, fault: string) {
    super(`The tool ${JSON.stringify(toolName)} was left out: ${fault}.`);
    this.toolName = toolName;
  }
}

/** True for a request whose result names tools. */
export function listsTools(request: JSONRPCRequest): boolean {
  return request.method === roles.listTools;
}

/** True for a request whose arguments headers may mirror. */
export function callsTool(request: JSONRPCRequest): boolean {
  return request.method === roles.callTool;
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
    method: roles.listTools,
    params: { ...(cursor === undefined ? {} : { cursor }), _meta: rest },
  };
}

/** The tools of a server that have arguments to mirror. */
export class MirroredTools {
  readonly #headers = new Map<string, readonly ParameterHeader[]>();

  /**
   * Learns from a result of `tools/list`.
   *
   * @param result as it was received
   * @param report told about each tool that is left out
   * @returns the result without invalid tools; the same object if it has none
   */
  learn(result: unknown, report: (error: InvalidToolError) => void): unknown {
    const tools = isObject(result) ? ownValue(result, "tools") : undefined;
    if (!isObject(result) || !Array.isArray(tools)) {
      return result;
    }
    const valid = tools.filter((tool: unknown) => {
      const fault = isObject(tool) ? this.#learnTool(tool) : undefined;
      if (isObject(tool) && fault !== undefined) {
        report(new InvalidToolError(ownValue(tool, "name"), fault));
      }
      return fault === undefined;
    });
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

  #learnTool(tool: Record<string, unknown>): string | undefined {
    const name = ownValue(tool, "name");
    const { headers, fault } = parameterHeadersOf(
      ownValue(tool, "inputSchema"),
    );
    if (typeof name === "string") {
      // Only what has headers is kept, so that a long list costs nothing.
      if (headers !== undefined && headers.length > 0) {
        this.#headers.set(name, headers);
      } else {
        this.#headers.delete(name);
      }
    }
    return fault;
  }
}
