/** Requests a second of servers on node:http, from a process of their own. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { nodeHandler } from "../../out/draft/runtime/transport-http-server-node.js";
import { serveFetch } from "../../test/transports/serve-fetch.js";
import type { LoadOrder } from "./load.js";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { callHeaders, callRequest, callResponse } from "./messages.js";
import { sdkFetchHandler } from "./sdk.js";
import { ourServer } from "./subject.js";

const connections = 16;

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

/** Times a request to each server; the microseconds are those between two answers. */
export async function measureHttp(effort: Effort): Promise<readonly Timing[]> {
  const load = fork(fileURLToPath(new URL("load.ts", import.meta.url)));
  const subjects: [name: string, listener: RequestListener][] = [
    ["bare node:http", bare],
    ["mcp-gen nodeHandler", nodeHandler(ourServer())],
    ["SDK", serveFetch(await sdkFetchHandler())],
  ];
  const servers: Server[] = [];
  try {
    const candidates = [];
    for (const [name, listener] of subjects) {
      const server = createServer(listener).listen(0, "127.0.0.1");
      servers.push(server);
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      candidates.push({
        name,
        run: (requests: number) => send(load, port, requests),
      });
    }
    return await timeAll(candidates, effort);
  } finally {
    load.kill();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

async function send(
  load: ChildProcess,
  port: number,
  requests: number,
): Promise<void> {
  const head = Object.entries(callHeaders).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const order: LoadOrder = {
    port,
    requests,
    connections,
    request: `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head.join("")}\r\n${JSON.stringify(callRequest)}`,
  };
  load.send(order);
  await once(load, "message");
}
