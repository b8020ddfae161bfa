/** Calls that need input: what the server asks, and how the client answers. */
import { describe, expect, test, vi } from "vitest";
import {
  InputRequiredError,
  InvalidResultError,
  type ClientOptions,
} from "../../out/draft/client.js";
import {
  createMcpServer,
  type ServerHandlers,
} from "../../out/draft/server.js";
import {
  connect,
  key,
  rawClient,
  rawServer,
  request,
  said,
  settle,
  type Message,
} from "./raw-peer.js";

const form = {
  message: "Which row?",
  requestedSchema: {
    type: "object",
    properties: { row: { type: "integer" } },
  },
} as const;
const ask = { method: "elicitation/create", params: form };

async function errorOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: unknown) => error,
  );
}

describe("the client", () => {
  const elicit: NonNullable<ClientOptions["inputs"]> = {
    "elicitation/create": () => ({ action: "accept", content: { row: 4 } }),
  };

  function respond(
    peer: ReturnType<typeof rawServer>,
    result: Message,
  ): Promise<void> {
    peer.send({ jsonrpc: "2.0", id: peer.received.at(-1)?.["id"], result });
    return settle();
  }

  test("answers all questions and calls again: new id, same params, state byte for byte", async () => {
    const peer = rawServer({
      inputs: {
        ...elicit,
        "roots/list": async () => ({ roots: [{ uri: "file:///srv" }] }),
      },
    });
    const call = peer.client.callTool({ name: "book", arguments: { day: 1 } });
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: {
        seat: ask,
        __proto__: null,
        where: { method: "roots/list" },
      },
      requestState: "é\u2028 {}",
    });
    expect(peer.received[1]).toEqual({
      ...peer.received[0],
      id: 2,
      params: {
        ...peer.received[0]?.["params"],
        inputResponses: {
          seat: { action: "accept", content: { row: 4 } },
          where: { roots: [{ uri: "file:///srv" }] },
        },
        requestState: "é\u2028 {}",
      },
    });
    await respond(peer, said("done"));
    expect(await call).toEqual(said("done"));
  });

  test("an empty state goes back; an absent one stays absent", async () => {
    const peer = rawServer({ inputs: elicit });
    const call = peer.client.callTool({ name: "a" });
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask },
      requestState: "",
    });
    expect(peer.received[1]?.["params"].requestState).toBe("");
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { b: ask },
    });
    expect(peer.received[2]?.["params"]).not.toHaveProperty("requestState");
    expect(Object.keys(peer.received[2]?.["params"].inputResponses)).toEqual([
      "b",
    ]);
    await respond(peer, said("done"));
    await call;
  });

  test("a key may have any name", async () => {
    const peer = rawServer({ inputs: elicit });
    const call = peer.client.callTool({ name: "a" });
    await settle();
    peer.sendText(
      `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"__proto__":${JSON.stringify(ask)}}}}`,
    );
    await settle();
    expect(JSON.stringify(peer.received[1]?.["params"].inputResponses)).toBe(
      '{"__proto__":{"action":"accept","content":{"row":4}}}',
    );
    await respond(peer, said("done"));
    await call;
  });

  test("a state alone means to come back a little later", async () => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    await respond(peer, { resultType: "input_required", requestState: "s" });
    expect(peer.received).toHaveLength(1);
    await vi.waitFor(() => expect(peer.received).toHaveLength(2));
    expect(peer.received[1]?.["params"]).toMatchObject({ requestState: "s" });
    expect(peer.received[1]?.["params"]).not.toHaveProperty("inputResponses");
    await respond(peer, said("done"));
    await call;
  });

  test("calls side by side do not mix", async () => {
    const peer = rawServer({
      inputs: {
        "elicitation/create": ({ message }) => ({
          action: "accept",
          content: { to: message },
        }),
      },
    });
    const calls = ["a", "b"].map((name) => peer.client.callTool({ name }));
    await settle();
    for (const { id, params } of peer.received.slice()) {
      peer.send({
        jsonrpc: "2.0",
        id,
        result: {
          resultType: "input_required",
          inputRequests: {
            q: {
              method: ask.method,
              params: { ...form, message: params.name },
            },
          },
          requestState: `state of ${params.name}`,
        },
      });
    }
    await settle();
    expect(
      peer.received
        .slice(2)
        .map(({ params }) => [
          params.name,
          params.requestState,
          params.inputResponses.q.content.to,
        ]),
    ).toEqual([
      ["a", "state of a", "a"],
      ["b", "state of b", "b"],
    ]);
    await peer.client.close();
    await Promise.allSettled(calls);
  });

  test("rounds are bounded", async () => {
    const peer = rawServer({ inputs: elicit, maxInputRounds: 2 });
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    for (let round = 0; round < 3; round += 1) {
      await respond(peer, {
        resultType: "input_required",
        inputRequests: { a: ask },
      });
    }
    const error = await call;
    expect(error).toBeInstanceOf(InputRequiredError);
    expect(error.result.inputRequests.a).toEqual(ask);
    expect(peer.received).toHaveLength(3);
  });

  const unexpected: readonly [string, Partial<ClientOptions>, Message][] = [
    ["a kind that was not declared", {}, { q: ask }],
    [
      "a mode that was not declared",
      { inputs: elicit },
      {
        q: {
          method: ask.method,
          params: { mode: "url", message: "m", url: "https://a.example" },
        },
      },
    ],
    [
      "tools for sampling that were not declared",
      {
        inputs: {
          "sampling/createMessage": () => Promise.reject(new Error("asked")),
        },
      },
      {
        q: {
          method: "sampling/createMessage",
          params: { messages: [], maxTokens: 1, tools: [] },
        },
      },
    ],
    [
      "a declared kind without a handler",
      { capabilities: { roots: {} } },
      { q: { method: "roots/list" } },
    ],
    [
      "one good and one bad question",
      {
        inputs: {
          "elicitation/create": () => Promise.reject(new Error("asked")),
        },
      },
      { good: ask, bad: { method: "roots/list" } },
    ],
  ];
  test.each(unexpected)(
    "%s: the caller gets the result, typed, and nobody is asked",
    async (_name, options, inputRequests) => {
      const peer = rawServer(options);
      const call = errorOf(peer.client.callTool({ name: "a" }));
      await settle();
      await respond(peer, { resultType: "input_required", inputRequests });
      const error = await call;
      expect(error).toBeInstanceOf(InputRequiredError);
      expect(error.result).toEqual({
        resultType: "input_required",
        inputRequests,
      });
      expect(peer.received).toHaveLength(1);
    },
  );

  const invalid: readonly [string, Message][] = [
    ["neither questions nor state", {}],
    [
      "an unknown kind of question",
      { inputRequests: { q: { method: "a/b" } } },
    ],
    ["a state that is not a string", { requestState: 5 }],
  ];
  test.each(invalid)("%s: an invalid result", async (_name, members) => {
    const peer = rawServer({ inputs: elicit });
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    await respond(peer, { resultType: "input_required", ...members });
    expect(await call).toBeInstanceOf(InvalidResultError);
  });

  test("a method that cannot ask: an invalid result", async () => {
    const peer = rawServer({ inputs: elicit });
    const call = errorOf(peer.client.listTools());
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask },
    });
    expect(await call).toBeInstanceOf(InvalidResultError);
  });

  test("`inputRequired: return` hands the question over and takes the answers", async () => {
    const peer = rawServer({ capabilities: { elicitation: {} } });
    const first = peer.client.callTool(
      { name: "a" },
      { inputRequired: "return" },
    );
    await settle();
    const question = {
      resultType: "input_required",
      inputRequests: { a: ask },
      requestState: "s",
    };
    await respond(peer, question);
    expect(await first).toEqual(question);
    const second = peer.client.callTool({
      name: "a",
      inputResponses: { a: { action: "decline" } },
      requestState: "s",
    });
    await settle();
    expect(peer.received[1]?.["params"]).toMatchObject({
      inputResponses: { a: { action: "decline" } },
      requestState: "s",
    });
    await respond(peer, said("done"));
    await second;
  });

  test("a handler that fails ends the call, and the others are told to stop", async () => {
    let stopped = false;
    const peer = rawServer({
      inputs: {
        "roots/list": () => {
          throw new Error("no roots");
        },
        "elicitation/create": (_params, { signal, method, key: name }) =>
          new Promise((resolve) => {
            expect([method, name]).toEqual(["tools/call", "a"]);
            signal.addEventListener("abort", () => {
              stopped = true;
              resolve({ action: "cancel" });
            });
          }),
      },
    });
    const call = errorOf(peer.client.callTool({ name: "t" }));
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask, b: { method: "roots/list" } },
    });
    expect((await call).message).toBe("no roots");
    expect(stopped).toBe(true);
    expect(peer.received).toHaveLength(1);
  });

  test("an invalid answer is the handler's mistake", async () => {
    const peer = rawServer({
      inputs: { "elicitation/create": () => ({ action: "maybe" }) as never },
    });
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask },
    });
    expect(await call).toBeInstanceOf(TypeError);
    expect(peer.received).toHaveLength(1);
  });

  test("an abort while the user thinks ends the call and sends nothing", async () => {
    const abort = new AbortController();
    let stopped = false;
    const peer = rawServer({
      inputs: {
        "elicitation/create": (_params, { signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => {
              stopped = true;
            });
          }),
      },
    });
    const call = errorOf(
      peer.client.callTool({ name: "a" }, { signal: abort.signal }),
    );
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask },
    });
    abort.abort("enough");
    expect(await call).toBe("enough");
    await settle();
    expect(stopped).toBe(true);
    expect(peer.received).toHaveLength(1);
  });

  test("the time a user takes is not the server's", async () => {
    const peer = rawServer({
      timeoutMs: 30,
      inputs: {
        "elicitation/create": () =>
          new Promise((resolve) =>
            setTimeout(() => resolve({ action: "decline" }), 90),
          ),
      },
    });
    const call = peer.client.callTool({ name: "a" });
    await settle();
    await respond(peer, {
      resultType: "input_required",
      inputRequests: { a: ask },
    });
    await vi.waitFor(() => expect(peer.received).toHaveLength(2));
    await respond(peer, said("done"));
    expect(await call).toEqual(said("done"));
  });

  test("input that servers never ask for is a mistake in the options", () => {
    expect(() =>
      rawServer({ inputs: { "tools/call": () => ({}) } as never }),
    ).toThrow(TypeError);
  });
});

