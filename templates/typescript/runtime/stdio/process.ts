/**
 * The parts of Node's process and streams that the stdio transports use, written
 * down by their shape. Bun and Deno offer the same ones. As nothing is imported,
 * this folder also compiles where Node's types are not installed.
 */
import { ConnectionError } from "../protocol/connection-error.js";

/** A stream to read bytes from, such as `process.stdin`. */
export interface ByteSource {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** A stream to write text to, such as `process.stdout`. */
export interface ByteSink {
  /** `done` is called once the text has been written. */
  write(text: string, done?: () => void): boolean;
  end(): unknown;
  destroy?(): unknown;
  on(event: "drain" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A process that was started. */
export interface ChildProcess {
  readonly stdin: ByteSink | null;
  readonly stdout: ByteSource | null;
  readonly stderr: ByteSource | null;
  readonly pid?: number | undefined;
  kill(signal: "SIGTERM" | "SIGKILL"): boolean;
  on(
    event: "exit" | "close",
    listener: (code: number | null, signal: string | null) => void,
  ): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Starts a process; `spawn` of `node:child_process`, or one that is called like it. */
export type Spawn = (
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdio: readonly ["pipe", "pipe", "pipe" | "inherit" | "ignore"];
    readonly windowsHide: boolean;
    readonly windowsVerbatimArguments?: boolean;
  },
) => ChildProcess;

/** What is used of `node:fs`. */
export interface NodeFiles {
  existsSync(path: string): boolean;
}

/** What is used of Node's global `process`. */
export interface NodeProcess {
  readonly stdin: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr?: ByteSink | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  getBuiltinModule?(name: "node:child_process"): { readonly spawn: Spawn };
  getBuiltinModule?(name: "node:fs"): NodeFiles;
}

/**
 * The process that this program runs in.
 *
 * @throws {ConnectionError} in a browser or worker, which has none.
 */
export function currentProcess(): NodeProcess {
  const process = Reflect.get(globalThis, "process") as NodeProcess | undefined;
  if (process?.stdin === undefined) {
    throw new ConnectionError(
      "There is no process with stdin and stdout here: stdio needs Node, Bun or Deno.",
    );
  }
  return process;
}

/**
 * `spawn` of this platform.
 *
 * @throws {ConnectionError} where the platform does not hand it out.
 */
export function platformSpawn(): Spawn {
  const process = currentProcess();
  if (process.getBuiltinModule === undefined) {
    throw new ConnectionError(
      "To start a server, give `spawn` of node:child_process as an option: this platform " +
        "has no process.getBuiltinModule (Node has it since 20.16).",
    );
  }
  return process.getBuiltinModule("node:child_process").spawn;
}

/**
 * Whether a file or directory exists; undefined where the platform does not say.
 */
export function fileExists(path: string): boolean | undefined {
  return currentProcess().getBuiltinModule?.("node:fs").existsSync(path);
}

let guarded = false;

/**
 * Writes to this program's own stderr; settles once that takes more. Like
 * `console.error`, it does not mind if nobody reads it any more.
 */
export function writeToStderr(text: string): void | Promise<void> {
  const { stderr } = currentProcess();
  if (stderr === undefined) return;
  if (!guarded) {
    guarded = true;
    stderr.on("error", () => undefined);
  }
  let written: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    written = resolve;
  });
  return stderr.write(text, () => written()) ? undefined : done;
}

/** Writes lines to a stream and tells when it takes more. */
export class LineWriter {
  readonly #sink: ByteSink;
  #ended = false;
  /** One promise for all who wait, as a stream has few places for listeners. */
  #drained: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  /**
   * @param sink its `error` event gets a listener, so a peer that went away
   *   (EPIPE) never ends the program
   * @param failed called with each error of the stream
   */
  constructor(sink: ByteSink, failed: (error: Error) => void) {
    this.#sink = sink;
    sink.on("drain", () => this.#release());
    sink.on("close", () => {
      this.#ended = true;
      this.#release();
    });
    sink.on("error", (error) => {
      this.#ended = true;
      this.#release();
      failed(error);
    });
  }

  /**
   * Writes one line.
   *
   * @returns nothing when the stream takes more at once, else a promise for the
   *   moment it does; one that rejects when the stream has ended.
   */
  write(text: string): void | Promise<void> {
    if (this.#ended) {
      return Promise.reject(
        new ConnectionError(
          "The stream to the peer has ended; the message was not sent.",
        ),
      );
    }
    if (this.#sink.write(`${text}\n`)) {
      return;
    }
    this.#drained ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    return this.#drained;
  }

  /** Ends the stream after what has been written. */
  end(): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#sink.end();
      this.#release();
    }
  }

  #release(): void {
    const resume = this.#resume;
    this.#drained = undefined;
    this.#resume = undefined;
    resume?.();
  }
}
