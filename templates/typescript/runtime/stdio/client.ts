/** A server as a child process: one message a line, over its stdin and stdout. */
import { messageOf } from "../protocol/to-error.js";
import { ConnectionError } from "../protocol/connection-error.js";
import { describeLineFault, LineReader } from "./lines.js";
import {
  type ChildProcess,
  currentProcess,
  LineWriter,
  platformSpawn,
  type Spawn,
} from "./process.js";
import {
  deliverText,
  type Receiver,
  type Transport,
} from "../protocol/transport.js";
import type { JSONRPCMessage } from "../../types.js";

/** How to start a server, and how to live with it. */
export interface StdioOptions {
  /** The program; looked up in `PATH` and started without a shell. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Its working directory; this program's own unless given. */
  readonly cwd?: string | undefined;
  /**
   * Variables of its environment, on top of {@link defaultEnvironment}. Secrets
   * of this program's own environment reach the server only when named here.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * Where its stderr goes: to this program's own (the default), nowhere, or to a
   * function that gets the text as it comes. Nothing on it counts as a failure.
   */
  readonly stderr?: "inherit" | "ignore" | ((text: string) => void) | undefined;
  /**
   * How often a server that crashed is started anew: 0 unless given. What it was
   * working on is lost and never repeated by itself. A server that ran for a
   * minute has its count set back.
   */
  readonly restarts?: number | undefined;
  /** How long `close` waits between its steps, 2,000 ms unless given. */
  readonly graceMs?: number | undefined;
  /** Longest line that is read from the server, 64 MiB unless given. */
  readonly maxLineBytes?: number | undefined;
  /** What starts the process, say `cross-spawn` for `.cmd` files on Windows. */
  readonly spawn?: Spawn | undefined;
}

/**
 * A transport that starts a server and talks to it over stdin and stdout.
 *
 * The process starts with the client. `close` ends its stdin, waits, then sends
 * SIGTERM, waits, then SIGKILL. What the server prints beside messages is
 * reported and skipped.
 *
 * ```ts
 * const client = new Client(stdioTransport({ command: "node", args: ["server.js"] }), { info });
 * ```
 */
export function stdioTransport(options: StdioOptions): Transport {
  return new StdioTransport(options);
}

const inheritedNames = [
  "HOME",
  "LANG",
  "LC_ALL",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "TZ",
  "USER",
];

const inheritedNamesOnWindows = [
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
];

/** The variables of this program's environment that a server gets unasked. */
export function defaultEnvironment(): Record<string, string> {
  const process = currentProcess();
  const names =
    process.platform === "win32" ? inheritedNamesOnWindows : inheritedNames;
  const environment: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    // A value that opens like this is a shell function, not data.
    if (value !== undefined && !value.startsWith("()")) {
      environment[name] = value;
    }
  }
  return environment;
}

/** The longest wait before a crashed server is started anew. */
const maxRestartDelayMs = 10_000;
/** A server that ran this long is healthy: its restarts are counted from 0 again. */
const healthyAfterMs = 60_000;
/** How long output may still come once the process is gone. */
const outputAfterExitMs = 500;

class StdioTransport implements Transport {
  readonly probe = true;
  readonly #options: StdioOptions;
  #receiver: Receiver | undefined;
  /** The process of the moment; none before the start, in a pause, after the end. */
  #running: ServerProcess | undefined;
  #restarted = 0;
  /** Set while a crashed server is about to be started anew. */
  #pause: Pause | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#closed === undefined) {
      this.#start(receiver);
    } else {
      receiver.closed();
    }
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    const text = JSON.stringify(message);
    if (this.#pause !== undefined) {
      return this.#pause.over.then(() => this.#write(text));
    }
    return this.#write(text);
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#pause?.stop();
    this.#receiver?.closed();
    await this.#running?.stop();
  }

  #write(text: string): void | Promise<void> {
    if (this.#running === undefined || this.#closed !== undefined) {
      return Promise.reject(
        new ConnectionError(
          `The server "${this.#options.command}" is not running; the message was not sent.`,
        ),
      );
    }
    return this.#running.write(text);
  }

  #start(receiver: Receiver): void {
    const startedAt = Date.now();
    try {
      this.#running = new ServerProcess(this.#options, {
        line: (text) => {
          if (this.#closed === undefined) {
            deliverText(receiver, text);
          }
        },
        report: (error) => {
          if (this.#closed === undefined) {
            receiver.report(error);
          }
        },
        ended: (cause, restartable) => {
          this.#running = undefined;
          if (this.#closed !== undefined) {
            return;
          }
          if (Date.now() - startedAt >= healthyAfterMs) {
            this.#restarted = 0;
          }
          if (restartable && this.#restarted < (this.#options.restarts ?? 0)) {
            this.#restart(receiver, cause);
          } else {
            this.#closed = Promise.resolve();
            receiver.closed(cause);
          }
        },
      });
    } catch (cause) {
      this.#closed = Promise.resolve();
      // Not from within `receive`: who called it is not done with it yet.
      queueMicrotask(() =>
        receiver.closed(startError(this.#options.command, cause)),
      );
    }
  }

  #restart(receiver: Receiver, cause: Error): void {
    const delayMs = Math.min(100 * 2 ** this.#restarted, maxRestartDelayMs);
    this.#restarted += 1;
    this.#pause = pause(delayMs, () => {
      this.#pause = undefined;
      this.#start(receiver);
    });
    receiver.lost(cause);
  }
}

