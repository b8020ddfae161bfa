/** A server that is started as a process and speaks over its standard streams. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  answerTo,
  isRecord,
  type Link,
  MAX_ANSWER,
  PATIENCE_MS,
  resultOf,
} from "./link.js";

/** How long a process has to end by itself once its input is closed, in milliseconds. */
const FAREWELL_MS = 2_000;

/** How much of what a server writes to its error stream is kept for a message. */
const MAX_COMPLAINT = 2_000;

/** An answer that is waited for. */
interface Waiting {
  readonly resolve: (message: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a server.
 *
 * @param command The program and its arguments; no shell is in between.
 * @param cwd The folder that it works in; this program's by default.
 */
export function openProcess(command: readonly string[], cwd?: string): Link {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
    // npx and other scripts of Windows need one.
    shell: process.platform === "win32",
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let complaint = "";
  let ended: Error | undefined;

  const end = (reason: string): void => {
    const said = complaint.trim();
    ended ??= new Error(said === "" ? reason : `${reason} It said: ${said}`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  child.on("error", (error) =>
    end(`${program} cannot be started: ${error.message}.`),
  );
  child.on("close", (code, signal) =>
    end(`${program} ended (${signal ?? `exit code ${code}`}).`),
  );
  child.stdin.on("error", () => {
    // The process is gone; that it closed tells more.
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT);
  });
  readLines(child, receive, () => {
    end(`${program} sent a line of more than ${MAX_ANSWER} bytes.`);
    child.kill();
  });

  function receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Some servers print greetings; they are nobody's answer.
      return;
    }
    if (!isRecord(message)) return;
    const answer = answerTo(message);
    if (answer !== undefined) send(answer);
    const { id } = message;
    if (typeof id !== "number" || "method" in message) return;
    waiting.get(id)?.resolve(message);
    waiting.delete(id);
  }

  return {
    async request(method, params) {
      if (ended !== undefined) throw ended;
      const id = ++lastId;
      let timer: NodeJS.Timeout | undefined;
      try {
        const message = await new Promise<Readonly<Record<string, unknown>>>(
          (resolve, reject) => {
            waiting.set(id, { resolve, reject });
            timer = setTimeout(() => {
              const said = complaint.trim();
              reject(
                new Error(
                  `${program} does not answer ${method} within ${PATIENCE_MS / 1000} seconds.${said === "" ? "" : ` It said: ${said}`}`,
                ),
              );
            }, PATIENCE_MS);
            send({ id, method, params });
          },
        );
        return resultOf(message);
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    async notify(method) {
      send({ method });
    },
    speak() {
      // Over stdio the version travels with the handshake, or in each request.
    },
    close: () => closed(child),
  };
}

/** Calls for each line of a process, which ends in a line feed. */
function readLines(
  { stdout }: ChildProcess,
  receive: (line: string) => void,
  tooLong: () => void,
): void {
  let pending = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (pending + text).split("\n");
    pending = lines.pop() ?? "";
    if (pending.length > MAX_ANSWER) tooLong();
    for (const line of lines) if (line.trim() !== "") receive(line);
  });
}

/** Closes a process's input, and ends it where it does not end by itself. */
async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.pid === undefined) return;
  await new Promise<void>((resolve) => {
    const terminate = setTimeout(() => child.kill(), FAREWELL_MS);
    const kill = setTimeout(() => child.kill("SIGKILL"), 2 * FAREWELL_MS);
    child.once("close", () => {
      clearTimeout(terminate);
      clearTimeout(kill);
      resolve();
    });
    child.stdin?.end();
  });
}
