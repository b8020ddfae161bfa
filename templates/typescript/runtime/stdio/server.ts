/** A server that its client started: one message a line, over stdin and stdout. */
import type { JSONRPCMessage } from "../../types.js";
import { serve, type MessageServer, type ServeOptions } from "../peer/serve.js";
import { ConnectionError } from "../protocol/connection-error.js";
import { jsonText } from "../protocol/json-text.js";
import { describeLineFault, LineReader } from "./lines.js";
import {
  type ByteSink,
  type ByteSource,
  currentProcess,
  LineWriter,
} from "./process.js";
import {
  deliverText,
  type Receiver,
  type Transport,
  promiseOf,
} from "../protocol/transport.js";

/** How a server is served over stdio. */
export interface ServeStdioOptions extends ServeOptions {
  /** Where messages come from, `process.stdin` unless given. */
  readonly input?: ByteSource | undefined;
  /** Where messages go, `process.stdout` unless given. */
  readonly output?: ByteSink | undefined;
  /** Longest line that is read, 8 MiB unless given. */
  readonly maxLineBytes?: number | undefined;
  /**
   * How long requests may go on once the input has ended, 2,000 ms unless given:
   * `echo '...' | server` gets its answer.
   */
  readonly drainMs?: number | undefined;
}

/**
 * Serves the client at stdin and stdout.
 *
 * Nothing else may write to stdout; logs belong on stderr. A line that is not a
 * message is answered with an error and costs nothing else.
 *
 * @returns a promise for the end: of the input, of whoever read the output, or of
 *   the server. Programs that hold resources end them then, and exit.
 */
export function serveStdio(
  server: MessageServer,
  options: ServeStdioOptions = {},
): Promise<void> {
  return serve(server, new StdioServerTransport(options), options).closed;
}

class StdioServerTransport implements Transport {
  readonly #input: ByteSource;
  readonly #output: ByteSink;
  readonly #maxLineBytes: number | undefined;
  readonly #drainMs: number;
  #receiver: Receiver | undefined;
  #writer: LineWriter | undefined;
  /** Runs once the input has ended, until the last answer. */
  #draining: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: ServeStdioOptions) {
    this.#input = options.input ?? currentProcess().stdin;
    this.#output = options.output ?? currentProcess().stdout;
    this.#maxLineBytes = options.maxLineBytes;
    this.#drainMs = options.drainMs ?? 2_000;
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    // A client that went away while something was written (EPIPE) is its end.
    this.#writer = new LineWriter(this.#output, (error) => this.#end(error));
    const reader = new LineReader(
      {
        line: (text) => deliverText(receiver, text),
        fault: (fault) =>
          receiver.malformed("", new ConnectionError(describeLineFault(fault))),
      },
      this.#maxLineBytes,
    );
    this.#input.on("data", (chunk) => reader.push(chunk));
    this.#input.on("end", () => {
      reader.end();
      this.#drain();
    });
    this.#input.on("close", () => this.#drain());
    this.#input.on("error", (error) => this.#end(error));
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    const sent = promiseOf(this.#writer?.write(jsonText(message)));
    if (sent !== undefined) {
      // From a client that does not read answers, no further requests are read.
      this.#input.pause();
      const resume = (): unknown => this.#input.resume();
      sent.then(resume, resume);
    }
    return sent;
  }

  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  /** The input has ended: what is being served may go on for a while. */
  #drain(): void {
    if (this.#closed || this.#draining !== undefined) {
      return;
    }
    this.#draining = setTimeout(() => this.#end(), this.#drainMs);
    const done = this.#receiver?.inputEnded?.() ?? Promise.resolve();
    void done.then(() => this.#end());
  }

  #end(cause?: Error): void {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    clearTimeout(this.#draining);
    this.#input.destroy();
    this.#receiver?.closed(cause);
  }
}
