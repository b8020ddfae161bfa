/** Closing: what is open finishes or learns why not, and nothing waits for a subscription. */
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { Client, stdioTransport } from "../../out/draft/client.js";
import {
  fetchHandler,
  nodeHandler,
  serveStdio,
} from "../../out/draft/server.js";
import { bundleProgram } from "../transports/bundle.js";
import {
  call,
  eventsOf,
  fixtureServer,
  headersFor,
  listen,
  post,
  request,
  until,
} from "../transports/fixture.js";

const listening = request("s", "subscriptions/listen", {
  notifications: { toolsListChanged: true },
});

/** A server over pipes, whose patience with requests outlasts any test. */
function piped() {
  const fixture = fixtureServer();
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = serveStdio(fixture.server, { input, output, drainMs: 600_000 });
  return {
    ...fixture,
    input,
    ended,
    send: (message: unknown) => input.write(`${JSON.stringify(message)}\n`),
    messages: () =>
      text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, any>),
  };
}

describe("over stdio", () => {
  test("the end of the input waits for no subscription", async () => {
    const { send, input, ended, messages } = piped();
    send(listening);
    await until(() => messages().length === 1, "it is acknowledged");
    input.end();
    await ended;
  });

  test("the end of the input waits for the calls during a subscription", async () => {
    const { send, input, ended, messages } = piped();
    send(listening);
    send(call(1, "wait", { ms: 50, label: "a" }));
    input.end();
    await ended;
    expect(messages().at(-1)).toMatchObject({ id: 1, result: {} });
  });

  test("closing the server ends a subscription and the connection at once", async () => {
    const { send, ended, messages, server } = piped();
    send(listening);
    await until(() => messages().length === 1, "it is acknowledged");
    await server.close({ graceMs: 600_000 });
    await ended;
    expect(messages().at(-1)).toMatchObject({ id: "s", result: {} });
  });

  test("F21: an id that is used twice loses no answer at the end of the input", async () => {
    const { send, input, ended, messages } = piped();
    send(call("a", "wait", { ms: 50, label: "a" }));
    send(call("a", "echo"));
    input.end();
    await ended;
    expect(messages()).toMatchObject([
      { id: "a", error: { code: -32600 } },
      { id: "a", result: {} },
    ]);
  });

  test("F21: a cancelled request and one of the same id are told apart", async () => {
    const { send, input, ended, messages } = piped();
    send(call("a", "wait", { ms: 60_000, label: "a" }));
    send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "a" },
    });
    send(call("a", "wait", { ms: 50, label: "b" }));
    input.end();
    await ended;
    expect(messages()).toMatchObject([{ id: "a", result: {} }]);
  });

  test("a client that closes with a subscription does not have to kill its server", async () => {
    const program = await bundleProgram("stdio-server");
    const client = new Client(
      stdioTransport({
        command: process.execPath,
        args: [program.path],
        graceMs: 30_000,
      }),
      { info: { name: "c", version: "1" } },
    );
    await client.listen({ toolsListChanged: true }).acknowledged;
    await client.close();
    program.remove();
  });
});

describe("over HTTP", () => {
  const servers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of servers.splice(0)) await each.close();
  });

  const waiting = (ms: number): string =>
    JSON.stringify(call(1, "wait", { ms, label: "a" }));
  const headers = headersFor("tools/call", "wait");

  test("a closing server says 503 to new requests and lets open ones finish", async () => {
    const { server, running } = fixtureServer();
    const at = await listen(nodeHandler(server));
    servers.push(at);
    const open = post(at.port, headers, waiting(300));
    await until(() => running.size === 1, "it runs");
    const closed = server.close({ graceMs: 60_000 });
    const refused = await post(at.port, headers, waiting(0));
    expect(refused.status).toBe(503);
    expect(refused.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(refused.body)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32603, message: "The server is closing." },
    });
    const overFetch = await fetchHandler(server)(
      new Request("http://localhost/", {
        method: "POST",
        headers,
        body: waiting(0),
      }),
    );
    expect(overFetch.status).toBe(503);
    expect((await open).status).toBe(200);
    await closed;
  });

  test("what outlasts the grace period is told so, with 503", async () => {
    const { server, running, cancelled } = fixtureServer();
    const at = await listen(nodeHandler(server));
    servers.push(at);
    const open = post(at.port, headers, waiting(60_000));
    await until(() => running.size === 1, "it runs");
    await server.close({ graceMs: 20 });
    const answer = await open;
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toMatchObject({
      id: 1,
      error: { message: "The server is closing." },
    });
    expect(cancelled).toEqual(["a"]);
  });

  test("subscriptions end with a result, before the grace period", async () => {
    const { server, running } = fixtureServer();
    const at = await listen(nodeHandler(server));
    servers.push(at);
    const open = post(at.port, headers, waiting(60_000));
    const subscribed = post(
      at.port,
      headersFor("subscriptions/listen"),
      JSON.stringify(listening),
    );
    await until(() => running.size === 1, "it runs");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = server.close({ graceMs: 60_000 });
    expect(eventsOf((await subscribed).body)).toMatchObject([
      { method: "notifications/subscriptions/acknowledged" },
      { id: "s", result: { resultType: "complete" } },
    ]);
    at.http.closeAllConnections();
    await open.catch(() => undefined);
    // The last request has gone with its connection, so nothing is waited for.
    await closed;
  });
});
