/** A call in the handshake era: what its requests say, and what each answer means. */
import type { JSONRPCRequest, RequestId } from "../../../types.js";
import {
  InvalidResultError,
  isLocalError,
  LocalError,
  SessionLostError,
} from "../../protocol/local-error.js";
import { isObject } from "../../protocol/message.js";
import { errorFrom } from "../../protocol/wire-error.js";
import { builtInMethods, resultChecks } from "../../revision.js";
import { hasCapability } from "../capability-path.js";
import type {
  ClientHost,
  ClientMethod,
  EraCall,
  NextStep,
} from "../client-era.js";
import type { CallOptions } from "../client-options.js";
import type { ServerAgreement } from "./agreement.js";
import type { HandshakeFacts } from "./facts.js";
import type { KnownTools } from "./known-tools.js";
import { TaskHandle } from "./task-handle.js";

/** What calls need of the era that they are made in. */
export interface CallParts {
  readonly host: ClientHost;
  readonly facts: HandshakeFacts;
  readonly tools: KnownTools;
  readonly agreement: ServerAgreement | undefined;
  /** The handshake of the session that is open. */
  readonly session: Promise<void> | undefined;
  /** Begins a new session in place of one that was lost. */
  reconnect(lost: Promise<void> | undefined): Promise<void>;
  /** Waits until pages have been visited, or for so many milliseconds. */
  visited(ids: readonly string[], limitMs: number): Promise<void>;
  /** Takes note of what the program asked for. */
  noted(method: string, params: Readonly<Record<string, unknown>>): void;
}

/** A tool cannot be called as a task, or only as one. */
export class TaskSupportError extends LocalError {
  static override readonly errorName: string = "TaskSupportError";
}

/** How often a call is repeated after pages have been visited. */
const maxVisits = 3;

/** How long a page that was agreed to may take to be visited, in milliseconds. */
const visitMs = 600_000;

/** Sends the call again in a new session, or after pages have been visited. */
export class HandshakeCall implements EraCall {
  readonly #parts: CallParts;
  readonly #method: ClientMethod;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #options: CallOptions;
  #session: Promise<void> | undefined;
  #isRepeated = false;
  #visits = 0;
  /** Whether the request that is open asks for a task. */
  #asTask = false;
  /** Ends visits of pages; few calls have any. */
  #abort: AbortController | undefined;

  constructor(
    parts: CallParts,
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) {
    this.#parts = parts;
    this.#method = method;
    this.#params = params;
    this.#options = options;
  }

  message(id: RequestId): JSONRPCRequest {
    const { onProgress, resetTimeoutOnProgress, meta } = this.#options;
    this.#session = this.#parts.session;
    const wantsProgress =
      onProgress !== undefined || resetTimeoutOnProgress === true;
    const _meta = {
      ...meta,
      ...(wantsProgress ? { progressToken: id } : {}),
    };
    const task = this.#task();
    this.#asTask = task !== undefined;
    const params: Record<string, unknown> = {
      ...this.#params,
      ...(task === undefined ? {} : { task }),
      ...(Object.keys(_meta).length === 0 ? {} : { _meta }),
    };
    this.#parts.noted(this.#method, params);
    return {
      jsonrpc: "2.0",
      id,
      method: this.#method,
      ...(Object.keys(params).length === 0 ? {} : { params }),
    };
  }

