/** A client of the handshake era, where no requirement says how it is to be. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  pause,
  rejection,
  until,
  type Message,
  type Way,
} from "../requirements/message.js";
import {
  generateCode,
  type GeneratedFolder,
} from "../requirements/handshake/ours/code.js";
import { transportTo } from "../requirements/handshake/ours/transport.js";
import { HandshakePeer } from "../requirements/handshake/peer.js";
import { newest } from "../requirements/handshake/revision.js";

let folder: GeneratedFolder;
beforeAll(async () => {
  folder = await generateCode();
});
afterAll(() => folder.remove());

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const done = { content: [{ type: "text", text: "done" }] };

/** A peer, and a client of it that has not said anything yet. */
async function connect(
  way: Way,
  options: Message = {},
): Promise<{ peer: HandshakePeer; client: any }> {
  const { code } = folder;
  const peer = await new HandshakePeer(way, newest).start();
  stops.push(() => peer.close());
  const client = new code.client.Client(transportTo(code.client, peer), {
    info: { name: "client", version: "1.0.0" },
    timeoutMs: 5_000,
    ...options,
  });
  stops.push(() => client.close());
  return { peer, client };
}

describe("log messages on a channel that calls share", () => {
  const log = {
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "info", data: "hi" },
  };

  test("reach the one call that listens, and the client where several do", async () => {
    const told: string[] = [];
    const onLog = (name: string) => () => told.push(name);
    const { peer, client } = await connect("memory", {
      onLog: onLog("client"),
    });
    peer.script = ({ message, reply }) => {
      if (message["method"] !== "tools/call") return reply({});
      const { name } = message["params"];
      if (name === "slow") return undefined;
      peer.say(log);
      return reply(done);
    };
    await client.callTool({ name: "a" }, { onLog: onLog("a") });
    expect(told).toEqual(["a"]);
    const slow = client.callTool({ name: "slow" }, { onLog: onLog("slow") });
    await client.callTool({ name: "b" }, { onLog: onLog("b") });
    expect(told).toEqual(["a", "client"]);
    await client.close();
    await rejection(slow);
  });
});

describe("a session that is lost", () => {
  /** A peer that forgets its session at the second call. */
  async function forgetting(): Promise<{
    peer: HandshakePeer;
    client: any;
    forget(): void;
  }> {
    const { peer, client } = await connect("http");
    let lost = false;
    peer.http = ({ method, body, headers, response }) => {
      if (body.includes('"initialize"')) lost = false;
      else if (method === "POST" && lost && "mcp-session-id" in headers) {
        response.writeHead(404).end();
        return true;
      }
      return false;
    };
    peer.script = (arrival) =>
      arrival.reply(arrival.message["method"] === "tools/call" ? done : {});
    return {
      peer,
      client,
      forget: () => {
        lost = true;
      },
    };
  }

  test("is begun again once, however many calls find out", async () => {
    const { peer, client, forget } = await forgetting();
    await client.callTool({ name: "t" });
    forget();
    const calls = ["a", "b", "c"].map((name) => client.callTool({ name }));
    expect(await Promise.all(calls)).toEqual([done, done, done]);
    expect(
      peer.messages.filter(({ method }) => method === "initialize"),
    ).toHaveLength(2);
  });

  test("is begun with the level and the subscriptions of the old one", async () => {
    const { peer, client, forget } = await forgetting();
    await client.setLevel({ level: "error" });
    await client.subscribe({ uri: "file:///a" });
    forget();
    await client.callTool({ name: "t" });
    await until(
      () =>
        peer.of("logging/setLevel").length === 2 &&
        peer.of("resources/subscribe").length === 2,
      "both were asked for again",
    );
  });
});

