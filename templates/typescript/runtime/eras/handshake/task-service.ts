/**
 * Calls of tools that run as tasks: the call is answered at once, the result is fetched
 * later (specification: basic/utilities/tasks).
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
} from "../../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  Tool,
} from "../../../types.js";
import { isObject, ownValue } from "../../protocol/message.js";
import type {
  Exchange,
  HeaderReader,
  OpenRequest,
  Principal,
} from "../../protocol/transport.js";
import type {
  Answerer,
  Handler,
  ServedMethod,
  ServerHost,
  TakenRequest,
} from "../server-era.js";
import type { HandshakeFacts } from "./facts.js";
import type { HandshakeRequest } from "./request.js";
import {
  TaskScope,
  type Agreement,
  type ServerSession,
} from "./server-session.js";
import {
  isTerminal,
  type StoredTask,
  type TaskOutcome,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
} from "./task-store.js";
import type { JSONRPCResponse } from "../../revision.js";

/** How tasks are kept and limited. Durations are in milliseconds. */
export interface TaskOptions {
  /** Where tasks are kept. */
  readonly store: TaskStore;
  /** Lifetime of a task whose client wishes none. Default: 3,600,000. */
  readonly defaultTtlMs?: number | undefined;
  /** Longest lifetime that a client is granted. Default: 86,400,000. */
  readonly maxTtlMs?: number | undefined;
  /** How long clients wait before they ask again. Default: 1,000. */
  readonly pollIntervalMs?: number | undefined;
  /** How many tasks may be working at a time; more are refused. Default: 1,000. */
  readonly maxRunning?: number | undefined;
}

/** A task whose work goes on in this process. */
interface RunningTask {
  readonly session: ServerSession;
  readonly open: OpenRequest | undefined;
  /** Resolves once the task has ended. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** Questions to the client that wait for their answers. */
  questions: number;
}

/** The tasks of one server. */
export class TaskService {
  readonly #host: ServerHost;
  readonly #facts: HandshakeFacts;
  readonly #options: TaskOptions;
  readonly #running = new Map<string, RunningTask>();

  constructor(host: ServerHost, facts: HandshakeFacts, options: TaskOptions) {
    this.#host = host;
    this.#facts = facts;
    this.#options = options;
  }

  /** What the server declares: the list only where it is known whose tasks they are. */
  capability({ principal }: ServerSession): object {
    return {
      ...(principal === undefined ? {} : { list: {} }),
      cancel: {},
      requests: { tools: { call: {} } },
    };
  }

