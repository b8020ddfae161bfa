/** What a server answers: messages in, messages out. */
import { describe, expect, test } from "vitest";
import { McpError, McpInvalidParamsError } from "../../out/draft/errors.js";
import {
  createMcpServer,
  InvalidResultError,
  type McpServerOptions,
  type ServerHandlers,
} from "../../out/draft/server.js";
import { validateResult } from "../../out/draft/validators.js";
import { key, meta, rawClient, request, settle, version } from "./raw-peer.js";

function serverWith(
  handlers: ServerHandlers = {},
  options: Partial<McpServerOptions> = {},
) {
  const errors: unknown[] = [];
  const server = createMcpServer({
    info: { name: "server", version: "2.0.0" },
    onError: (error) => errors.push(error),
    ...options,
    handlers,
  });
  return { server, errors, peer: rawClient(server) };
}

const echo: ServerHandlers = {
  callTool: ({ name, arguments: args }) => ({
    content: [{ type: "text", text: JSON.stringify({ name, args }) }],
  }),
};

describe("order of checks", () => {
  const cases: readonly {
    readonly given: string;
    readonly send: unknown;
    readonly want: readonly unknown[];
  }[] = [
    {
      given: "an array",
      send: [request(1, "tools/list")],
      want: [
        {
          jsonrpc: "2.0",
          error: { code: -32600, message: expect.any(String) },
        },
      ],
    },
    {
      given: "a number",
      send: 7,
      want: [{ jsonrpc: "2.0", error: { code: -32600 } }],
    },
    {
      given: "no jsonrpc",
      send: { id: 3, method: "tools/list" },
      want: [{ jsonrpc: "2.0", id: 3, error: { code: -32600 } }],
    },
    {
      given: "an id that is null",
      send: { ...request(1, "tools/list"), id: null },
      want: [{ jsonrpc: "2.0", error: { code: -32600 } }],
    },
    {
      given: "an id with a fraction",
      send: request(1.5, "tools/list"),
      want: [{ jsonrpc: "2.0", error: { code: -32600 } }],
    },
    {
      given: "a method that is not a string, with an empty id",
      send: { jsonrpc: "2.0", id: "", method: 4 },
      want: [{ jsonrpc: "2.0", id: "", error: { code: -32600 } }],
    },
    {
      given: "an unknown method, with id 0 and no _meta",
      send: { jsonrpc: "2.0", id: 0, method: "toString" },
      want: [{ jsonrpc: "2.0", id: 0, error: { code: -32601 } }],
    },
    {
      given: "a known method that has no handler",
      send: request(1, "completion/complete"),
      want: [{ id: 1, error: { code: -32601 } }],
    },
    {
      given: "no params",
      send: { jsonrpc: "2.0", id: 1, method: "tools/call" },
      want: [{ id: 1, error: { code: -32602 } }],
    },
    {
      given: "no version, and an unknown shape of params",
      send: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: 5, _meta: { [key.capabilities]: {} } },
      },
      want: [{ id: 1, error: { code: -32602, message: /protocolVersion/ } }],
    },
    {
      given: "an unsupported version before wrong params",
      send: request(
        1,
        "tools/call",
        { name: 5 },
        { [key.version]: "2025-11-25" },
      ),
      want: [
        {
          id: 1,
          error: {
            code: -32022,
            data: { supported: [version], requested: "2025-11-25" },
          },
        },
      ],
    },
    {
      given: "wrong params",
      send: request(1, "tools/call", { name: 5 }),
      want: [{ id: 1, error: { code: -32602, message: /name/ } }],
    },
    {
      given: "a log level that does not exist",
      send: request(1, "tools/call", { name: "a" }, { [key.logLevel]: "loud" }),
      want: [{ id: 1, error: { code: -32602 } }],
    },
    {
      given: "an initialize of an older revision",
      send: {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {} },
      },
      want: [
        {
          id: 1,
          error: {
            code: -32601,
            message: new RegExp(version),
            data: { supported: [version] },
          },
        },
      ],
    },
    {
      given: "an unknown notification",
      send: { jsonrpc: "2.0", method: "x" },
      want: [],
    },
    { given: "a malformed notification", send: { method: "x" }, want: [] },
    {
      given: "a response",
      send: { jsonrpc: "2.0", id: 1, result: {} },
      want: [],
    },
  ];
  test.each(cases)("$given", async ({ send, want }) => {
    const { peer } = serverWith(echo);
    const answers = await peer.exchange(send);
    expect(answers).toHaveLength(want.length);
    for (const [index, { error, ...rest }] of (
      want as { error: { message?: RegExp } }[]
    ).entries()) {
      const { message, ...fields } = error;
      expect(answers[index]).toMatchObject({ ...rest, error: fields });
      if (message instanceof RegExp) {
        expect(answers[index]?.["error"].message).toMatch(message);
      }
      if (!("id" in rest)) expect(answers[index]).not.toHaveProperty("id");
    }
  });

  test("text that is not JSON, and then a request", async () => {
    const { peer, errors } = serverWith(echo);
    peer.sendText("{");
    peer.send(request(1, "tools/call", { name: "a" }));
    await settle();
    expect(peer.received).toMatchObject([
      { jsonrpc: "2.0", error: { code: -32700 } },
      { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } },
    ]);
    expect(peer.received[0]).not.toHaveProperty("id");
    expect(errors).toHaveLength(1);
  });
});

