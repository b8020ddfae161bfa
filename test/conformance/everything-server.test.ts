/** What the example server says to requests that it cannot answer. */
import { afterAll, expect, test } from "vitest";
import { createMcpServer } from "../../out/draft/server.js";
import { createEverythingServer } from "../../examples/everything-server/server.js";
import { rawClient, request } from "../runtime/raw-peer.js";

const server = createEverythingServer({
  schemaValidator: { dialects: [], compile: () => () => [] },
});
afterAll(() => server.close());

test.each([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
])("%s: a cursor that it never gave is -32602", async (method) => {
  const peer = rawClient(server);
  for (const cursor of ["", "0", "next"]) {
    expect(
      await peer.exchange(request(cursor, method, { cursor })),
    ).toMatchObject([{ error: { code: -32602 } }]);
  }
  expect(await peer.exchange(request("first", method))).toMatchObject([
    { id: "first", result: {} },
  ]);
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty", ""])(
  "an argument named %j has no suggestions",
  async (name) => {
    const peer = rawClient(server);
    const complete = (argument: string) =>
      peer.exchange(
        request(argument, "completion/complete", {
          ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
          argument: { name: argument, value: "t" },
        }),
      );
    expect(await complete(name)).toMatchObject([
      { result: { completion: { values: [], total: 0 } } },
    ]);
    expect(await complete("arg1")).toMatchObject([
      { result: { completion: { values: ["test", "testing", "text"] } } },
    ]);
  },
);

test.each(["resources/list", "resources/templates/list", "tools/list"])(
  "%s of a server without anything to list: the same",
  async (method) => {
    const empty = createMcpServer({
      info: { name: "empty", version: "1" },
      capabilities: { tools: {} },
      handlers: {
        readResource: () => ({ contents: [] }),
        callTool: () => ({ content: [] }),
      },
    });
    const peer = rawClient(empty);
    expect(await peer.exchange(request(1, method))).toMatchObject([
      { result: { resultType: "complete" } },
    ]);
    expect(
      await peer.exchange(request(2, method, { cursor: "" })),
    ).toMatchObject([{ error: { code: -32602 } }]);
    await empty.close();
  },
);
