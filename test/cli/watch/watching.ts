/** Runs `mcp-gen --watch` for a test, and waits for what it prints. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { program } from "../program.js";

/** No step of a test takes longer, on however slow a machine. */
const BOUND_MS = 45_000;

/** A program that watches. */
export class Watching {
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  #text = "";
  #seen = 0;
  #onText: () => void = () => undefined;

  constructor(cwd: string, args: readonly string[]) {
    this.child = spawn(process.execPath, [program, "--watch", ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: "1" },
    });
    this.#closed = once(this.child, "close");
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk) => {
        this.#text += String(chunk);
        this.#onText();
      });
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  /** Everything that was printed. */
  get text(): string {
    return this.#text;
  }

  /** Waits for what is printed after what was waited for the last time. */
  async until(pattern: RegExp): Promise<string> {
    const end = Date.now() + BOUND_MS;
    for (;;) {
      const match = pattern.exec(this.#text.slice(this.#seen));
      if (match !== null) {
        this.#seen += match.index + match[0].length;
        return match[0];
      }
      const rest = end - Date.now();
      if (rest <= 0 || this.child.exitCode !== null)
        throw new Error(`${pattern} was not printed, but:\n${this.#text}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(rest, 1_000));
        this.#onText = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal);
    return this.closed();
  }

  /** Waits for the end. */
  async closed(): Promise<unknown> {
    const [exitCode, signal] = await this.#closed;
    return signal ?? exitCode;
  }
}
