/** Requests a second of servers on node:http, each in a process of its own. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { HttpSubject } from "./http-server.js";
import type { LoadOrder } from "./load.js";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { callHeaders, callRequest } from "./messages.js";

const connections = 16;

const subjects: readonly (readonly [name: string, subject: HttpSubject])[] = [
  ["bare node:http", "bare"],
  ["mcp-gen nodeHandler", "ours"],
  ["SDK", "sdk"],
];

/** Times a request to each server; the microseconds are those between two answers. */
export async function measureHttp(effort: Effort): Promise<readonly Timing[]> {
  const load = start("load.ts");
  const children = [load];
  try {
    const candidates = [];
    for (const [name, subject] of subjects) {
      const server = start("http-server.ts", subject);
      children.push(server);
      const [port] = (await once(server, "message")) as [number];
      candidates.push({
        name,
        run: (requests: number) => send(load, port, requests),
      });
    }
    return await timeAll(candidates, effort);
  } finally {
    for (const child of children) child.kill();
  }
}

function start(program: string, ...args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(program, import.meta.url)), args);
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
