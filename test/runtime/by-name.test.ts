/** Requests by name, clients in memory, and text: the small things. */
import { describe, expect, test } from "vitest";
import { memoryClient, text, textOf } from "../../out/draft/client.js";
import { createMcpServer } from "../../out/draft/server.js";
import { ListToolsResultSchema } from "../../out/draft/validators.js";
import { key, rawServer, settle } from "./raw-peer.js";

const info = { name: "s", version: "1" };

describe("client.request", () => {
  const hits = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: async (value: unknown) => {
        const { hits: found } = value as { hits: unknown };
        return typeof found === "number"
          ? { value: { found } }
          : { issues: [{ message: "hits: expected number" }] };
      },
    },
  } as const;

  /** Calls a method that the schema does not have; answers as told. */
  async function search(answer: object, options: object = {}) {
    const peer = rawServer();
    const call = peer.client.request("acme/search", { query: "q" }, options);
    await settle();
    const sent = peer.received[0];
    peer.send({ jsonrpc: "2.0", id: sent?.["id"], ...answer });
    return { sent, result: await call.catch((error: unknown) => error) };
  }

  test("sends a method that the schema does not have, with metadata", async () => {
    const { sent, result } = await search({
      result: { resultType: "complete", hits: 3 },
    });
    expect(sent).toMatchObject({
      method: "acme/search",
      params: { query: "q", _meta: { [key.version]: expect.any(String) } },
    });
    expect(result).toEqual({ resultType: "complete", hits: 3 });
  });

  test("checks the result by the schema that is given, and hands out its value", async () => {
    const good = { result: { resultType: "complete", hits: 3 } };
    expect((await search(good, { result: hits })).result).toEqual({ found: 3 });
    const bad = { result: { resultType: "complete", hits: "x" } };
    expect((await search(bad, { result: hits })).result).toMatchObject({
      name: "InvalidResultError",
      method: "acme/search",
      message: "The result of acme/search is invalid: hits: expected number",
    });
  });

  test("rejects with the server's error, and for a result that is not an object", async () => {
    const error = { error: { code: -32601, message: "No." } };
    expect((await search(error)).result).toMatchObject({ code: -32601 });
    expect((await search({ result: 5 })).result).toMatchObject({
      name: "InvalidResultError",
    });
  });

  test("answers input that the server asks for", async () => {
    const peer = rawServer({
      inputs: { "roots/list": () => ({ roots: [{ uri: "file:///a" }] }) },
    });
    const call = peer.client.request("acme/search");
    await settle();
    peer.send({
      jsonrpc: "2.0",
      id: peer.received[0]?.["id"],
      result: {
        resultType: "input_required",
        inputRequests: { r: { method: "roots/list" } },
      },
    });
    await settle();
    expect(peer.received[1]).toMatchObject({
      method: "acme/search",
      params: { inputResponses: { r: { roots: [{ uri: "file:///a" }] } } },
    });
    const result = { resultType: "complete" };
    peer.send({ jsonrpc: "2.0", id: peer.received[1]?.["id"], result });
    expect(await call).toEqual(result);
  });

  test.each(["constructor", "__proto__", "toString", ""])(
    "the name %j means nothing special",
    async (method) => {
      const peer = rawServer();
      const call = peer.client.request(method);
      await settle();
      const result = { resultType: "complete", a: 1 };
      peer.send({ jsonrpc: "2.0", id: peer.received[0]?.["id"], result });
      expect(await call).toEqual(result);
    },
  );

  test("a method of the schema is checked as ever", async () => {
    const client = memoryClient(
      createMcpServer({ info, handlers: { listTools: () => ({ tools: [] }) } }),
    );
    const result = await client.request(
      "tools/list",
      {},
      {
        result: ListToolsResultSchema,
      },
    );
    expect(result.tools).toEqual([]);
    await client.close();
  });
});

test("memoryClient is a client of the server, with the options that are given", async () => {
  let seen: unknown;
  const server = createMcpServer({
    info,
    handlers: {
      callTool: ({ name }, context) => {
        seen = context.clientInfo?.name;
        return { content: [text(`Hello ${name}`), text("!")] };
      },
    },
  });
  const client = memoryClient(server, { info: { name: "mine", version: "2" } });
  expect(textOf(await client.callTool({ name: "Ada" }))).toBe("Hello Ada\n!");
  expect(seen).toBe("mine");
  await client.close();
});

test.each<[unknown, string]>([
  [[], ""],
  [text("a"), "a"],
  [[text("a"), { type: "image", data: "", mimeType: "" }, text("b")], "a\nb"],
  [[null, 1, { type: "text" }, { type: "text", text: 1 }], ""],
  [undefined, ""],
])("textOf %j is %j", (content, want) => {
  expect(textOf({ content })).toBe(want);
});
