/** F6: a subscriber that does not read costs a bounded amount, and then its subscription. */
import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough, type Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { serveStdio } from "../../out/draft/runtime/stdio/server.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import {
  headersFor,
  listen,
  postBytes,
  request,
  until,
} from "../transports/fixture.js";
import { usedBytes } from "./memory.js";

const listenRequest = JSON.stringify(
  request("s", "subscriptions/listen", {
    notifications: {
      toolsListChanged: true,
      resourceSubscriptions: ["file:///"],
    },
  }),
);
const headers = headersFor("subscriptions/listen");

function changingServer(): McpServer {
  return createMcpServer({
    info: { name: "changing", version: "1" },
    handlers: {
      listTools: () => ({ tools: [] }),
      listResources: () => ({ resources: [] }),
      readResource: () => ({ contents: [] }),
    },
  });
}

/** A subscriber that reads nothing until it is told to. */
interface Sleeper {
  /** Reads until the subscription or its connection has ended. */
  wake(): Promise<string>;
  close(): Promise<unknown>;
}

async function drained(stream: Duplex): Promise<string> {
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await until(() => text.includes('"id":"s"'), "the subscription ends");
  return text;
}

const subscribers: Readonly<
  Record<string, (server: McpServer) => Promise<Sleeper>>
> = {
  nodeHandler: async (server) => {
    const at = await listen(nodeHandler(server));
    const socket = connect(at.port, "127.0.0.1");
    socket.write(postBytes(headers, listenRequest));
    // Acknowledged, and from now on nothing is read.
    await once(socket, "readable");
    return {
      wake: () => drained(socket),
      close: () => {
        socket.destroy();
        return at.close();
      },
    };
  },
  fetchHandler: async (server) => {
    const { body } = await fetchHandler(server)(
      new Request("http://localhost/", {
        method: "POST",
        headers,
        body: listenRequest,
      }),
    );
    return {
      wake: () => new Response(body).text(),
      close: async () => undefined,
    };
  },
  serveStdio: async (server) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const ended = serveStdio(server, { input, output });
    input.write(`${listenRequest}\n`);
    await once(output, "readable");
    return {
      wake: () => drained(output),
      close: () => {
        input.end();
        return ended;
      },
    };
  },
};

const events = (text: string): number =>
  text.split("notifications/tools/list_changed").length - 1;

describe.each(Object.entries(subscribers))("F6: %s", (_, subscribe) => {
  test("equal changes wait once, whatever their number", async () => {
    const server = changingServer();
    const sleeper = await subscribe(server);
    const publish = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        server.notify.toolsListChanged();
        if (sent % 1_000 === 0) await turn();
      }
    };
    // Fills what the wire takes; the sockets of the system hold some megabytes.
    await publish(50_000);
    const before = usedBytes();
    await publish(50_000);
    expect(usedBytes() - before).toBeLessThan(200_000);
    const closed = server.close();
    // What was written before it fell asleep arrives, and the end.
    expect(events(await sleeper.wake())).toBeLessThan(50_000);
    await sleeper.close();
    await closed;
  });

  test("a subscriber that is too far behind loses its subscription, and learns so", async () => {
    const server = changingServer();
    const sleeper = await subscribe(server);
    for (let index = 0; index < 50_000; index += 1) {
      server.notify.resourceUpdated(`file:///${index}`);
      if (index % 1_000 === 0) await turn();
    }
    const before = usedBytes();
    for (let index = 0; index < 50_000; index += 1) {
      server.notify.resourceUpdated(`file:///again/${index}`);
    }
    expect(usedBytes() - before).toBeLessThan(200_000);
    expect(await sleeper.wake()).toContain("changes wait to be read");
    await sleeper.close();
    await server.close();
  });

  test("one that is slow for a while misses nothing", async () => {
    const server = changingServer();
    const sleeper = await subscribe(server);
    for (let index = 0; index < 50_000; index += 1) {
      server.notify.toolsListChanged();
    }
    for (let index = 0; index < 900; index += 1) {
      server.notify.resourceUpdated(`file:///${index}`);
      server.notify.resourceUpdated(`file:///${index}`);
    }
    const read = sleeper.wake();
    await turn();
    // Time to take all of it, before the server ends the subscription.
    for (let turns = 0; turns < 200; turns += 1) await turn();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.close();
    const text = await read;
    for (let index = 0; index < 900; index += 1) {
      expect(text.split(`"file:///${index}"`)).toHaveLength(2);
    }
    await sleeper.close();
  });
});