describe("ids", () => {
  test("strings and numbers are never mixed up", async () => {
    const { peer } = serverWith({
      callTool: async ({ name }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { content: [{ type: "text", text: name }] };
      },
    });
    for (const id of [1, "1", 0, ""]) {
      peer.send(request(id, "tools/call", { name: JSON.stringify(id) }));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(
      peer.received.map(({ id, result }) => [id, result.content[0].text]),
    ).toEqual([
      [1, "1"],
      ["1", '"1"'],
      [0, "0"],
      ["", '""'],
    ]);
  });

  test("an id that is still open is refused, and works again afterwards", async () => {
    let finish = (): void => undefined;
    const { peer } = serverWith({
      callTool: () =>
        new Promise((resolve) => {
          finish = () => resolve({ content: [] });
        }),
    });
    const call = request(1, "tools/call", { name: "a" });
    expect(await peer.exchange(call)).toEqual([]);
    expect(await peer.exchange(call)).toMatchObject([
      { id: 1, error: { code: -32600 } },
    ]);
    finish();
    await settle();
    expect(peer.received.at(-1)).toMatchObject({ id: 1, result: {} });
    peer.send(call);
    await settle();
    finish();
    await settle();
    expect(peer.received).toHaveLength(3);
  });
});

describe("results", () => {
  test("the runtime fills in type, identity and hints", async () => {
    const { peer } = serverWith({
      listTools: () => ({ tools: [] }),
      readResource: () => ({ contents: [], ttlMs: 5, cacheScope: "public" }),
      ...echo,
    });
    const identity = { [key.serverInfo]: { name: "server", version: "2.0.0" } };
    expect(await peer.exchange(request(1, "tools/list"))).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        result: {
          resultType: "complete",
          tools: [],
          ttlMs: 0,
          cacheScope: "private",
          _meta: identity,
        },
      },
    ]);
    expect(
      await peer.exchange(request(2, "resources/read", { uri: "x:y" })),
    ).toMatchObject([{ result: { ttlMs: 5, cacheScope: "public" } }]);
    const [called] = await peer.exchange(
      request(3, "tools/call", { name: "a" }),
    );
    expect(called?.["result"]).not.toHaveProperty("ttlMs");
  });

  test("a handler's own metadata is kept next to the identity", async () => {
    const { peer } = serverWith({
      callTool: () => ({ content: [], _meta: { "com.example/cost": 3 } }),
    });
    const [answer] = await peer.exchange(
      request(1, "tools/call", { name: "a" }),
    );
    expect(answer?.["result"]._meta).toEqual({
      [key.serverInfo]: { name: "server", version: "2.0.0" },
      "com.example/cost": 3,
    });
  });

  test("`identify: false` leaves the identity out", async () => {
    const { peer } = serverWith(echo, { identify: false });
    const [answer] = await peer.exchange(
      request(1, "tools/call", { name: "a" }),
    );
    expect(answer?.["result"]).not.toHaveProperty("_meta");
  });

  const invalid: readonly [string, unknown][] = [
    ["no object", 5],
    ["nothing", undefined],
    ["wrong content", { content: "text" }],
    ["a type of result nobody declared", { resultType: "odd", content: [] }],
    [
      "metadata under a reserved name",
      { content: [], _meta: { "io.mcp/x": 1 } },
    ],
    ["metadata without a proper name", { content: [], _meta: { "a/b/c": 1 } }],
    [
      "a question where both fields are missing",
      { resultType: "input_required" },
    ],
    ["a value that JSON does not have", { content: [], structuredContent: 1n }],
  ];
  test.each(invalid)(
    "%s: an internal error for the client, a full one for the owner",
    async (_name, value) => {
      const { peer, errors } = serverWith({ callTool: () => value as never });
      expect(
        await peer.exchange(request(1, "tools/call", { name: "a" })),
      ).toEqual([
        {
          jsonrpc: "2.0",
          id: 1,
          error: { code: -32603, message: "Internal error" },
        },
      ]);
      expect(errors).toHaveLength(1);
    },
  );

  test.each([
    [false, /tools\/call.*does not fit the schema/],
    [undefined, /tools\/call.*content\[0\].text/],
    [validateResult, /tools\/call.*content/],
  ] as const)(
    "the owner is told what is wrong as exactly as wanted: explainResult %s",
    async (explainResult, want) => {
      const { peer, errors } = serverWith(
        { callTool: () => ({ content: [{ type: "text", text: 5 }] }) as never },
        { explainResult },
      );
      await peer.exchange(request(1, "tools/call", { name: "a" }));
      expect(errors[0]).toBeInstanceOf(InvalidResultError);
      expect((errors[0] as Error).message).toMatch(want);
      expect((errors[0] as InvalidResultError).result).toEqual({
        content: [{ type: "text", text: 5 }],
      });
    },
  );

  test("the check of results can be switched off", async () => {
    const { peer } = serverWith(
      { callTool: () => ({ content: "text" }) as never },
      { validateResults: false },
    );
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toMatchObject([{ result: { content: "text" } }]);
  });

  test("members that are undefined are left out, and the result is valid", async () => {
    const { peer } = serverWith({
      callTool: () =>
        ({ content: [], isError: undefined, _meta: undefined }) as never,
    });
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toMatchObject([{ result: { resultType: "complete", content: [] } }]);
  });

  test("a type of result of an extension passes when it is declared", async () => {
    const { peer } = serverWith(
      { callTool: () => ({ resultType: "task", content: [] }) },
      { resultTypes: ["task"] },
    );
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toMatchObject([{ result: { resultType: "task" } }]);
  });
});

