/** A call that runs as a task, as the client that made it sees it (specification: basic/utilities/tasks). */
import { InvalidResultError, LocalError } from "../../protocol/local-error.js";
import { isObject } from "../../protocol/message.js";
import type { ClientHost, ClientMethod } from "../client-era.js";
import type { CallOptions } from "../client-options.js";
import type { HandshakeFacts } from "./facts.js";

/** The state of a task as the server tells it. */
export interface TaskState {
  readonly taskId: string;
  readonly status:
    "working" | "input_required" | "completed" | "failed" | "cancelled";
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Lifetime in milliseconds from creation; null for no end. */
  readonly ttl: number | null;
  /** How long to wait before asking again, in milliseconds. */
  readonly pollInterval?: number;
}

/** The task was cancelled, so that there is no result. */
export class TaskCancelledError extends LocalError {
  static override readonly errorName: string = "TaskCancelledError";
}

/** How long to wait between two questions where the server does not say, in milliseconds. */
const defaultPollMs = 1_000;
/** Shortest and longest time that a server can make a client wait, in milliseconds. */
const leastPollMs = 5;
const longestPollMs = 60_000;

/** A task at the server. */
export class TaskHandle<Result = Readonly<Record<string, unknown>>> {
  /** The task's id, good for other clients of the same user too. */
  readonly taskId: string;
  readonly #host: ClientHost;
  readonly #facts: HandshakeFacts;
  readonly #options: CallOptions;
  #state: TaskState;

  /** @param created - The result that describes the task. */
  constructor(
    host: ClientHost,
    facts: HandshakeFacts,
    created: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) {
    this.#host = host;
    this.#facts = facts;
    this.#options = options;
    const { task } = created;
    const checked = facts.checkResult(facts.methods.getTask, task);
    if (!checked.success) {
      const problem = checked.issues[0]?.message ?? "it is not a task.";
      throw new InvalidResultError(facts.methods.callTool, created, problem);
    }
    this.#state = task as unknown as TaskState;
    this.taskId = this.#state.taskId;
  }

  /** The state that was last heard of. */
  get state(): TaskState {
    return this.#state;
  }

  /** Asks the server for the state. */
  async status(): Promise<TaskState> {
    const { getTask } = this.#facts.methods;
    const state = await this.#call(getTask, { taskId: this.taskId });
    this.#state = state as unknown as TaskState;
    return this.#state;
  }

  /**
   * The result of the call: asks for the state as often as the server wishes, and
   * fetches the result once there is one, or the server needs input for it.
   *
   * @throws {McpError} What the call would have failed with.
   * @throws {TaskCancelledError} If the task was cancelled.
   */
  async result(): Promise<Result> {
    const { signal } = this.#options;
    while (this.#state.status === "working") {
      await pause(this.#state.pollInterval, signal);
      await this.status();
    }
    if (this.#state.status === "cancelled") {
      throw new TaskCancelledError(`The task ${this.taskId} was cancelled.`);
    }
    const { getTaskResult, callTool } = this.#facts.methods;
    const result = await this.#call(getTaskResult, { taskId: this.taskId });
    const checked = this.#facts.checkResult(callTool, result);
    if (!checked.success || !isObject(result)) {
      throw new InvalidResultError(
        callTool,
        result,
        checked.success
          ? "it is not an object."
          : (checked.issues[0]?.message ?? "it does not fit the schema."),
      );
    }
    return result as Result;
  }

  /** Stops the task. */
  async cancel(): Promise<TaskState> {
    const { cancelTask } = this.#facts.methods;
    const state = await this.#call(cancelTask, { taskId: this.taskId });
    this.#state = state as unknown as TaskState;
    return this.#state;
  }

  #call(method: string, params: object): Promise<unknown> {
    const { signal, timeoutMs, maxTotalMs } = this.#options;
    return this.#host.call(method as ClientMethod, params, {
      signal,
      timeoutMs,
      maxTotalMs,
    });
  }
}

function pause(
  wishedMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ms = Math.min(
    Math.max(wishedMs ?? defaultPollMs, leastPollMs),
    longestPollMs,
  );
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
