/**
 * F1: values nested deeply. Nothing throws out of a receiver, every call settles with a
 * typed error, and the next call is served. A table of every way in and out.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Client,
  httpTransport,
  isLocalError,
  LocalError,
  NestingError,
  ResultCache,
  type ClientOptions,
} from "../../out/draft/client.js";
import { createMcpServer, nodeHandler } from "../../out/draft/server.js";
import {
  validateCallToolResult,
  validateRequest,
} from "../../out/draft/validators.js";
import { StateSigner } from "../../out/draft/runtime/eras/stateless/request-state.js";
import { canonicalJson } from "../../out/draft/runtime/protocol/canonical-json.js";
import { jsonText } from "../../out/draft/runtime/protocol/json-text.js";
import {
  isTooDeep,
  maxDepth,
} from "../../out/draft/runtime/protocol/nesting.js";
import { connect, rawClient, rawServer, request } from "../runtime/raw-peer.js";

/** JSON text of an array nested so many levels deep. */
const deepText = (levels: number): string =>
  "[".repeat(levels) + "]".repeat(levels);

/** The value of {@link deepText}, made without recursion. */
function deep(levels: number): unknown {
  return JSON.parse(deepText(levels));
}

const depths = [maxDepth + 1, 3_000, 100_000, 1_000_000];
const clientInfo = { name: "client", version: "1.0.0" };

/** Where a hostile text is put into a response that would be fine without it. */
const places: Readonly<Record<string, (text: string) => string>> = {
  id: (text) => `{"jsonrpc":"2.0","id":${text},"result":{}}`,
  result: (text) => `{"jsonrpc":"2.0","id":1,"result":${text}}`,
  resultType: (text) =>
    `{"jsonrpc":"2.0","id":1,"result":{"resultType":${text}}}`,
  "a property": (text) =>
    `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":9e9,"cacheScope":"public","x":${text}}}`,
  "structured content": (text) =>
    `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[],"structuredContent":${text}}}`,
  "an error's data": (text) =>
    `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${text}}}`,
  "the whole message": (text) => text,
};

describe("a client that receives", () => {
  const options: Partial<ClientOptions> = {
    probe: false,
    timeoutMs: 200,
    cache: new ResultCache(),
  };

  test.each(
    Object.keys(places).flatMap((place) =>
      depths.map((levels) => [place, levels] as const),
    ),
  )("%s, %i levels deep", async (place, levels) => {
    const { client, sendText, send, errors } = rawServer(options);
    const call = client.listTools({}, { fresh: true });
    const settled = expect(call).rejects.toBeInstanceOf(LocalError);
    sendText(places[place]?.(deepText(levels)) ?? "");
    await settled;
    expect(errors.every((error) => isLocalError(error))).toBe(true);
    const next = client.listTools({}, { fresh: true });
    send({
      jsonrpc: "2.0",
      id: 2,
      result: {
        resultType: "complete",
        tools: [],
        ttlMs: 0,
        cacheScope: "private",
      },
    });
    await expect(next).resolves.toMatchObject({ tools: [] });
    await client.close();
  });

  test("what is not deep is handed out", async () => {
    const { client, sendText } = rawServer({ probe: false });
    const call = client.callTool({ name: "t" });
    // The message, its result and the content are three levels.
    const text = deepText(maxDepth - 2);
    sendText(places["structured content"]?.(text) ?? "");
    await expect(call).resolves.toMatchObject({ content: [] });
  });
});