describe("errors that handlers throw", () => {
  const thrown: readonly {
    readonly given: string;
    readonly error: unknown;
    readonly tool: object;
    readonly resource: object;
  }[] = [
    {
      given: "an error of the protocol",
      error: new McpInvalidParamsError("No such thing.", { uri: "x:y" }),
      tool: { error: { code: -32602, data: { uri: "x:y" } } },
      resource: {
        error: {
          code: -32602,
          message: "No such thing.",
          data: { uri: "x:y" },
        },
      },
    },
    {
      given: "an error of the application",
      error: new McpError(40, "Sold out."),
      tool: { error: { code: 40, message: "Sold out." } },
      resource: { error: { code: 40, message: "Sold out." } },
    },
    {
      given: "a code that is never sent",
      error: new McpError(-32002, "Gone."),
      tool: { error: { code: -32603, message: "Internal error" } },
      resource: { error: { code: -32603, message: "Internal error" } },
    },
    {
      given: "a code that the specification keeps for itself",
      error: new McpError(-32050, "Mine."),
      tool: { error: { code: -32603 } },
      resource: { error: { code: -32603 } },
    },
    {
      given: "any other error",
      error: new Error("disk on fire at /srv/secret"),
      tool: {
        result: {
          resultType: "complete",
          isError: true,
          content: [{ type: "text", text: "disk on fire at /srv/secret" }],
        },
      },
      resource: { error: { code: -32603, message: "Internal error" } },
    },
    {
      given: "something that is not an error",
      error: "no",
      tool: { result: { isError: true, content: [{ text: "no" }] } },
      resource: { error: { code: -32603, message: "Internal error" } },
    },
  ];
  test.each(thrown)("$given", async ({ error, tool, resource }) => {
    const { peer, errors } = serverWith({
      callTool: () => Promise.reject(error),
      readResource: () => {
        throw error;
      },
    });
    const [fromTool] = await peer.exchange(
      request(1, "tools/call", { name: "a" }),
    );
    const [fromResource] = await peer.exchange(
      request(2, "resources/read", { uri: "x:y" }),
    );
    expect(fromTool).toMatchObject({ id: 1, ...tool });
    expect(fromResource).toMatchObject({ id: 2, ...resource });
    expect(JSON.stringify(fromResource)).not.toContain("secret");
    expect(errors).toEqual([error, error]);
  });
});