/** A wait that can be cut short. */
interface Pause {
  /** Settles when the wait is over or was cut short. */
  readonly over: Promise<void>;
  stop(): void;
}

/** Waits, then acts; `stop` ends the wait without the act. */
function pause(delayMs: number, act: () => void): Pause {
  let settle: () => void;
  const over = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const timer = setTimeout(() => {
    act();
    settle();
  }, delayMs);
  return {
    over,
    stop: () => {
      clearTimeout(timer);
      settle();
    },
  };
}

/** Who hears from a {@link ServerProcess}. */
interface ServerProcessListener {
  line(text: string): void;
  report(error: Error): void;
  /** The process is gone, or never came to be: then a restart would not help. */
  ended(cause: Error, restartable: boolean): void;
}

/** One run of the server's process. */
class ServerProcess {
  readonly #child: ChildProcess;
  readonly #writer: LineWriter;
  readonly #graceMs: number;
  readonly #exited: Promise<void>;

  constructor(options: StdioOptions, listener: ServerProcessListener) {
    const { command, stderr = "inherit" } = options;
    const spawn = options.spawn ?? platformSpawn();
    const child = spawn(command, options.args ?? [], {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...defaultEnvironment(), ...options.env },
      stdio: ["pipe", "pipe", typeof stderr === "function" ? "pipe" : stderr],
      windowsHide: true,
    });
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) {
      child.kill("SIGKILL");
      throw new ConnectionError("It was started without pipes.");
    }
    this.#child = child;
    this.#graceMs = options.graceMs ?? 2_000;
    this.#writer = new LineWriter(stdin, listener.report);
    this.#readOutput(stdout, listener, options.maxLineBytes);
    if (typeof stderr === "function" && child.stderr !== null) {
      readText(child.stderr, stderr);
    }
    this.#exited = new Promise((resolve) => {
      let done = false;
      let lastOutput: ReturnType<typeof setTimeout> | undefined;
      const end = (cause: Error, restartable: boolean): void => {
        if (!done) {
          done = true;
          clearTimeout(lastOutput);
          resolve();
          listener.ended(cause, restartable);
        }
      };
      child.on("error", (error) => {
        if (child.pid === undefined) {
          end(startError(command, error), false);
        } else {
          listener.report(error);
        }
      });
      child.on("close", (code, signal) =>
        end(exitError(command, code, signal), true),
      );
      child.on("exit", (code, signal) => {
        // A grandchild may hold stdout open: then "close" would never come.
        lastOutput = setTimeout(() => {
          stdout.destroy();
          end(exitError(command, code, signal), true);
        }, outputAfterExitMs);
      });
    });
  }

  write(text: string): void | Promise<void> {
    return this.#writer.write(text);
  }

  /** Asks the process to end, by the three steps of the specification. */
  async stop(): Promise<void> {
    this.#writer.end();
    if (await this.#exitsWithin(this.#graceMs)) {
      return;
    }
    this.#child.kill("SIGTERM");
    if (await this.#exitsWithin(this.#graceMs)) {
      return;
    }
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  #exitsWithin(delayMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), delayMs);
      void this.#exited.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #readOutput(
    stdout: NonNullable<ChildProcess["stdout"]>,
    listener: ServerProcessListener,
    maxLineBytes: number | undefined,
  ): void {
    const reader = new LineReader(
      {
        line: listener.line,
        fault: (fault) =>
          listener.report(new ConnectionError(describeLineFault(fault))),
      },
      maxLineBytes,
    );
    stdout.on("data", (chunk) => reader.push(chunk));
    stdout.on("end", () => {
      reader.end();
      // A server may close its stdout to say that it is done.
      void this.stop();
    });
    stdout.on("error", listener.report);
  }
}

function readText(
  source: NonNullable<ChildProcess["stderr"]>,
  listener: (text: string) => void,
): void {
  const decoder = new TextDecoder();
  source.on("data", (chunk) =>
    listener(decoder.decode(chunk, { stream: true })),
  );
  source.on("error", () => undefined);
}

function startError(command: string, cause: unknown): ConnectionError {
  const reason = messageOf(cause);
  return new ConnectionError(
    `The server "${command}" could not be started: ${reason}`,
    { cause },
  );
}

function exitError(
  command: string,
  code: number | null,
  signal: string | null,
): ConnectionError {
  const how = code === null ? `by ${signal}` : `with exit code ${code}`;
  return new ConnectionError(`The server "${command}" ended ${how}.`);
}
