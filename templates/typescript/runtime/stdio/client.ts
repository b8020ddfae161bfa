/** A server as a child process: one message a line, over its stdin and stdout. */
import { messageOf } from "../protocol/to-error.js";
import { ConnectionError } from "../protocol/connection-error.js";
import { FaultReports } from "../protocol/fault-reports.js";
import { jsonText } from "../protocol/json-text.js";
import { quoted } from "../protocol/limits.js";
import { describeLineFault, type LineFault, LineReader } from "./lines.js";
import {
  type ChildProcess,
  currentProcess,
  fileExists,
  LineWriter,
  platformSpawn,
  type Spawn,
  writeToStderr,
} from "./process.js";
import { StderrReader } from "./stderr.js";
import { type WindowsStart, windowsStart } from "./windows.js";
import {
  deliverText,
  type Receiver,
  type Transport,
} from "../protocol/transport.js";
import type { JSONRPCMessage } from "../../types.js";

/** How to start a server, and how to live with it. */
export interface StdioOptions {
  /**
   * The program; looked up in `PATH` and started without a shell. On Windows, batch files
   * such as `npx` are started by the command interpreter.
   */
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
   * Where its stderr goes. `forward` (the default): to this program's own. `ignore`:
   * nowhere. A function gets the text as it comes. Of these three, the last line is part
   * of the error when the server fails. `inherit`: the server writes to this program's
   * stderr itself, which may be a terminal. Nothing on it counts as a failure.
   */
  readonly stderr?:
    "forward" | "inherit" | "ignore" | ((text: string) => void) | undefined;
  /**
   * How often a server that crashed is started again: 0 unless given. What it was
   * working on is lost and never repeated by itself. A server that ran for a
   * minute has its count set back.
   */
  readonly restarts?: number | undefined;
  /** How long `close` waits between its steps, 2,000 ms unless given. */
  readonly graceMs?: number | undefined;
  /** Longest line that is read from the server, 8 MiB unless given. */
  readonly maxLineBytes?: number | undefined;
  /**
   * What starts the process, in place of `spawn` of `node:child_process`; it gets command
   * and arguments as they are. `cross-spawn` is one.
   */
  readonly spawn?: Spawn | undefined;
}

