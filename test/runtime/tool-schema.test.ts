/** Schemas of tools: arguments, structured content, and schemas that cannot be used. */
import { createRequire } from "node:module";
import { describe, expect, test, vi } from "vitest";
import type { JsonSchemaValidator } from "../../out/draft/client.js";
import { networkReference } from "../../out/draft/runtime/protocol/tool-schema.js";
import {
  createMcpServer,
  type McpServerOptions,
  type ServerHandlers,
} from "../../out/draft/server.js";
import type { Tool } from "../../out/draft/types.js";
import { connect, rawClient, request, rawServer, settle } from "./raw-peer.js";

const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js");

/** The adapter that the documentation shows. */
function ajvValidator(): JsonSchemaValidator & { compiled: number } {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return {
    compiled: 0,
    dialects: ["https://json-schema.org/draft/2020-12/schema"],
    compile(schema) {
      this.compiled += 1;
      const validate = ajv.compile(schema);
      return (value) =>
        validate(value) ? [] : ajv.errorsText(validate.errors).split(", ");
    },
  };
}

const add: Tool = {
  name: "add",
  inputSchema: {
    type: "object",
    properties: { a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } },
    required: ["a"],
    $defs: { n: { type: "number" } },
  },
  outputSchema: { type: "number" },
};

function peerFor(
  tool: Tool,
  callTool: NonNullable<ServerHandlers["callTool"]>,
  options: Partial<McpServerOptions> = {},
) {
  const errors: unknown[] = [];
  const validator = ajvValidator();
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    schemaValidator: validator,
    onError: (error) => errors.push(error),
    ...options,
    handlers: {
      listTools: () => ({ tools: [structuredClone(tool)] }),
      callTool,
    },
  });
  return { ...rawClient(server), server, errors, validator };
}

const call = (args?: object, name = "add") =>
  request(1, "tools/call", {
    name,
    ...(args === undefined ? {} : { arguments: args }),
  });

describe("the server", () => {
  test("arguments that do not fit: a result the model can act on, no call", async () => {
    const handler = vi.fn();
    const peer = peerFor(add, handler);
    const [answer] = await peer.exchange(call({ a: "1" }));
    expect(answer?.["result"]).toMatchObject({
      resultType: "complete",
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/add.*number/) }],
    });
    expect(handler).not.toHaveBeenCalled();
  });

  test("arguments that are absent count as an empty object", async () => {
    const optional: Tool = { name: "add", inputSchema: { type: "object" } };
    const peer = peerFor(optional, () => ({ content: [] }));
    expect(await peer.exchange(call())).toMatchObject([
      { result: { content: [] } },
    ]);
    const required = peerFor(add, () => ({ content: [] }));
    expect(await required.exchange(call())).toMatchObject([
      { result: { isError: true } },
    ]);
  });

  test("structured content that does not fit is the server's fault", async () => {
    for (const structured of [{ structuredContent: "3" }, {}]) {
      const peer = peerFor(add, () => ({ content: [], ...structured }));
      expect(await peer.exchange(call({ a: 1 }))).toMatchObject([
        { error: { code: -32603, message: "Internal error" } },
      ]);
      expect(String(peer.errors[0])).toContain("structuredContent");
    }
  });

  test("structured content that fits, and failures without any, pass", async () => {
    const good = peerFor(add, () => ({ content: [], structuredContent: 3 }));
    expect(await good.exchange(call({ a: 1 }))).toMatchObject([
      { result: { structuredContent: 3 } },
    ]);
    const failing = peerFor(add, () => ({ content: [], isError: true }));
    expect(await failing.exchange(call({ a: 1 }))).toMatchObject([
      { result: { isError: true } },
    ]);
  });

  test("each schema is compiled once, however often the list is made", async () => {
    const peer = peerFor(add, () => ({ content: [], structuredContent: 3 }));
    for (let times = 0; times < 3; times += 1) {
      await peer.exchange(call({ a: times }));
    }
    expect(peer.validator.compiled).toBe(2);
  });

  test("a tool that is not listed is left to the handler", async () => {
    const peer = peerFor(add, ({ name }) => ({
      content: [{ type: "text", text: name }],
    }));
    expect(await peer.exchange(call({}, "other"))).toMatchObject([
      { result: { content: [{ text: "other" }] } },
    ]);
  });

  test("tools can be looked up directly", async () => {
    const peer = peerFor(add, () => ({ content: [] }), {
      findTool: async (name) => ({ ...add, name }),
    });
    expect(await peer.exchange(call({}, "any"))).toMatchObject([
      { result: { isError: true } },
    ]);
  });

  const unusable: readonly [string, object, RegExp][] = [
    [
      "a dialect nobody knows",
      { $schema: "https://example.com/schema" },
      /dialect/,
    ],
    [
      "an older dialect",
      { $schema: "http://json-schema.org/draft-07/schema#" },
      /dialect/,
    ],
    [
      "a reference to the network",
      { properties: { a: { $ref: "https://a.example/s.json" } } },
      /network/,
    ],
    ["no schema at all", { properties: 5 }, /compile/],
  ];
  test.each(unusable)(
    "%s: an error that says so",
    async (_name, schema, want) => {
      const fetch = vi.spyOn(globalThis, "fetch");
      const handler = vi.fn();
      const peer = peerFor(
        { name: "add", inputSchema: { type: "object", ...schema } },
        handler,
      );
      const [answer] = await peer.exchange(call({}));
      expect(answer?.["error"]).toMatchObject({ code: -32603 });
      expect(answer?.["error"].message).toMatch(want);
      expect(handler).not.toHaveBeenCalled();
      expect(fetch).not.toHaveBeenCalled();
      fetch.mockRestore();
    },
  );
});