describe("a server that receives", () => {
  const server = createMcpServer({
    info: { name: "server", version: "1.0.0" },
    handlers: {
      callTool: () => ({ content: [] }),
      listTools: () => ({ tools: [] }),
    },
  });
  const http = createServer(nodeHandler(server));
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await server.close();
    http.close();
  });

  const message = (levels: number): string =>
    JSON.stringify(
      request(7, "tools/call", { name: "t", arguments: { a: "HERE" } }),
    ).replace('"HERE"', deepText(levels));

  test.each(depths)("on a channel, %i levels deep", async (levels) => {
    const raw = rawClient(server);
    raw.sendText(message(levels));
    expect(await raw.exchange(request(8, "tools/list"))).toMatchObject([
      { id: 7, error: { code: -32600 } },
      { id: 8, result: { tools: [] } },
    ]);
    await raw.close();
  });

  test.each(depths)("over HTTP, %i levels deep", async (levels) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "t",
      },
      body: message(levels),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      id: 7,
      error: { code: -32600 },
    });
  });

  test("over HTTP the call of a client settles", async () => {
    const client = new Client(httpTransport(url), { info: clientInfo });
    const given = { a: deep(3_000) };
    await expect(
      client.callTool({ name: "t", arguments: given }),
    ).rejects.toThrow(/levels deep/);
    await client.close();
  });
});

describe("what this side sends", () => {
  test.each(depths)("arguments, %i levels deep", async (levels) => {
    const client = connect(
      createMcpServer({
        info: clientInfo,
        handlers: { callTool: () => ({ content: [] }) },
      }),
      { probe: false },
    );
    const given = { a: deep(levels) };
    await expect(
      client.callTool({ name: "t", arguments: given }),
    ).rejects.toBeInstanceOf(NestingError);
    await client.close();
  });

  test.each(depths)("a result, %i levels deep", async (levels) => {
    const errors: unknown[] = [];
    const server = createMcpServer({
      info: clientInfo,
      handlers: {
        callTool: () => ({ content: [], structuredContent: deep(levels) }),
      },
      onError: (error) => errors.push(error),
    });
    const raw = rawClient(server);
    expect(
      await raw.exchange(request(1, "tools/call", { name: "t" })),
    ).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(errors).not.toEqual([]);
    await server.close();
  });
});

/** Every other function that walks a value: it returns or throws a typed error. */
const entries: Readonly<Record<string, (value: unknown) => unknown>> = {
  "the walk itself": isTooDeep,
  jsonText,
  canonicalJson,
  "a key of the cache": (value) =>
    new ResultCache().get({
      method: "tools/list",
      params: { value },
      context: "",
      authorization: "",
    }),
  "a kept result": (value) =>
    new ResultCache().set(
      { method: "tools/list", params: {}, context: "", authorization: "" },
      { ttlMs: 1_000, value },
      0,
    ),
  "a validator of results": (value) =>
    validateCallToolResult({
      resultType: "complete",
      content: [],
      structuredContent: value,
    }),
  "a validator of requests": (value) =>
    validateRequest(
      "tools/call",
      request(1, "tools/call", { name: "t", arguments: { value } }),
    ),
  "signed state": (value) =>
    new StateSigner(undefined).sign(value, 1_000, {
      method: "tools/call",
      principal: undefined,
      params: {},
    }),
  "params that state is bound to": (value) =>
    new StateSigner(undefined).sign("", 1_000, {
      method: "tools/call",
      principal: undefined,
      params: { value },
    }),
};

describe("recursion limits", () => {
  test.each(
    Object.keys(entries).flatMap((entry) =>
      [maxDepth - 10, ...depths].map((levels) => [entry, levels] as const),
    ),
  )("%s, %i levels deep", async (entry, levels) => {
    let thrown: unknown;
    try {
      await entries[entry]?.(deep(levels));
    } catch (error) {
      thrown = error;
    }
    if (levels < maxDepth) expect(thrown).toBeUndefined();
    else if (thrown !== undefined) expect(thrown).toBeInstanceOf(NestingError);
  });

  test("an object within itself is not JSON", () => {
    const self: Record<string, unknown> = {};
    self["self"] = self;
    expect(isTooDeep(self)).toBe(true);
    expect(() => jsonText(self)).toThrow(TypeError);
  });
});
