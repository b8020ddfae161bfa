/**
 * Faults that other implementations have shown, D03 to D20 of the shared list: each
 * with the input that the list gives, as bytes in and bytes out.
 */
import { readFileSync } from "node:fs";
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import {
  Client,
  ClosedError,
  InputRequiredError,
  InvalidResultError,
  RequestTimeoutError,
  isResourceNotFound,
  serverInfoOf,
  type CallOptions,
  type ClientOptions,
  type Transport,
} from "../../out/draft/client.js";
import {
  McpInvalidParamsError,
  isSendableErrorCode,
} from "../../out/draft/errors.js";
import type { Exchange } from "../../out/draft/runtime/protocol/transport.js";
import {
  createMcpServer,
  type McpServerOptions,
  type ServerHandlers,
} from "../../out/draft/server.js";
import {
  key,
  rawClient,
  rawServer,
  request,
  said,
  settle,
  version,
  type Message,
} from "../runtime/raw-peer.js";
import { describeWithShared, sharedPath } from "../shared.js";

/** The input of a case, as the list has it. */
function inputOf(id: string): string {
  const found = readFileSync(sharedPath("cases/cases.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { id: string; input: string })
    .find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found.input;
}

function serverWith(
  handlers: ServerHandlers,
  options: Partial<McpServerOptions> = {},
) {
  return createMcpServer({
    info: { name: "s", version: "1" },
    ...options,
    handlers,
  });
}

async function errorOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: unknown) => error,
  );
}

/** What a server answers to one line. */
async function answersTo(
  handlers: ServerHandlers,
  line: string,
): Promise<Message[]> {
  const peer = rawClient(serverWith(handlers));
  peer.sendText(line);
  await settle();
  return peer.received;
}

/** The response to one request, and the HTTP status that would carry it. */
async function responseTo(
  handlers: ServerHandlers,
  message: unknown,
): Promise<{ response: Message; status: number }> {
  return new Promise((resolve) => {
    const exchange: Exchange = {
      shared: false,
      notify: () => undefined,
      respond: (response, status) => resolve({ response, status }),
    };
    serverWith(handlers).request(message as never, exchange);
  });
}

const list: ServerHandlers = { listTools: () => ({ tools: [] }) };

