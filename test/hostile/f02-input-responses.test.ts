/** F2: however much is wrong with answers to questions, everything else is still checked. */
import { describe, expect, test } from "vitest";
import { createMcpServer } from "../../out/draft/server.js";
import { rawClient, request } from "../runtime/raw-peer.js";

/** More faults than any list of issues holds. */
const badAnswers = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]),
);

/** More faulty properties than any list of issues holds. */
const badMeta = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`com.example/k${index}`, 1]),
);

const handled: unknown[] = [];
const server = createMcpServer({
  info: { name: "server", version: "1.0.0" },
  handlers: {
    callTool: (params) => {
      handled.push(params);
      return { content: [] };
    },
    getPrompt: (params) => {
      handled.push(params);
      return { messages: [] };
    },
    readResource: (params) => {
      handled.push(params);
      return { contents: [] };
    },
  },
});

describe("500 bad answers do not hide", () => {
  test.each([
    ["arguments that are a text", "tools/call", { name: "t", arguments: "a" }],
    ["arguments that are a list", "tools/call", { name: "t", arguments: [] }],
    ["a name that is a number", "tools/call", { name: 1 }],
    ["state that is a number", "tools/call", { name: "t", requestState: 1 }],
    [
      "prompt arguments that are numbers",
      "prompts/get",
      { name: "p", arguments: { a: 1 } },
    ],
    ["a URI that is a number", "resources/read", { uri: 1 }],
  ])("%s", async (_, method, params) => {
    handled.length = 0;
    const raw = rawClient(server);
    expect(
      await raw.exchange(
        request(1, method, { ...params, inputResponses: badAnswers }),
      ),
    ).toMatchObject([{ id: 1, error: { code: -32602 } }]);
    expect(handled).toEqual([]);
    await raw.close();
  });

  test("metadata that is wrong is refused before the version is", async () => {
    const raw = rawClient(server);
    const message = request(1, "tools/call", {
      name: 1,
      inputResponses: badAnswers,
    });
    message["params"]._meta = {
      ...badMeta,
      "io.modelcontextprotocol/protocolVersion": "1999-01-01",
      "io.modelcontextprotocol/clientCapabilities": 1,
    };
    expect(await raw.exchange(message)).toMatchObject([
      { id: 1, error: { code: -32602 } },
    ]);
    await raw.close();
  });

  test("and answers alone are not a reason to refuse", async () => {
    const raw = rawClient(server);
    expect(
      await raw.exchange(
        request(1, "tools/call", { name: "t", inputResponses: badAnswers }),
      ),
    ).toMatchObject([{ id: 1, result: { content: [] } }]);
    await raw.close();
  });
});

test("answers that are not an object are refused", async () => {
  const raw = rawClient(server);
  expect(
    await raw.exchange(
      request(1, "tools/call", { name: "t", inputResponses: "a" }),
    ),
  ).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  await raw.close();
});
