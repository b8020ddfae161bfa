/** State that travels with the client, and who may bring it back. */
import { describe, expect, test } from "vitest";
import { StateSigner } from "../../out/draft/runtime/eras/stateless/request-state.js";
import {
  createMcpServer,
  type McpServerOptions,
} from "../../out/draft/server.js";
import { rawClient, request, settle } from "./raw-peer.js";

const binding = {
  method: "tools/call",
  principal: "ada",
  params: { name: "a", n: 1 },
};

describe("StateSigner", () => {
  test.each([
    ["an object", { step: 1, text: "é\u2028" }],
    ["null", null],
    ["a number", 0],
    ["an empty string", ""],
  ])("gives %s back", async (_name, payload) => {
    const signer = new StateSigner(["secret"]);
    const state = await signer.sign(payload, 1_000, binding);
    expect(state).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(await signer.verify(state, binding)).toEqual({ payload });
  });

  test("params are compared as values, in whatever order they come", async () => {
    const signer = new StateSigner(["secret"]);
    const state = await signer.sign(1, 1_000, binding);
    expect(
      await signer.verify(state, { ...binding, params: { n: 1, name: "a" } }),
    ).toEqual({ payload: 1 });
  });

  test.each([
    ["another method", { ...binding, method: "prompts/get" }],
    ["another user", { ...binding, principal: "bob" }],
    ["no user", { ...binding, principal: undefined }],
    ["other params", { ...binding, params: { name: "a", n: 2 } }],
    ["more params", { ...binding, params: { name: "a", n: 1, m: null } }],
  ])("%s cannot bring it back", async (_name, other) => {
    const signer = new StateSigner(["secret"]);
    const state = await signer.sign("x", 1_000, binding);
    expect(await signer.verify(state, other)).toBeUndefined();
  });

  test("expires", async () => {
    const signer = new StateSigner(["secret"]);
    expect(
      await signer.verify(await signer.sign("x", 0, binding), binding),
    ).toBeUndefined();
  });

  test("no altered text verifies", async () => {
    const signer = new StateSigner(["secret"]);
    const state = await signer.sign({ role: "user" }, 1_000, binding);
    const altered = new Set([
      "",
      ".",
      "a.b",
      `${state}-TAMPERED`,
      `${state}.`,
      `${state}=`,
      state.replace(".", ""),
      ` ${state}`,
    ]);
    for (let at = 0; at < state.length; at += 1) {
      const other = state[at] === "A" ? "B" : "A";
      altered.add(state.slice(0, at) + other + state.slice(at + 1));
    }
    for (const text of altered) {
      expect([text, await signer.verify(text, binding)]).toEqual([
        text,
        undefined,
      ]);
    }
  });

  test("keys can be changed: the first signs, all verify", async () => {
    const state = await new StateSigner(["old"]).sign("x", 1_000, binding);
    const rotated = new StateSigner([new Uint8Array([1, 2, 3]), "old"]);
    expect(await rotated.verify(state, binding)).toEqual({ payload: "x" });
    const fresh = await rotated.sign("y", 1_000, binding);
    expect(
      await new StateSigner(["old"]).verify(fresh, binding),
    ).toBeUndefined();
  });

  test("without keys every signer has its own", async () => {
    const state = await new StateSigner(undefined).sign("x", 1_000, binding);
    expect(
      await new StateSigner(undefined).verify(state, binding),
    ).toBeUndefined();
  });

  test("an empty key is refused", () => {
    expect(() => new StateSigner([""])).toThrow(TypeError);
  });
});

describe("a server", () => {
  function server(options: Partial<McpServerOptions> = {}) {
    return createMcpServer({
      info: { name: "s", version: "1" },
      ...options,
      handlers: {
        callTool: async (_params, context) => {
          const state = await context.verifyState();
          return state === undefined
            ? context.inputRequired({
                requestState: await context.signState({ n: 1 }),
              })
            : { content: [{ type: "text", text: JSON.stringify(state) }] };
        },
      },
    });
  }

  async function firstState(
    peer: ReturnType<typeof rawClient>,
  ): Promise<string> {
    peer.send(request(1, "tools/call", { name: "a" }));
    for (let tries = 0; peer.received.length === 0 && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return peer.received[0]?.["result"].requestState;
  }

  async function answerTo(peer: ReturnType<typeof rawClient>, params: object) {
    const before = peer.received.length;
    peer.send(request(2, "tools/call", params));
    for (
      let tries = 0;
      peer.received.length === before && tries < 100;
      tries += 1
    ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await settle();
    return peer.received.at(-1);
  }

  test("takes its own state, at any instance with the same key", async () => {
    const state = await firstState(rawClient(server({ stateKeys: ["k"] })));
    expect(
      await answerTo(rawClient(server({ stateKeys: ["k"] })), {
        name: "a",
        requestState: state,
      }),
    ).toMatchObject({ result: { content: [{ text: '{"n":1}' }] } });
  });

  test.each([
    [
      "a state that was altered",
      (state: string) => ({ name: "a", requestState: `${state}x` }),
    ],
    [
      "a state of another call",
      (state: string) => ({ name: "b", requestState: state }),
    ],
    ["an empty state", () => ({ name: "a", requestState: "" })],
  ])("refuses %s", async (_name, params) => {
    const peer = rawClient(server());
    const state = await firstState(peer);
    expect(await answerTo(peer, params(state))).toMatchObject({
      error: { code: -32602 },
    });
  });
});