  /** Answers to the methods of tasks; undefined for others. */
  answererOf(method: string): Answerer | undefined {
    const { methods } = this.#facts;
    const answering = (
      answer: (request: TakenRequest, record: TaskRecord) => Promise<void>,
    ): Answerer => ({
      take: (request) => {
        this.#find(request)
          .then((record) =>
            record === undefined
              ? refuse(request, "There is no such task.")
              : answer(request, record),
          )
          .catch((error: unknown) => this.#broke(request, error));
      },
    });
    switch (method) {
      case methods.getTask:
        return answering(async (request, { task }) => {
          request.complete({ ...task });
        });
      case methods.getTaskResult:
        return answering((request, record) => this.#result(request, record));
      case methods.cancelTask:
        return answering((request, record) => this.#cancel(request, record));
      case methods.listTasks:
        return {
          take: (request) => {
            this.#list(request).catch((error: unknown) =>
              this.#broke(request, error),
            );
          },
        };
      default:
        return undefined;
    }
  }

  /**
   * How a method is answered whose calls may be tasks; undefined for one whose calls
   * may not, or where the session's revision has none.
   */
  augmented(
    method: ServedMethod,
    request: JSONRPCRequest,
    { version }: Agreement,
  ): ServedMethod | undefined {
    const { methods } = this.#facts;
    if (
      method.name !== methods.callTool ||
      version.missingMethods.includes(methods.getTask)
    ) {
      return undefined;
    }
    const { answerer } = method;
    if ("take" in answerer) return undefined;
    const params: Record<string, unknown> = request.params ?? {};
    const wish = ownValue(params, "task");
    return {
      ...method,
      answerer: {
        take: (taken) => {
          this.#take(
            taken,
            answerer.handle,
            isObject(wish) ? wish : undefined,
          ).catch((error: unknown) => this.#broke(taken, error));
        },
      },
    };
  }

  /** The session is over: what it alone waits for is stopped. */
  sessionClosed(session: ServerSession): void {
    for (const task of this.#running.values()) {
      if (task.session === session) task.open?.cancel("The session is over.");
    }
  }

  /** The server closes. */
  close(): void {
    for (const { open, end } of this.#running.values()) {
      open?.cancel("The server is closing.");
      end();
    }
  }

  /** A call of a tool, as a task or not, as the tool allows. */
  async #take(
    taken: TakenRequest,
    handle: Handler,
    wish: Readonly<Record<string, unknown>> | undefined,
  ): Promise<void> {
    const accepted = taken.accepted as HandshakeRequest;
    const tool = await taken.findTool();
    const support = supportOf(tool);
    if (
      wish !== undefined &&
      (support === undefined || support === "forbidden")
    ) {
      refuse(taken, "This tool cannot be called as a task.", METHOD_NOT_FOUND);
    } else if (wish === undefined && support === "required") {
      refuse(taken, "This tool is called as a task only.", METHOD_NOT_FOUND);
    } else if (wish === undefined) {
      taken.handle(handle);
    } else {
      await this.#begin(taken, accepted.session, wish);
    }
  }

  async #begin(
    taken: TakenRequest,
    session: ServerSession,
    wish: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (this.#running.size >= (this.#options.maxRunning ?? 1_000)) {
      const message = "Too many tasks are working. Try again later.";
      taken.fail({ code: INTERNAL_ERROR, message });
      return;
    }
    const now = new Date().toISOString();
    const record: TaskRecord = {
      task: {
        taskId: crypto.randomUUID(),
        status: "working",
        createdAt: now,
        lastUpdatedAt: now,
        ttl: this.#ttlFor(wish["ttl"]),
        pollInterval: this.#options.pollIntervalMs ?? 1_000,
      },
      owner: ownerOf(session, taken.exchange.principal),
    };
    const { task } = record;
    await this.#options.store.put(record);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const exchange = new TaskExchange(
      this.#facts,
      session,
      taken.exchange,
      task.taskId,
      (outcome) => void this.#finish(task.taskId, outcome),
    );
    const running: RunningTask = {
      session,
      ended,
      end,
      questions: 0,
      open: undefined,
    };
    this.#running.set(task.taskId, running);
    taken.complete({ task: { ...task } });
    const { task: _wish, ...params } = taken.params;
    const open = this.#host.serve(
      { ...taken.request, params },
      exchange,
      new TaskScope(session, task.taskId),
    );
    if (this.#running.get(task.taskId) === running) {
      this.#running.set(task.taskId, { ...running, open });
    }
  }

  #ttlFor(wish: unknown): number {
    const { defaultTtlMs = 3_600_000, maxTtlMs = 86_400_000 } = this.#options;
    const wished =
      typeof wish === "number" && wish >= 0 ? Math.round(wish) : defaultTtlMs;
    return Math.min(wished, maxTtlMs);
  }

  /** The work of a task has come to something. */
  async #finish(taskId: string, outcome: TaskOutcome): Promise<void> {
    try {
      const failed = "error" in outcome || outcome.result["isError"] === true;
      await this.#change(taskId, failed ? "failed" : "completed", outcome);
    } catch (error) {
      this.#host.report(error);
    }
    const running = this.#running.get(taskId);
    this.#running.delete(taskId);
    running?.end();
  }

  /** Changes the state of a task, unless it has ended. */
  async #change(
    taskId: string,
    status: TaskStatus,
    outcome?: TaskOutcome,
  ): Promise<StoredTask | undefined> {
    const { store } = this.#options;
    const record = await store.get(taskId);
    if (record === undefined || isTerminal(record.task.status)) {
      return record?.task;
    }
    const message =
      outcome !== undefined && "error" in outcome
        ? outcome.error.message
        : undefined;
    const task: StoredTask = {
      ...record.task,
      status,
      lastUpdatedAt: new Date().toISOString(),
      ...(message === undefined ? {} : { statusMessage: message }),
    };
    await store.put({
      ...record,
      task,
      ...(outcome === undefined ? {} : { outcome }),
    });
    this.#running
      .get(taskId)
      ?.session.notify(this.#facts.notifications.taskStatus, task);
    return task;
  }

  /** The handler of a task asks the client something, or has its answer. */
  async asks(taskId: string, change: 1 | -1): Promise<void> {
    const running = this.#running.get(taskId);
    if (running === undefined) return;
    running.questions += change;
    if (change === 1 && running.questions === 1) {
      await this.#change(taskId, "input_required");
    } else if (running.questions === 0) {
      await this.#change(taskId, "working");
    }
  }

  async #result(request: TakenRequest, record: TaskRecord): Promise<void> {
    const { taskId } = record.task;
    const running = this.#running.get(taskId);
    if (running !== undefined && !isTerminal(record.task.status)) {
      let cancelled = false;
      const gone = new Promise<void>((resolve) => {
        request.onCancel = () => {
          cancelled = true;
          resolve();
        };
      });
      await Promise.race([running.ended, gone]);
      if (cancelled) return;
    }
    const ended = (await this.#options.store.get(taskId)) ?? record;
    const { outcome } = ended;
    if (outcome === undefined) {
      const message =
        ended.task.status === "cancelled"
          ? "The task was cancelled."
          : "The task has no result.";
      request.fail({ code: INTERNAL_ERROR, message });
    } else if ("error" in outcome) {
      request.fail(outcome.error);
    } else {
      const meta = outcome.result["_meta"];
      request.complete({
        ...outcome.result,
        _meta: {
          ...(isObject(meta) ? meta : {}),
          [this.#facts.relatedTaskKey]: { taskId },
        },
      });
    }
  }

  async #cancel(request: TakenRequest, { task }: TaskRecord): Promise<void> {
    if (isTerminal(task.status)) {
      refuse(request, `The task has ended: it is ${task.status}.`);
      return;
    }
    const changed = await this.#change(task.taskId, "cancelled");
    const running = this.#running.get(task.taskId);
    this.#running.delete(task.taskId);
    running?.open?.cancel("The task was cancelled.");
    running?.end();
    request.complete({ ...(changed ?? task) });
  }

  async #list(request: TakenRequest): Promise<void> {
    const { principal } = request.exchange;
    if (principal === undefined) {
      refuse(
        request,
        "Tasks are listed only for clients that are known.",
        METHOD_NOT_FOUND,
      );
      return;
    }
    const { session } = request.accepted as HandshakeRequest;
    const cursor = ownValue(request.params, "cursor") as string | undefined;
    const page = await this.#options.store.list(
      ownerOf(session, principal),
      cursor,
    );
    if (page === undefined) refuse(request, "There is no such page.");
    else request.complete({ ...page });
  }

  async #find(request: TakenRequest): Promise<TaskRecord | undefined> {
    const { session } = request.accepted as HandshakeRequest;
    const taskId = ownValue(request.params, "taskId") as string;
    const record = await this.#options.store.get(taskId);
    const owner = ownerOf(session, request.exchange.principal);
    return record?.owner === owner ? record : undefined;
  }

  #broke(request: TakenRequest, error: unknown): void {
    this.#host.report(error);
    request.fail({ code: INTERNAL_ERROR, message: "Internal error" });
  }
}