describeWithShared("dispatch", () => {
  test("D03: an unknown method is -32601 before its params are looked at", async () => {
    expect(await answersTo(list, inputOf("D03"))).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32601, message: expect.stringContaining("foo/bar") },
      },
    ]);
    const bare = { jsonrpc: "2.0", id: 1, method: "foo/bar" };
    expect(await responseTo(list, bare)).toMatchObject({
      response: { error: { code: -32601 } },
      status: 404,
    });
  });

  test("D04: no such resource is -32602 when sent, and -32002 too when read", async () => {
    const reading: ServerHandlers = {
      readResource: ({ uri }) => {
        throw new McpInvalidParamsError("No such resource.", { uri });
      },
    };
    expect(await answersTo(reading, inputOf("D04"))).toMatchObject([
      { id: 1, error: { code: -32602, data: { uri: "file:///nope" } } },
    ]);
    expect([-32002, -32042].map(isSendableErrorCode)).toEqual([false, false]);
    for (const code of [-32002, -32602]) {
      const peer = rawServer();
      const call = errorOf(peer.client.readResource({ uri: "file:///nope" }));
      await settle();
      peer.send({
        jsonrpc: "2.0",
        id: 1,
        error: { code, message: "m", data: { uri: "file:///nope" } },
      });
      expect(isResourceNotFound(await call)).toBe(true);
    }
  });

  test("D05: an error without a readable id has none, and ends no call when it comes", async () => {
    const [answer] = await answersTo(list, "{");
    expect(answer).toMatchObject({ error: { code: -32700 } });
    expect(answer).not.toHaveProperty("id");
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    peer.sendText(inputOf("D05"));
    peer.sendText(inputOf("D05").replace('"id":null,', ""));
    await settle();
    expect(peer.errors).toHaveLength(2);
    peer.send({ jsonrpc: "2.0", id: 1, result: said("still here") });
    expect(await call).toEqual(said("still here"));
  });

  test("D06: an unknown notification is never answered; a hook is told", async () => {
    const seen: string[] = [];
    const peer = rawClient(
      serverWith(list, {
        onNotification: ({ method }) => seen.push(method),
      }),
    );
    peer.sendText(inputOf("D06"));
    expect(await peer.exchange(request(1, "tools/list"))).toHaveLength(1);
    expect(peer.received).toHaveLength(1);
    expect(seen).toEqual(["notifications/roots/list_changed"]);
  });

  test("D08: the total cap ends a call whatever the idle limit is", async () => {
    const [, timeout, total] =
      /timeout (\d+), maxTotal (\d+)/.exec(inputOf("D08")) ?? [];
    const peer = rawServer();
    const error = await errorOf(
      peer.client.callTool(
        { name: "a" },
        { timeoutMs: Number(timeout), maxTotalMs: Number(total) },
      ),
    );
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ kind: "total", limitMs: 150 });
  });

  test("D09: where requests have streams of their own, one is closed and no message sent", async () => {
    const sent: Message[] = [];
    const aborted: unknown[] = [];
    const transport: Transport = {
      receive: () => undefined,
      send: (message) => {
        sent.push(message);
      },
      abort: (id) => aborted.push(id),
      close: () => Promise.resolve(),
      probe: true,
    };
    const client = new Client(transport, {
      info: { name: "c", version: "1" },
      timeoutMs: 10,
    });
    await errorOf(client.callTool({ name: "a" }));
    expect(sent.map(({ method }) => method)).toEqual(["server/discover"]);
    expect(aborted).toEqual([1]);
  });

  test("D10: a thousand calls leave no listener; the end stops handlers, once; late answers are nothing", async () => {
    const { signal } = new AbortController();
    const peer = rawServer();
    const calls = Array.from({ length: 1_000 }, () =>
      peer.client.callTool({ name: "a" }, { signal }),
    );
    await settle();
    for (const { id } of peer.received.slice()) {
      peer.send({ jsonrpc: "2.0", id, result: said("a") });
    }
    await Promise.all(calls);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);

    let stopped = 0;
    const server = serverWith({
      callTool: (_params, context) =>
        new Promise(() => {
          context.signal.addEventListener("abort", () => {
            stopped += 1;
          });
        }),
    });
    const raw = rawClient(server);
    raw.send(request(1, "tools/call", { name: "a" }));
    await settle();
    await raw.close();
    await raw.close();
    expect(stopped).toBe(1);

    const abort = new AbortController();
    const cancelled = errorOf(
      peer.client.callTool({ name: "b" }, { signal: abort.signal }),
    );
    await settle();
    abort.abort("enough");
    expect(await cancelled).toBe("enough");
    peer.send({ jsonrpc: "2.0", id: 1_001, result: said("late") });
    await Promise.all([peer.client.close(), peer.client.close()]);
    expect(await errorOf(peer.client.discover())).toBeInstanceOf(ClosedError);
  });

  test("D12: a bad envelope is -32600 with its id; a notification gets nothing; no JSON is -32700", async () => {
    expect(await answersTo(list, inputOf("D12"))).toMatchObject([
      { jsonrpc: "2.0", id: 7, error: { code: -32600 } },
    ]);
    expect(await answersTo(list, '{"jsonrpc":"1.0","method":"x"}')).toEqual([]);
    expect(await answersTo(list, '{"jsonrpc":')).toMatchObject([
      { error: { code: -32700 } },
    ]);
  });

  test("D13: missing capabilities are told as an object", async () => {
    const { data } = JSON.parse(inputOf("D13")) as Message;
    expect(Array.isArray(data.requiredCapabilities)).toBe(true);
    const { response, status } = await responseTo(
      {
        callTool: (_params, context) =>
          context.inputRequired({
            inputRequests: {
              a: context.elicit({
                message: "m",
                requestedSchema: { type: "object", properties: {} },
              }),
            },
          }),
      },
      request(1, "tools/call", { name: "a" }),
    );
    expect(response["error"]).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: {} } },
    });
    expect(status).toBe(400);
  });

  test("D14: metadata is required on every method; a version is echoed", async () => {
    const sent = JSON.parse(inputOf("D14")) as Message;
    const bare = [
      sent,
      { ...sent, params: {} },
      { ...sent, params: { _meta: {} } },
      { ...sent, params: [] },
      { ...sent, params: { _meta: { [key.version]: version } } },
      { ...sent, params: { _meta: { [key.capabilities]: {} } } },
      {
        ...sent,
        params: { _meta: { [key.version]: 1, [key.capabilities]: {} } },
      },
      {
        ...sent,
        params: { _meta: { [key.version]: version, [key.capabilities]: [] } },
      },
      {
        ...sent,
        params: {
          _meta: {
            [key.version]: version,
            [key.capabilities]: {},
            progressToken: 1.5,
          },
        },
      },
    ];
    for (const method of ["tools/list", "server/discover"]) {
      for (const message of bare) {
        expect(await responseTo(list, { ...message, method })).toMatchObject({
          response: { id: 1, error: { code: -32602 } },
          status: 400,
        });
      }
    }
    expect(
      await responseTo(
        list,
        request(1, "tools/list", {}, { [key.version]: "1999-01-01" }),
      ),
    ).toMatchObject({
      response: {
        error: {
          code: -32022,
          data: { requested: "1999-01-01", supported: [version] },
        },
      },
      status: 400,
    });
  });

  test("D15: absent arguments are empty ones; declared capabilities stand", async () => {
    const call = request(1, "tools/call", JSON.parse(inputOf("D15")) as object);
    const server = serverWith(
      {
        listTools: () => ({
          tools: [{ name: "t", inputSchema: { type: "object" } }],
        }),
        callTool: ({ arguments: args }) => ({
          content: [{ type: "text", text: String(args) }],
        }),
      },
      {
        capabilities: { tools: { listChanged: false } },
        schemaValidator: {
          dialects: ["https://json-schema.org/draft/2020-12/schema"],
          compile: () => (value) =>
            JSON.stringify(value) === "{}" ? [] : ["not an empty object"],
        },
      },
    );
    const peer = rawClient(server);
    const [answer] = await peer.exchange(call);
    expect(answer?.["result"]).toEqual(
      expect.objectContaining({
        content: [{ type: "text", text: "undefined" }],
      }),
    );
    expect(answer?.["result"]).not.toHaveProperty("isError");
    expect(await peer.exchange(request(2, "server/discover"))).toMatchObject([
      { result: { capabilities: { tools: { listChanged: false } } } },
    ]);
  });

  test("D18: identity is read from metadata; a client may have none", async () => {
    const peer = rawServer({ identify: false });
    const call = peer.client.discover();
    await settle();
    expect(peer.received[0]?.["params"]._meta).not.toHaveProperty(
      key.clientInfo,
    );
    peer.sendText(`{"jsonrpc":"2.0","id":1,"result":${inputOf("D18")}}`);
    const result = await call;
    expect(result.supportedVersions).toEqual([version]);
    expect(serverInfoOf(result)).toEqual({ name: "s", version: "1" });
  });

  test("D19: options may be undefined; nothing undefined is sent", async () => {
    const options: CallOptions = {
      signal: undefined,
      timeoutMs: undefined,
      maxTotalMs: undefined,
      onProgress: undefined,
      resetTimeoutOnProgress: undefined,
      logLevel: undefined,
      onLog: undefined,
      meta: undefined,
      inputRequired: undefined,
      fresh: undefined,
    };
    const unset: Omit<ClientOptions, "info"> = {
      identify: undefined,
      inputs: { "roots/list": undefined },
      capabilities: undefined,
      protocolVersions: undefined,
      timeoutMs: undefined,
      cache: undefined,
      onError: undefined,
    };
    const peer = rawServer(unset);
    const call = peer.client.callTool({ name: "a" }, options);
    await settle();
    expect(peer.received[0]).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "a",
        _meta: {
          [key.version]: version,
          [key.clientInfo]: { name: "client", version: "1.0.0" },
          [key.capabilities]: {},
        },
      },
    });
    await peer.client.close();
    await errorOf(call);
  });

  test("D20: state goes back as it came, under a new id, and only where it may", async () => {
    const question = JSON.parse(inputOf("D20")) as Message;
    const peer = rawServer();
    const call = peer.client.getPrompt({ name: "a" });
    await settle();
    peer.send({ jsonrpc: "2.0", id: 1, result: question });
    for (let tries = 0; peer.received.length < 2 && tries < 500; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(peer.received[1]).toMatchObject({
      id: 2,
      method: "prompts/get",
      params: { name: "a", requestState: "" },
    });
    peer.send({
      jsonrpc: "2.0",
      id: 2,
      result: { resultType: "complete", messages: [] },
    });
    await call;

    const elsewhere = rawServer();
    const complaint = errorOf(elsewhere.client.listTools());
    await settle();
    elsewhere.send({ jsonrpc: "2.0", id: 1, result: question });
    expect(await complaint).toBeInstanceOf(InvalidResultError);

    const bounded = rawServer({ maxInputRounds: 0 });
    const given = errorOf(bounded.client.callTool({ name: "a" }));
    await settle();
    bounded.send({ jsonrpc: "2.0", id: 1, result: question });
    expect(await given).toBeInstanceOf(InputRequiredError);
  });
});