describe("progress", () => {
  test("grows strictly and ends with the result", async () => {
    let late: (() => unknown) | undefined;
    const { peer } = serverWith({
      callTool: async (_params, context) => {
        await context.progress(1, 4, "one");
        await context.progress(1);
        await context.progress(0.5);
        await context.progress(2.5);
        late = () => context.progress(9);
        return { content: [] };
      },
    });
    const answers = await peer.exchange(
      request(1, "tools/call", { name: "a" }, { progressToken: "t" }),
    );
    expect(
      answers.map(({ method, params }) =>
        method === undefined ? "result" : params,
      ),
    ).toEqual([
      { progressToken: "t", progress: 1, total: 4, message: "one" },
      { progressToken: "t", progress: 2.5 },
      "result",
    ]);
    await late?.();
    await settle();
    expect(peer.received).toHaveLength(3);
  });

  test("nothing is sent to a client that gave no token", async () => {
    const { peer } = serverWith({
      callTool: async (_params, context) => {
        await context.progress(1);
        return { content: [] };
      },
    });
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toHaveLength(1);
  });

  test.each([NaN, Infinity])("%d is refused", async (value) => {
    const { peer } = serverWith({
      callTool: async (_params, context) => {
        await context.progress(value);
        return { content: [] };
      },
    });
    expect(
      await peer.exchange(
        request(1, "tools/call", { name: "a" }, { progressToken: 0 }),
      ),
    ).toMatchObject([{ result: { isError: true } }]);
  });
});

describe("log messages", () => {
  const logs: ServerHandlers = {
    callTool: async (_params, context) => {
      await context.log("debug", "fine");
      await context.log("warning", { disk: 0.9 }, "storage");
      await context.log("error", null);
      return { content: [] };
    },
  };
  test("only when asked for, and only from that level on", async () => {
    const { peer } = serverWith(logs, { capabilities: { logging: {} } });
    const ask = async (id: number, extra: object) =>
      (
        await peer.exchange(request(id, "tools/call", { name: "a" }, extra))
      ).flatMap(({ params }) => (params === undefined ? [] : [params]));
    expect(await ask(1, {})).toEqual([]);
    expect(await ask(2, { [key.logLevel]: "warning" })).toEqual([
      { level: "warning", data: { disk: 0.9 }, logger: "storage" },
      { level: "error", data: null },
    ]);
    expect(await ask(3, { [key.logLevel]: "emergency" })).toEqual([]);
  });

  test("a server that does not declare it cannot log", async () => {
    const { peer } = serverWith(logs);
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toMatchObject([{ result: { isError: true } }]);
  });
});