describe("the server", () => {
  const everything = {
    [key.capabilities]: {
      elicitation: { form: {}, url: {} },
      sampling: { tools: {} },
      roots: {},
    },
  };

  function peerFor(handlers: ServerHandlers) {
    const errors: unknown[] = [];
    const server = createMcpServer({
      info: { name: "s", version: "1" },
      handlers,
      onError: (error) => errors.push(error),
    });
    return { ...rawClient(server), errors };
  }

  const asking: ServerHandlers = {
    callTool: ({ name }, context) => {
      const answer = context.inputResponse("who", "elicitation/create");
      if (answer === undefined) {
        return context.inputRequired({
          inputRequests: { who: context.elicit(form) },
          requestState: "s",
        });
      }
      return { content: [{ type: "text", text: `${name} ${answer.action}` }] };
    },
  };

  test("asks, and completes with the answer", async () => {
    const peer = peerFor(asking);
    const [question] = await peer.exchange(
      request(1, "tools/call", { name: "t" }, everything),
    );
    expect(question).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "input_required",
        inputRequests: { who: ask },
        requestState: "s",
        _meta: { [key.serverInfo]: { name: "s", version: "1" } },
      },
    });
    const [done] = await peer.exchange(
      request(
        2,
        "tools/call",
        {
          name: "t",
          inputResponses: { who: { action: "decline" }, other: 5 },
          requestState: "s",
        },
        everything,
      ),
    );
    expect(done?.["result"].content[0].text).toBe("t decline");
  });

  test("asks again when the answer is not there", async () => {
    const peer = peerFor(asking);
    expect(
      await peer.exchange(
        request(
          1,
          "tools/call",
          { name: "t", inputResponses: { wrong: { action: "cancel" } } },
          everything,
        ),
      ),
    ).toMatchObject([{ result: { resultType: "input_required" } }]);
  });

  test.each([
    ["an answer of another kind", { who: { roots: [] } }],
    ["an answer that is not an object", { who: 12345 }],
    ["answers that are null", null],
    ["answers in an array", [{ action: "accept" }]],
  ])("%s: an error about the params", async (_name, inputResponses) => {
    const peer = peerFor(asking);
    expect(
      await peer.exchange(
        request(1, "tools/call", { name: "t", inputResponses }, everything),
      ),
    ).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  const undeclared: readonly {
    readonly given: string;
    readonly declared: object;
    readonly handler: NonNullable<ServerHandlers["callTool"]>;
    readonly missing: object;
  }[] = [
    {
      given: "a form without elicitation",
      declared: {},
      handler: (_params, context) =>
        context.inputRequired({ inputRequests: { a: context.elicit(form) } }),
      missing: { elicitation: {} },
    },
    {
      given: "a form where only URLs are declared",
      declared: { elicitation: { url: {} } },
      handler: (_params, context) =>
        context.inputRequired({ inputRequests: { a: context.elicit(form) } }),
      missing: { elicitation: { form: {} } },
    },
    {
      given: "a URL where only forms are declared",
      declared: { elicitation: {} },
      handler: (_params, context) =>
        context.inputRequired({
          inputRequests: {
            a: context.elicit({
              mode: "url",
              message: "m",
              url: "https://a.example",
            }),
          },
        }),
      missing: { elicitation: { url: {} } },
    },
    {
      given: "tools in sampling",
      declared: { sampling: {} },
      handler: (_params, context) =>
        context.inputRequired({
          inputRequests: {
            a: context.createMessage({ messages: [], maxTokens: 1, tools: [] }),
          },
        }),
      missing: { sampling: { tools: {} } },
    },
    {
      given: "context in sampling",
      declared: { sampling: {} },
      handler: (_params, context) =>
        context.inputRequired({
          inputRequests: {
            a: context.createMessage({
              messages: [],
              maxTokens: 1,
              includeContext: "allServers",
            }),
          },
        }),
      missing: { sampling: { context: {} } },
    },
    {
      given: "a question that no builder made",
      declared: {},
      handler: () => ({
        resultType: "input_required",
        inputRequests: { a: { method: "roots/list" } },
      }),
      missing: { roots: {} },
    },
  ];
  test.each(undeclared)(
    "does not ask what was not declared: $given",
    async ({ declared, handler, missing }) => {
      const peer = peerFor({ callTool: handler });
      expect(
        await peer.exchange(
          request(
            1,
            "tools/call",
            { name: "t" },
            { [key.capabilities]: declared },
          ),
        ),
      ).toMatchObject([
        {
          id: 1,
          error: { code: -32021, data: { requiredCapabilities: missing } },
        },
      ]);
    },
  );

  test("builds all three kinds of question", async () => {
    const peer = peerFor({
      getPrompt: (_params, context) =>
        context.inputRequired({
          inputRequests: {
            a: context.elicit(form),
            b: context.listRoots(),
            c: context.createMessage({ messages: [], maxTokens: 1 }),
          },
        }),
    });
    const [answer] = await peer.exchange(
      request(1, "prompts/get", { name: "p" }, everything),
    );
    expect(answer?.["result"].inputRequests).toEqual({
      a: ask,
      b: { method: "roots/list" },
      c: {
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 1 },
      },
    });
  });

  test("never asks where the method has no room for it", async () => {
    const peer = peerFor({
      listTools: () =>
        ({ resultType: "input_required", requestState: "s" }) as never,
    });
    expect(await peer.exchange(request(1, "tools/list"))).toMatchObject([
      { error: { code: -32603 } },
    ]);
    expect(peer.errors).toHaveLength(1);
    expect(String(peer.errors[0])).toContain("cannot ask for input");
  });
});

test("client and server go through several rounds", async () => {
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    handlers: {
      callTool: async (_params, context) => {
        const rounds = (await context.verifyState<number[]>()) ?? [];
        const answer = context.inputResponse("n", "elicitation/create");
        const number = answer?.content?.["n"];
        if (typeof number === "number") rounds.push(number);
        if (rounds.length === 3) {
          return { content: [{ type: "text", text: rounds.join() }] };
        }
        return context.inputRequired({
          inputRequests: { n: context.elicit(form) },
          requestState: await context.signState(rounds),
        });
      },
    },
  });
  let n = 0;
  const client = connect(server, {
    inputs: {
      "elicitation/create": () => ({ action: "accept", content: { n: ++n } }),
    },
  });
  expect((await client.callTool({ name: "t" })).content).toEqual([
    { type: "text", text: "1,2,3" },
  ]);
  await client.close();
});
