/** Where tasks and their results are kept (specification: basic/utilities/tasks). */

/** States of a task. The last three are never left. */
export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A task as it is kept. */
export interface StoredTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** More about the state, for people. */
  readonly statusMessage?: string;
  /** Times in ISO 8601. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Lifetime in milliseconds from creation; null for no end. */
  readonly ttl: number | null;
  /** How long a client waits before it asks again, in milliseconds. */
  readonly pollInterval?: number;
}

/** What the request of a task came to. */
export type TaskOutcome =
  | { readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly error: {
        readonly code: number;
        readonly message: string;
        readonly data?: unknown;
      };
    };

/** A task, and whose it is. */
export interface TaskRecord {
  readonly task: StoredTask;
  /** The principal, or the session, that may see it. */
  readonly owner: string;
  /** Set once the task has ended. */
  readonly outcome?: TaskOutcome;
}

/**
 * Keeps tasks. One that keeps them outside of the process lets several servers answer
 * for them; the work itself goes on where it began.
 */
export interface TaskStore {
  /** Keeps a new task, or a changed one in its place. */
  put(record: TaskRecord): Promise<void> | void;
  /** The task of that id; undefined if there is none, or its time is over. */
  get(taskId: string): Promise<TaskRecord | undefined> | TaskRecord | undefined;
  /**
   * A page of the tasks of an owner, oldest first.
   *
   * @param cursor - `nextCursor` of the page before; undefined for the first.
   * @returns undefined if the cursor is not one.
   */
  list(
    owner: string,
    cursor: string | undefined,
  ): Promise<TaskPage | undefined> | TaskPage | undefined;
}

/** A page of tasks. */
export interface TaskPage {
  readonly tasks: readonly StoredTask[];
  readonly nextCursor?: string;
}

/** Options of {@link InMemoryTaskStore}. */
export interface InMemoryTaskStoreOptions {
  /** How many tasks are kept; past it, ended ones are forgotten, oldest first. Default: 10,000. */
  readonly maxTasks?: number | undefined;
  /** How many tasks a page has. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Keeps tasks in the memory of the process. */
export class InMemoryTaskStore implements TaskStore {
  readonly #records = new Map<string, TaskRecord>();
  readonly #maxTasks: number;
  readonly #pageSize: number;

  constructor(options: InMemoryTaskStoreOptions = {}) {
    this.#maxTasks = options.maxTasks ?? 10_000;
    this.#pageSize = options.pageSize ?? 100;
  }

  put(record: TaskRecord): void {
    this.#records.set(record.task.taskId, record);
    if (this.#records.size > this.#maxTasks) this.#clean();
  }

  get(taskId: string): TaskRecord | undefined {
    const record = this.#records.get(taskId);
    if (record === undefined || !isExpired(record)) return record;
    this.#records.delete(taskId);
    return undefined;
  }

  list(owner: string, cursor: string | undefined): TaskPage | undefined {
    const own: StoredTask[] = [];
    for (const record of this.#records.values()) {
      if (record.owner === owner && !isExpired(record)) own.push(record.task);
    }
    const from =
      cursor === undefined
        ? 0
        : own.findIndex(({ taskId }) => taskId === cursor) + 1;
    if (cursor !== undefined && from === 0) return undefined;
    const tasks = own.slice(from, from + this.#pageSize);
    const last = tasks.at(-1);
    return from + this.#pageSize < own.length && last !== undefined
      ? { tasks, nextCursor: last.taskId }
      : { tasks };
  }

  #clean(): void {
    for (const [taskId, record] of this.#records) {
      if (isExpired(record)) this.#records.delete(taskId);
    }
    for (const [taskId, { task }] of this.#records) {
      if (this.#records.size <= this.#maxTasks) return;
      if (isTerminal(task.status)) this.#records.delete(taskId);
    }
  }
}

/** Whether a state is never left. */
export function isTerminal(status: TaskStatus): boolean {
  return status !== "working" && status !== "input_required";
}

function isExpired({ task: { createdAt, ttl } }: TaskRecord): boolean {
  return ttl !== null && Date.now() > Date.parse(createdAt) + ttl;
}