describe("cancellation", () => {
  test("stops the handler, and nothing more is sent", async () => {
    const reasons: unknown[] = [];
    const { peer, errors } = serverWith({
      callTool: (_params, context) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener("abort", () => {
            reasons.push(context.signal.reason.message);
            reject(new Error("stopped"));
          });
        }),
    });
    peer.send(request(1, "tools/call", { name: "a" }));
    peer.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "changed my mind" },
    });
    await settle();
    expect(reasons).toEqual(["changed my mind"]);
    expect(peer.received).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each([
    ["an unknown id", { requestId: 9 }],
    ["the id in another type", { requestId: "1" }],
    ["no id", {}],
    ["no object", "x"],
  ])("%s is ignored", async (_name, params) => {
    let finish = (): void => undefined;
    const { peer } = serverWith({
      callTool: () =>
        new Promise((resolve) => {
          finish = () => resolve({ content: [] });
        }),
    });
    peer.send(request(1, "tools/call", { name: "a" }));
    peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    await settle();
    finish();
    await settle();
    expect(peer.received).toMatchObject([{ id: 1, result: {} }]);
  });

  test("the end of the connection stops all handlers", async () => {
    let stopped = 0;
    const { peer } = serverWith({
      callTool: (_params, context) =>
        new Promise((resolve) => {
          context.signal.addEventListener("abort", () => {
            stopped += 1;
            resolve({ content: [] });
          });
        }),
    });
    peer.send(request(1, "tools/call", { name: "a" }));
    peer.send(request(2, "tools/call", { name: "a" }));
    await settle();
    await peer.close();
    await settle();
    expect(stopped).toBe(2);
  });

  test("closing the server answers what is open, and refuses the rest", async () => {
    let aborted = false;
    const { peer, server } = serverWith({
      callTool: (_params, context) =>
        new Promise(() => {
          context.signal.addEventListener("abort", () => {
            aborted = true;
          });
        }),
    });
    peer.send(request(1, "tools/call", { name: "a" }));
    await settle();
    await Promise.all([server.close(), server.close()]);
    await settle();
    expect(aborted).toBe(true);
    expect(peer.received).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });
});

describe("context", () => {
  test("has what the request says, and nothing of earlier ones", async () => {
    const seen: unknown[] = [];
    const { peer } = serverWith({
      callTool: (_params, context) => {
        seen.push({
          id: context.requestId,
          method: context.method,
          version: context.protocolVersion,
          client: context.clientInfo,
          capabilities: context.clientCapabilities,
          trace: context.trace,
          unknown: context.meta["com.example/x"],
          principal: context.principal,
        });
        return { content: [] };
      },
    });
    await peer.exchange(
      request(
        "first",
        "tools/call",
        { name: "a" },
        {
          [key.clientInfo]: { name: "c", version: "1" },
          [key.capabilities]: { roots: {} },
          traceparent:
            "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
          baggage: 5,
          "com.example/x": [1],
        },
      ),
    );
    await peer.exchange(request(2, "tools/call", { name: "a" }));
    expect(seen).toEqual([
      {
        id: "first",
        method: "tools/call",
        version,
        client: { name: "c", version: "1" },
        capabilities: { roots: {} },
        trace: {
          traceparent:
            "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
        },
        unknown: [1],
        principal: undefined,
      },
      {
        id: 2,
        method: "tools/call",
        version,
        client: undefined,
        capabilities: {},
        trace: {},
        unknown: undefined,
        principal: undefined,
      },
    ]);
  });

  test.each([
    [{ sampling: {} }, {}, { sampling: {} }],
    [
      { elicitation: { url: {} } },
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    [
      { elicitation: {} },
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    [{ elicitation: { form: {} } }, { elicitation: {} }, undefined],
    [
      { sampling: { tools: {} } },
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    [{ roots: {} }, { roots: {}, sampling: {} }, undefined],
  ])("requires %j of %j", async (required, declared, missing) => {
    const { peer } = serverWith({
      callTool: (_params, context) => {
        context.requireCapabilities(required);
        return { content: [] };
      },
    });
    const [answer] = await peer.exchange(
      request(1, "tools/call", { name: "a" }, { [key.capabilities]: declared }),
    );
    if (missing === undefined) {
      expect(answer).toMatchObject({ result: {} });
    } else {
      expect(answer?.["error"]).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: missing },
      });
    }
  });
});