test("the stream of a session brings what the server says by itself", async () => {
  const told: Message[] = [];
  const { peer, client } = await connect("http", {
    onNotification: (each: Message) => told.push(each),
  });
  await client.connect();
  await until(
    () => peer.https.some(({ method }) => method === "GET"),
    "the stream was asked for",
  );
  await pause();
  peer.say({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  await until(() => told.length === 1, "the change was told");
});

test("a stream without ids is not asked for again", async () => {
  const { peer, client } = await connect("http");
  peer.script = (arrival) => arrival.end();
  const error = await rejection(client.callTool({ name: "t" }));
  expect(error.message).toMatch(/ended before the response/);
});

test("a resource is subscribed to once, and until nobody listens", async () => {
  const { peer, client } = await connect("memory");
  peer.script = (arrival) => arrival.reply({});
  const filter = { resourceSubscriptions: ["file:///a"] };
  const first = client.listen(filter);
  const second = client.listen(filter);
  await Promise.all([first.acknowledged, second.acknowledged]);
  expect(peer.of("resources/subscribe")).toHaveLength(1);
  first.close();
  await pause();
  expect(peer.of("resources/unsubscribe")).toHaveLength(0);
  second.close();
  await until(
    () => peer.of("resources/unsubscribe").length === 1,
    "it was unsubscribed from",
  );
});

describe("pages to visit", () => {
  const pages = {
    code: -32042,
    message: "Visit these",
    data: {
      elicitations: [
        {
          mode: "url",
          message: "Sign in",
          url: "https://example.com/in",
          elicitationId: "v",
        },
      ],
    },
  };

  test.each([
    [{ elicitation: { url: {} } }, 4],
    [{ elicitation: { form: {} } }, 1],
  ])("of a client with %j: %i calls", async (capabilities, calls) => {
    const { peer, client } = await connect("memory", {
      capabilities,
      inputs: { "elicitation/create": () => ({ action: "accept" }) },
    });
    peer.script = (arrival) => {
      if (peer.of("tools/call").length > 8) arrival.reply(done);
      else {
        arrival.send({
          jsonrpc: "2.0",
          method: "notifications/elicitation/complete",
          params: { elicitationId: "v" },
        });
        arrival.refuse(pages);
      }
    };
    const error = await rejection(client.callTool({ name: "t" }));
    expect(error.code).toBe(-32042);
    expect(peer.of("tools/call")).toHaveLength(calls);
  });
});

test("a cursor that is null is none", async () => {
  const { peer, client } = await connect("memory");
  peer.script = (arrival) => arrival.reply({ tools: [], nextCursor: null });
  expect(await client.listTools({})).toEqual({ tools: [] });
});

describe("questions of the server", () => {
  /** A client that answers so. */
  async function asked(
    answer: () => unknown,
  ): Promise<{ peer: HandshakePeer; client: any }> {
    const { peer, client } = await connect("memory", {
      inputs: { "roots/list": answer },
      onError: () => undefined,
    });
    await client.connect();
    return { peer, client };
  }

  test("are open up to a number", async () => {
    let release = (): void => undefined;
    const open = new Promise<Message>((resolve) => {
      release = () => resolve({ roots: [] });
    });
    const { peer } = await asked(() => open);
    for (let id = 0; id <= 100; id += 1) {
      peer.say({ jsonrpc: "2.0", id, method: "roots/list" });
    }
    const refused = await peer.responseTo(100);
    expect(refused["error"]?.code).toBe(-32603);
    release();
    expect(await peer.responseTo(99)).toHaveProperty("result");
  });

  test("do not go out with an answer that does not fit", async () => {
    const { peer } = await asked(() => ({ roots: [{ uri: 7 }] }));
    peer.say({ jsonrpc: "2.0", id: "q", method: "roots/list" });
    expect((await peer.responseTo("q"))["error"]?.code).toBe(-32603);
  });

  test("of a task are answered with its name", async () => {
    const { peer } = await asked(() => ({ roots: [] }));
    const _meta = {
      "io.modelcontextprotocol/related-task": { taskId: "task-1" },
    };
    const params = { _meta };
    peer.say({ jsonrpc: "2.0", id: "q", method: "roots/list", params });
    expect((await peer.responseTo("q"))["result"]).toEqual({
      roots: [],
      _meta,
    });
  });
});

test("nothing is POSTed to another origin", async () => {
  const arrived: string[] = [];
  const other = createServer((request, response) => {
    arrived.push(String(request.url));
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => {
    other.listen(0, "127.0.0.1", resolve);
  });
  stops.push(
    () =>
      new Promise((resolve) => {
        other.close(resolve);
        other.closeAllConnections();
      }),
  );
  const { port } = other.address() as AddressInfo;
  const { peer, client } = await connect("http", { timeoutMs: 500 });
  peer.http = ({ method, response }) => {
    if (method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(
        `event: endpoint\ndata: http://127.0.0.1:${port}/steal\n\n`,
      );
    } else response.writeHead(405).end();
    return true;
  };
  await rejection(client.connect());
  expect(arrived).toEqual([]);
});