/** Whose a task is: without a principal, whoever knows its id, which nobody can guess. */
function ownerOf(
  _session: ServerSession,
  principal: Principal | undefined,
): string {
  return principal === undefined ? "" : `principal ${principal.id}`;
}

function supportOf(tool: Tool | undefined): unknown {
  const execution: unknown = (tool as { execution?: unknown } | undefined)
    ?.execution;
  return isObject(execution) ? execution["taskSupport"] : undefined;
}

function refuse(
  request: TakenRequest,
  message: string,
  code: number = INVALID_PARAMS,
): void {
  request.fail({ code, message });
}

/** The way back for the work of a task: its messages name it, its response is kept. */
class TaskExchange implements Exchange {
  readonly shared = true;
  readonly principal: Principal | undefined;
  readonly headers: HeaderReader | undefined;
  readonly #facts: HandshakeFacts;
  readonly #session: ServerSession;
  readonly #taskId: string;
  readonly #done: (outcome: TaskOutcome) => void;

  constructor(
    facts: HandshakeFacts,
    session: ServerSession,
    { principal, headers }: Exchange,
    taskId: string,
    done: (outcome: TaskOutcome) => void,
  ) {
    this.#facts = facts;
    this.#session = session;
    this.principal = principal;
    this.headers = headers;
    this.#taskId = taskId;
    this.#done = done;
  }

  notify({ method, params = {} }: JSONRPCNotification): void {
    const meta = params["_meta"];
    this.#session.notify(method, {
      ...params,
      _meta: {
        ...(isObject(meta) ? meta : {}),
        [this.#facts.relatedTaskKey]: { taskId: this.#taskId },
      },
    });
  }

  respond(response: JSONRPCResponse): void {
    this.#done(
      ("error" in response
        ? { error: response.error }
        : { result: response.result }) as TaskOutcome,
    );
  }
}

/** Makes what runs the tasks of a server. */
export type NewTasks = (host: ServerHost, facts: HandshakeFacts) => TaskService;

/** What runs the tasks of a server; undefined where none are to be run. */
export function tasksWith(
  options: TaskOptions | undefined,
): NewTasks | undefined {
  return options && ((host, facts) => new TaskService(host, facts, options));
}