/**
 * A transport that starts a server and talks to it over stdin and stdout.
 *
 * The process starts with the client. `close` ends its stdin, waits, then sends
 * SIGTERM, waits, then SIGKILL. What the server prints in addition to messages is
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

/** The longest wait before a crashed server is started again. */
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
  readonly #faults = new FaultReports((error) => this.#receiver?.report(error));
  #restarted = 0;
  /** Set while a crashed server is about to be started again. */
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
    const text = jsonText(message);
    if (this.#pause !== undefined) {
      return this.#pause.over.then(() => this.#write(text));
    }
    return this.#write(text);
  }

  again(): Transport {
    return new StdioTransport(this.#options);
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#pause?.stop();
    this.#faults.flush();
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
          if (this.#closed !== undefined) return;
          // Parsing what is not a message costs far more than printing it.
          if (isMessageText(text)) deliverText(receiver, text);
          else receiver.malformed(text, undefined);
        },
        fault: (fault) => {
          if (this.#closed !== undefined) return;
          const error = (): Error =>
            new ConnectionError(describeLineFault(fault));
          if (fault.envelope?.kind === "response") {
            receiver.failed(fault.envelope.id, error());
          } else {
            this.#faults.report(error);
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
            this.#faults.flush();
            receiver.closed(cause);
          }
        },
      });
    } catch (cause) {
      this.#closed = Promise.resolve();
      // Not from within `receive`: who called it is not done with it yet.
      queueMicrotask(() => receiver.closed(startError(this.#options, cause)));
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
  /** A line that was skipped. */
  fault(fault: LineFault): void;
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
  /** Whether anything came from its stdout. */
  #spoke = false;

  constructor(options: StdioOptions, listener: ServerProcessListener) {
    const { stderr = "forward" } = options;
    const { child, found } = start(options);
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) {
      child.kill("SIGKILL");
      throw new ConnectionError("It was started without pipes.");
    }
    this.#child = child;
    this.#graceMs = options.graceMs ?? 2_000;
    this.#writer = new LineWriter(stdin, listener.report);
    this.#readOutput(stdout, listener, options.maxLineBytes);
    const words =
      child.stderr && new StderrReader(child.stderr, stderrListener(stderr));
    this.#exited = new Promise((resolve) => {
      let done = false;
      let lastOutput: ReturnType<typeof setTimeout> | undefined;
      const end = (cause: Error, restartable: boolean): void => {
        if (!done) {
          done = true;
          clearTimeout(lastOutput);
          // What the server started may hold the other ends open for a long time.
          stdout.destroy();
          child.stderr?.destroy();
          stdin.destroy?.();
          resolve();
          listener.ended(cause, restartable);
        }
      };
      child.on("error", (error) => {
        if (child.pid === undefined) {
          end(startError(options, error), false);
        } else {
          listener.report(error);
        }
      });
      const exited = (code: number | null, signal: string | null): void => {
        // The command interpreter did not find the program either.
        if (!found && code !== 0 && !this.#spoke) {
          end(startError(options, { code: "ENOENT" }), false);
        } else {
          end(exitError(options, code, signal, words?.lastLine), true);
        }
      };
      child.on("close", exited);
      child.on("exit", (code, signal) => {
        // A grandchild may hold stdout or stderr open: then "close" would never come.
        lastOutput = setTimeout(() => exited(code, signal), outputAfterExitMs);
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
    const reader = new LineReader(listener, maxLineBytes);
    stdout.on("data", (chunk) => {
      this.#spoke = true;
      reader.push(chunk);
    });
    stdout.on("end", () => {
      reader.end();
      // A server may close its stdout to say that it is done.
      void this.stop();
    });
    stdout.on("error", listener.report);
  }
}

/** Starts the process, by the means of the platform. */
function start(options: StdioOptions): {
  readonly child: ChildProcess;
  /** False if the program is known not to be where it is looked for. */
  readonly found: boolean;
} {
  const { command, args = [], stderr = "forward" } = options;
  const env = { ...defaultEnvironment(), ...options.env };
  const isOnWindows = currentProcess().platform === "win32";
  const how: WindowsStart =
    isOnWindows && options.spawn === undefined
      ? windowsStart(command, args, env, (path) => fileExists(path) === true)
      : { command, args, found: true };
  const spawn = options.spawn ?? platformSpawn();
  const child = spawn(how.command, how.args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env,
    stdio: ["pipe", "pipe", stderr === "inherit" ? "inherit" : "pipe"],
    windowsHide: true,
    ...(how.windowsVerbatimArguments === true
      ? { windowsVerbatimArguments: true }
      : {}),
  });
  return { child, found: how.found };
}

function stderrListener(
  stderr: NonNullable<StdioOptions["stderr"]>,
): (text: string) => void | Promise<void> {
  if (stderr === "forward") return writeToStderr;
  if (typeof stderr !== "function") return () => undefined;
  return (text) => {
    stderr(text);
  };
}

/** True for what may be a JSON object, as every message is one, or an array of them. */
function isMessageText(text: string): boolean {
  return /^\s*(?:\[\s*)?\{/.test(text) && /\}\s*\]?\s*$/.test(text.slice(-16));
}

/** Why a server could not be started, and what to do about it. */
function startError(options: StdioOptions, cause: unknown): ConnectionError {
  const { command, cwd } = options;
  const code: unknown =
    typeof cause === "object" && cause !== null
      ? Reflect.get(cause, "code")
      : undefined;
  let reason = messageOf(cause);
  if (code === "ENOENT" && cwd !== undefined && fileExists(cwd) === false) {
    reason = `ENOENT (there is no directory ${JSON.stringify(cwd)})`;
  } else if (code === "ENOENT") {
    reason = "ENOENT (there is no such program in PATH)";
  } else if (code === "EACCES") {
    reason = "EACCES (the file is not a program, or must not be run)";
  } else if (typeof code === "string" && !reason.includes(code)) {
    reason = `${code} (${reason})`;
  }
  const wayOut =
    currentProcess().platform === "win32"
      ? ". Give the full path of the program, or let `cross-spawn` start it (option spawn)."
      : "";
  return new ConnectionError(
    `could not start ${JSON.stringify(command)}: ${reason}${wayOut}`,
    { cause },
  );
}

function exitError(
  { command }: StdioOptions,
  code: number | null,
  signal: string | null,
  lastLine: string | undefined,
): ConnectionError {
  const how = code === null ? `by ${signal}` : `with exit code ${code}`;
  const said = code === 0 ? undefined : lastLine;
  return new ConnectionError(
    `The server "${command}" ended ${how}` +
      (said === undefined ? "." : `: ${quoted(said)}`),
  );
}
