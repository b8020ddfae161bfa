/** Peers for a client under test that the test plays itself, chunk by chunk. */
import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { Client, type ClientOptions } from "../../out/draft/client.js";
import type { HttpOptions } from "../../out/draft/runtime/http/client/post.js";
import { httpTransport } from "../../out/draft/runtime/http/client/transport.js";
import {
  stdioTransport,
  type StdioOptions,
} from "../../out/draft/runtime/stdio/client.js";

/** A client, what it sends, and a way to answer with bytes. */
export interface Scripted {
  readonly client: Client;
  /** Faults that its program received. */
  readonly errors: Error[];
  /** Requests and notifications that it sent. */
  readonly sent: Record<string, any>[];
  /** Gives it the next bytes of whatever it reads. */
  push(chunk: Uint8Array | string): Promise<void>;
  /** Whether it still reads. */
  isRead(): boolean;
  /** Ends what it reads. */
  end(): void;
}

const bytesOf = (chunk: Uint8Array | string): Uint8Array =>
  typeof chunk === "string" ? Buffer.from(chunk) : chunk;

function clientOptions(errors: Error[]): ClientOptions {
  return {
    info: { name: "client", version: "1.0.0" },
    probe: false,
    onError: (error) => errors.push(error),
  };
}

/** A client of a process that does not exist: its pipes are the test's. */
export function scriptedStdio(
  options: Partial<StdioOptions> = {},
  ofClient: Partial<ClientOptions> = {},
): Scripted {
  const errors: Error[] = [];
  const sent: Record<string, any>[] = [];
  const stream = (more: object = {}) =>
    Object.assign(new EventEmitter(), {
      pause: () => undefined,
      resume: () => undefined,
      destroy: () => undefined,
      end: () => undefined,
      write: () => true,
      ...more,
    });
  const stdout = stream();
  const child = Object.assign(new EventEmitter(), {
    pid: 1,
    stdin: stream({
      write: (text: string) => {
        sent.push(JSON.parse(text));
        return true;
      },
      // A process that ends when its input does.
      end: () => queueMicrotask(() => child.emit("close", 0, null)),
    }),
    stdout,
    stderr: stream(),
    kill: () => true,
  });
  const client = new Client(
    stdioTransport({ command: "scripted", spawn: () => child, ...options }),
    { ...clientOptions(errors), ...ofClient },
  );
  return {
    client,
    errors,
    sent,
    push: (chunk) => {
      stdout.emit("data", bytesOf(chunk));
      return Promise.resolve();
    },
    isRead: () => true,
    end: () => stdout.emit("end"),
  };
}

/** A client over HTTP whose requests are all answered with one body, the test's. */
export function scriptedHttp(
  type: "application/json" | "text/event-stream" | "text/html",
  options: HttpOptions = {},
): Scripted {
  const errors: Error[] = [];
  const sent: Record<string, any>[] = [];
  let cancelled = false;
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const client = new Client(
    httpTransport("http://127.0.0.1/", {
      fetch: async (_url, init) => {
        sent.push(JSON.parse(String(init.body)));
        const body = new ReadableStream<Uint8Array>({
          start: (given) => {
            controller = given;
          },
          cancel: () => {
            cancelled = true;
          },
        });
        return new Response(body, { headers: { "content-type": type } });
      },
      ...options,
    }),
    clientOptions(errors),
  );
  return {
    client,
    errors,
    sent,
    push: async (chunk) => {
      controller.enqueue(bytesOf(chunk));
      while ((controller.desiredSize ?? 1) < 1) await turn();
    },
    isRead: () => !cancelled,
    end: () => controller.close(),
  };
}