describe("the client", () => {
  async function calledWith(result: object, tool: Tool = add) {
    const peer = rawServer({ schemaValidator: ajvValidator() });
    const list = peer.client.listTools();
    await settle();
    peer.send({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "complete",
        tools: [tool],
        ttlMs: 0,
        cacheScope: "private",
      },
    });
    await list;
    const called = peer.client.callTool({ name: "add" });
    await settle();
    peer.send({
      jsonrpc: "2.0",
      id: 2,
      result: { resultType: "complete", content: [], ...result },
    });
    return called;
  }

  test("structured content is checked against what was listed", async () => {
    expect((await calledWith({ structuredContent: 3 })).structuredContent).toBe(
      3,
    );
    await expect(calledWith({ structuredContent: "3" })).rejects.toThrow(
      /structuredContent/,
    );
    await expect(calledWith({})).rejects.toThrow(/missing/);
    expect((await calledWith({ isError: true })).isError).toBe(true);
  });

  test("null is structured content", async () => {
    const nothing: Tool = { ...add, outputSchema: { type: "null" } };
    expect(
      (await calledWith({ structuredContent: null }, nothing))
        .structuredContent,
    ).toBeNull();
  });

  test("a schema that cannot be used rejects what it should have checked", async () => {
    const remote: Tool = {
      ...add,
      outputSchema: { $ref: "https://a.example/s.json" },
    };
    await expect(calledWith({ structuredContent: 3 }, remote)).rejects.toThrow(
      /network/,
    );
  });
});

describe("networkReference", () => {
  const cases: readonly [string, object, string | undefined][] = [
    ["inside the document", { $ref: "#/$defs/a" }, undefined],
    ["relative", { $ref: "other.json" }, undefined],
    [
      "absolute",
      { items: [{ $ref: "https://a.example/s#x" }] },
      "https://a.example/s#x",
    ],
    ["dynamic", { $dynamicRef: "http://a.example/s" }, "http://a.example/s"],
    ["without a scheme", { $ref: "//a.example/s" }, "//a.example/s"],
    ["a file", { $ref: "file:///etc/passwd" }, "file:///etc/passwd"],
    [
      "an embedded schema",
      {
        $defs: { a: { $id: "https://a.example/s" } },
        $ref: "https://a.example/s#y",
      },
      undefined,
    ],
    ["a name", { $ref: "urn:example:s" }, undefined],
    [
      "the meta-schema",
      { $ref: "https://json-schema.org/draft/2020-12/schema" },
      undefined,
    ],
    [
      "data that looks like one",
      {
        const: { $ref: "https://a.example" },
        enum: [{ $ref: "https://a.example" }],
      },
      undefined,
    ],
    [
      "a property called const",
      { properties: { const: { $ref: "https://a.example" } } },
      "https://a.example",
    ],
    [
      "a property called $ref",
      { properties: { $ref: { type: "string" } } },
      undefined,
    ],
  ];
  test.each(cases)("%s", (_name, schema, want) => {
    expect(networkReference(schema)).toBe(want);
  });

  test("a schema made to exhaust the stack is refused", () => {
    let schema: object = {};
    for (let depth = 0; depth < 10_000; depth += 1) schema = { not: schema };
    expect(() => networkReference(schema)).toThrow(/deep/);
  });
});

test("client and server agree over the memory transport", async () => {
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    schemaValidator: ajvValidator(),
    handlers: {
      listTools: () => ({ tools: [add] }),
      callTool: ({ arguments: args }) => ({
        content: [],
        structuredContent: Number(args?.["a"]) + Number(args?.["b"] ?? 0),
      }),
    },
  });
  const client = connect(server, { schemaValidator: ajvValidator() });
  await client.listTools();
  const result = await client.callTool({
    name: "add",
    arguments: { a: 1, b: 2 },
  });
  expect(result.structuredContent).toBe(3);
  await client.close();
});
