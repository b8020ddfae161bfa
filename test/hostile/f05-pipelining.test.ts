/** F5 and other things that badly behaved clients do to connections. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { SharedWatch } from "../../out/draft/runtime/http/server/long-running.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import {
  call,
  headersFor,
  listen,
  type Listening,
  post,
  request,
  until,
} from "../transports/fixture.js";

/** A POST that keeps its connection. */
function pipelined(method: string, message: object, name?: string): string {
  const body = JSON.stringify(message);
  const head = Object.entries({
    Host: "127.0.0.1",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headersFor(method, name),
  }).map(([header, value]) => `${header}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${head.join("")}\r\n${body}`;
}

const listening = (id: unknown): string =>
  pipelined(
    "subscriptions/listen",
    request(id, "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    }),
  );
const waiting = (id: unknown): string =>
  pipelined("tools/call", call(id, "wait"), "wait");

let server: McpServer;
let at: Listening;
let running = 0;
const errors: unknown[] = [];

beforeAll(async () => {
  server = createMcpServer({
    info: { name: "pipelined", version: "1" },
    maxSubscriptions: 30,
    onError: (error) => errors.push(error),
    handlers: {
      listTools: () => ({ tools: [] }),
      callTool: async ({ name }, { signal }) => {
        if (name === "wait") {
          running += 1;
          await once(signal, "abort");
          running -= 1;
        }
        return { content: [] };
      },
    },
  });
  at = await listen(nodeHandler(server));
});

afterAll(async () => {
  await at.close();
  await server.close();
});

async function open(bytes: string): Promise<Socket> {
  const socket = connect({
    port: at.port,
    host: "127.0.0.1",
    allowHalfOpen: true,
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

/** Whether nothing runs at the server, and all places are free. */
async function expectFree(): Promise<void> {
  await until(() => running === 0, "all handlers have stopped");
  const sockets = await Promise.all(
    Array.from({ length: 30 }, (_, id) => open(listening(id))),
  );
  const answers = await Promise.all(
    sockets.map(async (socket) => String((await once(socket, "data"))[0])),
  );
  for (const socket of sockets) socket.destroy();
  expect(answers.filter((text) => !text.includes("200 OK"))).toEqual([]);
  // Until these are gone too, for the next test.
  await sleep(50);
  const answer = await post(
    at.port,
    headersFor("tools/call", "echo"),
    JSON.stringify(call(1, "echo")),
  );
  expect(answer.status).toBe(200);
  expect(errors).toEqual([]);
}

describe("F5: requests behind an open stream", () => {
  test("that are subscriptions end with their connection", async () => {
    for (let connection = 0; connection < 20; connection += 1) {
      const ids = Array.from({ length: 10 }, (_, id) => listening(id));
      const socket = await open(ids.join(""));
      await once(socket, "data");
      await sleep(5);
      socket.destroy();
    }
    await expectFree();
  });

  test("that are at work are cancelled with their connection", async () => {
    const ids = Array.from({ length: 20 }, (_, id) => waiting(id));
    const socket = await open(listening("first") + ids.join(""));
    await until(() => running === 20, "all of them run");
    // Time to count as lasting.
    await sleep(60);
    socket.destroy();
    await expectFree();
  });

  test("that were cut before they count as lasting are cancelled", async () => {
    const ids = Array.from({ length: 20 }, (_, id) => waiting(id));
    const socket = await open(listening("first") + ids.join(""));
    await until(() => running === 20, "all of them run");
    socket.destroy();
    await expectFree();
  });

  test("have one listener for each connection, and no warning", async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => warnings.push(warning);
    process.on("warning", listener);
    const sockets = new Set<Socket>();
    at.http.on("connection", (socket: Socket) => sockets.add(socket));
    const ids = Array.from({ length: 25 }, (_, id) => waiting(id));
    const socket = await open(listening("first") + ids.join(""));
    await until(() => running === 25, "all of them run");
    await sleep(60);
    const [connection] = sockets;
    expect(connection?.listenerCount("close")).toBeLessThan(10);
    socket.destroy();
    await expectFree();
    process.off("warning", listener);
    expect(warnings).toEqual([]);
  });
});

describe("clients that do half of what they should", () => {
  test("one that closes its half of the connection is served or let go", async () => {
    for (const bytes of [
      waiting(1),
      listening(1),
      pipelined("tools/call", call(1, "echo"), "echo"),
    ]) {
      const socket = await open(bytes);
      socket.end();
      socket.resume();
      await once(socket, "close");
    }
    await expectFree();
  });

  test("one that hangs up in the middle of a request leaves nothing", async () => {
    const bytes = waiting(1);
    for (let end = 1; end < bytes.length; end += 7) {
      const socket = await open(bytes.slice(0, end));
      socket.destroy();
    }
    await expectFree();
  });

  test("one that resets after each request leaves nothing", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const socket = await open(waiting(1));
      await sleep(turn);
      socket.resetAndDestroy();
    }
    await expectFree();
  });
});

test("F5: a request that was answered is watched no more", async () => {
  const watch = new SharedWatch();
  const lasted: string[] = [];
  const named = (name: string) => ({
    deadline: Infinity,
    lasts: () => lasted.push(name),
    expire: () => undefined,
  });
  const answered = named("answered");
  const open = named("open");
  watch.begin(answered);
  watch.begin(open);
  watch.end(answered);
  await sleep(100);
  expect(lasted).toEqual(["open"]);
});