  result(result: unknown): NextStep {
    if (!isObject(result)) {
      return this.#invalid(result, "it is not an object.");
    }
    if (this.#asTask && isObject(result["task"])) return this.#began(result);
    const read = readable(result);
    if (resultChecks[this.#method]?.(read) !== true) {
      const checked = this.#parts.facts.checkResult(this.#method, read);
      if (!checked.success) {
        const problem =
          checked.issues[0]?.message ?? "it does not fit the schema.";
        return this.#invalid(result, problem);
      }
    }
    if (this.#method === builtInMethods.listTools) {
      this.#parts.tools.remember(read["tools"]);
    }
    return { kind: "done", result: read, keep: true };
  }

  error(error: unknown): NextStep {
    const typed = errorFrom(error);
    const { errorCodes, methods } = this.#parts.facts;
    const data: unknown = typed.data;
    const pages = isObject(data) ? data["elicitations"] : undefined;
    const handler = this.#parts.host.options.inputs?.[
      methods.elicit as never
    ] as ((params: unknown, context: object) => unknown) | undefined;
    const canVisit =
      typed.code === errorCodes.urlElicitationRequired &&
      Array.isArray(pages) &&
      pages.length > 0 &&
      handler !== undefined &&
      hasCapability(this.#parts.host.capabilities, "elicitation.url") &&
      this.#visits < maxVisits;
    if (!canVisit) return { kind: "failed", error: typed };
    this.#visits += 1;
    return {
      kind: "again",
      after: this.#visit(pages as Record<string, unknown>[], handler, typed),
    };
  }

  failure(cause: Error): NextStep {
    if (!isLocalError(cause, SessionLostError) || this.#isRepeated) {
      return { kind: "failed", error: cause };
    }
    this.#isRepeated = true;
    return { kind: "again", after: this.#parts.reconnect(this.#session) };
  }

  abandon(): void {
    this.#abort?.abort(new Error("The call is over."));
  }

  /** The wish for a task, where the call is to be one. */
  #task(): object | undefined {
    const { facts, tools, agreement } = this.#parts;
    const { callTool } = facts.methods;
    const wish = this.#options.task;
    if (this.#method !== callTool) return undefined;
    const support = tools.support(this.#params["name"]);
    if (wish === undefined && support !== "required") return undefined;
    const capability = facts.clientRequests[callTool]?.taskCapability;
    const offered =
      capability !== undefined &&
      agreement !== undefined &&
      hasCapability(agreement.serverCapabilities, capability);
    if (wish === undefined) return offered ? {} : undefined;
    if (!offered) {
      throw new TaskSupportError("The server does not run calls as tasks.");
    }
    if (support === "forbidden") {
      throw new TaskSupportError(
        `The tool ${String(this.#params["name"])} cannot be called as a task.`,
      );
    }
    return wish;
  }

  /** The server has made a task of the call: the program gets it, or else its result. */
  #began(result: Record<string, unknown>): NextStep {
    const { host, facts } = this.#parts;
    const handle = new TaskHandle(host, facts, result, this.#options);
    if (this.#options.task !== undefined) {
      return { kind: "done", result: handle as never, keep: false };
    }
    return {
      kind: "wait",
      for: handle.result().then((given): NextStep => ({
        kind: "done",
        result: given,
        keep: true,
      })),
    };
  }

  async #visit(
    pages: readonly Record<string, unknown>[],
    handler: (params: unknown, context: object) => unknown,
    error: Error,
  ): Promise<void> {
    this.#abort ??= new AbortController();
    const { signal } = this.#abort;
    const answers = await Promise.all(
      pages.map((page) =>
        Promise.resolve(
          handler(page, {
            method: this.#method,
            params: this.#params,
            key: String(page["elicitationId"]),
            signal,
          }),
        ),
      ),
    );
    const isRefused = answers.some(
      (answer) => !isObject(answer) || answer["action"] !== "accept",
    );
    if (isRefused) throw error;
    const ids = pages
      .map((page) => page["elicitationId"])
      .filter((id) => typeof id === "string");
    await this.#parts.visited(ids, visitMs);
  }

  #invalid(result: unknown, problem: string): NextStep {
    const error = new InvalidResultError(this.#method, result, problem);
    return { kind: "failed", error };
  }
}

/** A result with a fault mended that clients have to bear: a cursor that is null is none. */
function readable(result: Record<string, unknown>): Record<string, unknown> {
  if (result["nextCursor"] !== null) return result;
  const { nextCursor: _none, ...rest } = result;
  return rest;
}
