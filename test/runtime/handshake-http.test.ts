/** Sessions over HTTP, where no requirement says how they are to be. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pause, until, type Message } from "../requirements/message.js";
import {
  generateCode,
  type GeneratedFolder,
} from "../requirements/handshake/ours/code.js";
import { httpServer } from "../requirements/handshake/ours/subject.js";
import { HttpCall } from "../requirements/handshake/http-call.js";
import {
  handshake,
  HttpSession,
  initializeParams,
} from "../requirements/handshake/session.js";

let folder: GeneratedFolder;
beforeAll(async () => {
  folder = await generateCode();
});
afterAll(() => folder.remove());

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A server of one tool, which waits for its call to be cancelled if it is told to. */
async function serve(options: object): Promise<{
  server: any;
  open(more?: Message): Promise<HttpSession>;
  connect(headers?: Record<string, string>): HttpSession;
}> {
  const { code } = folder;
  const server = code.server.createMcpServer({
    info: { name: "server", version: "1.0.0" },
    onError: () => undefined,
    handlers: {
      listTools: () => ({
        tools: [{ name: "t", inputSchema: { type: "object" } }],
      }),
      callTool: async ({ arguments: args }: Message, context: any) => {
        if (args?.["wait"] === true) {
          await new Promise((resolve) => {
            context.signal.addEventListener("abort", resolve);
          });
        }
        return { content: [] };
      },
    },
  });
  const running = await httpServer(code, server, options);
  stops.push(() => running.close());
  const connect = (headers: Record<string, string> = {}): HttpSession => {
    const session = new HttpSession(running.port, headers);
    stops.push(() => session.close());
    return session;
  };
  return {
    server,
    connect,
    open: async (more = {}) => {
      const session = connect();
      await handshake(session, { stream: false, ...more });
      return session;
    },
  };
}

/** A body that is nested so deep. */
function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

const statusOf = async (call: HttpCall): Promise<number | undefined> =>
  (await call.answered()).status;

describe("a POST", () => {
  test.each([true, false])(
    "that is nested too deep is 400 (sessions: %s)",
    async (sessions) => {
      const { open, connect } = await serve({ sessions });
      const session = sessions ? await open() : connect();
      const call = (levels: number): HttpCall =>
        session.post(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":${nested(levels)}}}}`,
        );
      expect(await statusOf(call(50))).toBe(200);
      expect(await statusOf(call(5_000))).toBe(400);
    },
  );

  test("with the id of an open request is 400", async () => {
    const session = await (await serve({})).open();
    session.start("tools/call", { name: "t", arguments: { wait: true } }, "a");
    await pause();
    const { call } = session.start("tools/call", { name: "t" }, "a");
    expect(await statusOf(call as HttpCall)).toBe(400);
  });

  test("without sessions is in a version that is served, and no array", async () => {
    const { connect } = await serve({ sessions: false });
    const session = connect();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const status = (body: unknown, version?: string) =>
      statusOf(
        session.post(JSON.stringify(body), { "mcp-protocol-version": version }),
      );
    expect(await status(ping, "2025-11-25")).toBe(200);
    expect(await status(ping, "1999-01-01")).toBe(400);
    expect(await status([ping], "2025-11-25")).toBe(400);
    expect(await status([ping], "2025-03-26")).toBe(200);
  });
});

describe("sessions past the limit", () => {
  test("take the place of the one that was idle longest", async () => {
    const { open } = await serve({ maxSessions: 2 });
    const first = await open();
    const second = await open();
    await pause(5);
    await first.ask("ping");
    await open();
    expect(await first.ask("ping")).toHaveProperty("result");
    const gone = second.post('{"jsonrpc":"2.0","id":9,"method":"ping"}');
    expect(await statusOf(gone)).toBe(404);
  });

  test("take no place of one in use", async () => {
    const { open, connect } = await serve({ maxSessions: 1 });
    const busy = await open();
    busy.start("tools/call", { name: "t", arguments: { wait: true } });
    await pause();
    const late = connect();
    const { call } = late.start("initialize", initializeParams());
    expect(await statusOf(call as HttpCall)).toBe(503);
  });
});

test("a session whose initialize was refused is not there", async () => {
  const { connect } = await serve({});
  const session = connect();
  const sent = session.start("initialize", { protocolVersion: 7 });
  expect((await sent.response())["error"].code).toBe(-32602);
  const id = String(sent.call?.headers["mcp-session-id"]);
  session.id = id;
  const { call } = session.start("ping");
  expect(await statusOf(call as HttpCall)).toBe(404);
});

test("the newest stream of a session is the only one", async () => {
  const session = await (await serve({})).open();
  const older = await session.get().answered();
  const newer = await session.get().answered();
  await until(() => older.ended, "the older stream ended");
  expect(newer.ended).toBe(false);
});

test("events of a session go with it", async () => {
  const eventStore = new folder.code.server.InMemoryEventStore();
  const dropped: string[] = [];
  const session = await (
    await serve({
      eventStore: {
        append: (...event: string[]) => eventStore.append(...event),
        replay: (...event: string[]) => eventStore.replay(...event),
        drop: (id: string) => dropped.push(id),
      },
    })
  ).open();
  await session.delete().whole();
  expect(dropped).toEqual([session.id]);
});

describe("the event store", () => {
  test("keeps so many events, so many characters, and none of a session that ended", () => {
    const { InMemoryEventStore } = folder.code.server;
    const few = new InMemoryEventStore({ maxEvents: 3 });
    const ids = [1, 2, 3, 4].map((n) => few.append("s", "own", `${n}`));
    expect(few.replay("s", ids[0])).toBeUndefined();
    expect(few.replay("s", ids[1]).events).toHaveLength(2);
    few.drop("s");
    expect(few.replay("s", ids[1])).toBeUndefined();
    const short = new InMemoryEventStore({ maxLength: 10 });
    const kept = ["12345", "12345", "1"].map((json) =>
      short.append("s", "own", json),
    );
    expect(short.replay("s", kept[0])).toBeUndefined();
    expect(short.replay("s", kept[1]).events).toHaveLength(1);
  });
});

describe("HTTP+SSE", () => {
  const httpSse = { ssePath: "/sse", messagesPath: "/messages" };

  /** Opens a stream; gives where to POST. */
  async function stream(
    on: HttpSession,
  ): Promise<{ call: HttpCall; path: string }> {
    const call = on.http({
      method: "GET",
      path: "/sse",
      headers: { ...on.headers(), accept: "text/event-stream" },
    });
    await call.answered();
    if (call.status !== 200) return { call, path: "" };
    await until(() => call.events.length > 0, "the endpoint was named");
    return { call, path: call.events[0]?.data ?? "" };
  }

  test("has so many streams, and none that the client left", async () => {
    const { connect } = await serve({ httpSse, maxSessions: 1 });
    const { call } = await stream(connect());
    expect((await stream(connect())).call.status).toBe(503);
    call.breakOff();
    await pause(60);
    expect((await stream(connect())).call.status).toBe(200);
  });

  test("serves the principal that opened the stream", async () => {
    const { connect } = await serve({
      httpSse,
      principal: ({ headers }: Message) => ({ id: headers.authorization }),
    });
    const { path } = await stream(connect({ authorization: "ada" }));
    const post = (authorization: string): Promise<number | undefined> => {
      const session = connect({ authorization });
      const headers = session.headers();
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      return statusOf(session.http({ method: "POST", path, headers, body }));
    };
    expect(await post("eve")).toBe(404);
    expect(await post("ada")).toBe(202);
  });
});