describe("discovery and capabilities", () => {
  test("tells what handlers can do", async () => {
    const { peer } = serverWith(
      { ...echo, readResource: () => ({ contents: [] }) },
      {
        instructions: "Be kind.",
        discovery: { ttlMs: 1_000, cacheScope: "public" },
        capabilities: {
          tools: { listChanged: false },
          logging: {},
          extensions: { "com.example/x": {} },
        },
      },
    );
    expect(await peer.exchange(request(1, "server/discover"))).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        result: {
          resultType: "complete",
          supportedVersions: [version],
          capabilities: {
            tools: { listChanged: false },
            resources: { listChanged: true, subscribe: true },
            logging: {},
            extensions: { "com.example/x": {} },
          },
          instructions: "Be kind.",
          ttlMs: 1_000,
          cacheScope: "public",
          _meta: { [key.serverInfo]: { name: "server", version: "2.0.0" } },
        },
      },
    ]);
  });

  test("who declares a feature answers its lists", async () => {
    const { peer } = serverWith({ readResource: () => ({ contents: [] }) });
    expect(await peer.exchange(request(1, "resources/list"))).toMatchObject([
      { result: { resources: [] } },
    ]);
    expect(
      await peer.exchange(request(2, "resources/templates/list")),
    ).toMatchObject([{ result: { resourceTemplates: [] } }]);
    expect(await peer.exchange(request(3, "prompts/list"))).toMatchObject([
      { error: { code: -32601 } },
    ]);
  });

  test("a capability without a handler is a mistake", () => {
    expect(() =>
      createMcpServer({
        info: { name: "a", version: "1" },
        capabilities: { completions: {} },
        handlers: {},
      }),
    ).toThrow(/completions/);
  });

  test.each([
    [undefined, /^A server needs handlers: \{ info, handlers: /],
    [
      { lsitTools: () => ({ tools: [] }) },
      /^handlers\.lsitTools is never called; handlers are: listTools, callTool, /,
    ],
    [{ "tools/list": () => ({ tools: [] }) }, /tools\/list is never called/],
    [{ discover: () => ({}) }, /discover is never called/],
  ])("slips that no compiler has seen are errors: %o", (handlers, message) => {
    expect(() =>
      createMcpServer({
        info: { name: "s", version: "1" },
        handlers: handlers as never,
      }),
    ).toThrow(message);
  });

  test("an instance of a class may have functions of its own", () => {
    class Handlers {
      listTools = () => ({ tools: [this.#tool()] });
      helper = () => undefined;
      #tool = () => ({
        name: "a",
        inputSchema: { type: "object" as const },
      });
    }
    const server = createMcpServer({
      info: { name: "s", version: "1" },
      handlers: new Handlers(),
    });
    expect(server.capabilities).toHaveProperty("tools");
  });

  test("handlers may be methods of a class", async () => {
    class Tools implements ServerHandlers {
      readonly #word = "hello";
      callTool() {
        return { content: [{ type: "text" as const, text: this.#word }] };
      }
    }
    const { peer } = serverWith(new Tools());
    expect(
      await peer.exchange(request(1, "tools/call", { name: "a" })),
    ).toMatchObject([{ result: { content: [{ text: "hello" }] } }]);
  });

  test("several versions are served when that is asked for", async () => {
    const { peer } = serverWith(echo, {
      supportedVersions: [version, "2027-01-01"],
    });
    expect(
      await peer.exchange(
        request(
          1,
          "tools/call",
          { name: "a" },
          { [key.version]: "2027-01-01" },
        ),
      ),
    ).toMatchObject([{ result: {} }]);
  });
});

test("a request is judged by its own metadata, whatever came before", async () => {
  const { peer } = serverWith(echo);
  await peer.exchange(request(1, "tools/call", { name: "a" }));
  expect(
    await peer.exchange({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "a", _meta: { [key.version]: version } },
    }),
  ).toMatchObject([{ id: 2, error: { code: -32602 } }]);
  expect(meta).toEqual({ [key.version]: version, [key.capabilities]: {} });
});
