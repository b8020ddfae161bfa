/**
 * A process that is one HTTP server with sessions, see `../http-server.ts`.
 *
 * `http-server.ts <name> <folder>`: the name is one of {@link SessionSubject}, the folder
 * that of the generated code. Sends its port to the process that started it; answers each
 * of its messages with a {@link Usage}.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { callResponse } from "./messages.js";
import { sdkListener } from "./sdk.js";
import { ourCode, ourServer } from "./subject.js";

/** The servers that are compared. */
export type SessionSubject = "bare" | "ours" | "sdk";

/** What a process has used so far. */
export interface Usage {
  /** CPU time in milliseconds. */
  readonly cpu: number;
  /** Bytes of the heap once garbage is gone; needs `--expose-gc`. */
  readonly heap: number;
}

/**
 * The floor: reads the body as JSON and writes an answer as JSON, with nothing in
 * between but the promise that any handler of a tool needs.
 */
const bare: RequestListener = (request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(pieces).toString()) as {
      id: unknown;
    };
    void Promise.resolve().then(() => {
      response.statusCode = 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...callResponse, id }));
    });
  });
};

const [name, folder = ""] = process.argv.slice(2);

const listeners: Record<
  SessionSubject,
  () => RequestListener | Promise<RequestListener>
> = {
  bare: () => bare,
  ours: async () => {
    const code = await ourCode(folder);
    return code.server.nodeHandler(ourServer(code)) as RequestListener;
  },
  sdk: sdkListener,
};

/** Frees what nobody holds any more; some of it takes several passes. */
async function collect(): Promise<void> {
  for (let pass = 0; pass < 4; pass += 1) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const server = createServer(await listeners[name as SessionSubject]());
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.((server.address() as AddressInfo).port);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  void collect().then(() => {
    const usage: Usage = {
      cpu: (user + system) / 1_000,
      heap: process.memoryUsage().heapUsed,
    };
    process.send?.(usage);
  });
});
process.on("disconnect", () => process.exit());
