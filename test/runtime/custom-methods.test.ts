/** Methods that the schema does not have, and answers to forms. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { memoryClient } from "../../out/draft/client.js";
import {
  createMcpServer,
  fetchHandler,
  form,
  method,
  tool,
  tools,
} from "../../out/draft/server.js";
import { meta, rawClient, request } from "./raw-peer.js";

const info = { name: "demo", version: "1" };

const text = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: unknown) => {
      const { query } = value as { query?: unknown };
      return typeof query === "string"
        ? { value: { query: query.trim() } }
        : { issues: [{ message: "expected string", path: ["query"] }] };
    },
    types: undefined as
      { input: { query: string }; output: { query: string } } | undefined,
  },
} as const;

function searching(onError?: (error: unknown) => void) {
  return createMcpServer({
    info,
    handlers: {},
    ...(onError && { onError }),
    methods: {
      "acme/search": method({
        params: text,
        run: ({ query }, context) => ({ hits: [query, context.method] }),
      }),
      "acme/broken": method({
        result: { type: "object", properties: { n: { type: "number" } } },
        run: () => ({ n: "x" }) as never,
      }),
      "acme/any": method({ run: (params) => ({ got: params }) }),
    },
  });
}

describe("methods of extensions", () => {
  test("are called with what the schema made of the params", async () => {
    const client = memoryClient(searching());
    expect(await client.request("acme/search", { query: " q " })).toMatchObject(
      {
        resultType: "complete",
        hits: ["q", "acme/search"],
      },
    );
    expect(await client.request("acme/any", { a: 1 })).toMatchObject({
      got: { a: 1 },
    });
    await client.close();
  });

  test("params that do not fit are -32602, with the place", async () => {
    const client = memoryClient(searching());
    await expect(client.request("acme/search", {})).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        "Invalid params of acme/search: query: expected string",
      ) as string,
    });
    await client.close();
  });

  test("a result that does not fit is the server's fault", async () => {
    const errors: unknown[] = [];
    const client = memoryClient(searching((error) => errors.push(error)));
    await expect(client.request("acme/broken")).rejects.toMatchObject({
      code: -32603,
    });
    expect(errors).toMatchObject([
      { name: "InvalidResultError", method: "acme/broken" },
    ]);
    await client.close();
  });

  test.each<[string, object, object]>([
    ["metadata that is missing", {}, { error: { code: -32602 } }],
    [
      "another version",
      { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "1999" } },
      { error: { code: -32022 } },
    ],
  ])("%s is refused as for any method", async (_name, params, want) => {
    const answers = await rawClient(searching()).exchange({
      jsonrpc: "2.0",
      id: 1,
      method: "acme/any",
      params,
    });
    expect(answers).toMatchObject([want]);
  });

  test("a method that nobody has is -32601, and over HTTP 404", async () => {
    const answers = await rawClient(searching()).exchange(
      request(1, "acme/no"),
    );
    expect(answers).toMatchObject([{ error: { code: -32601 } }]);
    const post = (name: string) =>
      fetchHandler(searching())(
        new Request("http://localhost/", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-method": name,
            "mcp-protocol-version": "2026-07-28",
          },
          body: JSON.stringify(request(1, name)),
        }),
      );
    expect((await post("acme/no")).status).toBe(404);
    const good = await post("acme/any");
    expect([good.status, await good.json()]).toMatchObject([
      200,
      { result: { got: {} } },
    ]);
  });

  test("a method of the schema is refused with the handler's name", () => {
    const methods = { "tools/call": method({ run: () => ({}) }) };
    expect(() => createMcpServer({ info, handlers: {}, methods })).toThrow(
      "tools/call is a method of the schema, not one of your own: its handler is handlers.callTool.",
    );
  });
});

describe("context.accepted", () => {
  const person = form({
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" } },
    required: ["name"],
  });

  const asking = (answer: object) => {
    const server = createMcpServer({
      info,
      onError: () => undefined,
      handlers: tools({
        greet: tool({
          description: "Greets",
          async run(_args, context) {
            const who = await context.accepted("who", person);
            if (who !== undefined) {
              expectTypeOf(who.name).toEqualTypeOf<string>();
              expectTypeOf(who.age).toEqualTypeOf<number | undefined>();
              return `Hello ${who.name}`;
            }
            return context.inputRequired({
              inputRequests: {
                who: context.elicit({
                  message: "Who?",
                  requestedSchema: person,
                }),
              },
            });
          },
        }),
      }),
    });
    const client = memoryClient(server, {
      inputs: { "elicitation/create": () => answer as never },
    });
    return client.callTool({ name: "greet" });
  };

  test("is the answer, checked and typed by the schema that it was asked with", async () => {
    const content = { name: "Ada" };
    expect(await asking({ action: "accept", content })).toMatchObject({
      content: [{ text: "Hello Ada" }],
    });
  });

  test.each(["decline", "cancel"])(
    "%s: the tool has failed",
    async (action) => {
      expect(await asking({ action })).toMatchObject({
        isError: true,
        content: [
          {
            text: `The question "who" was ${action === "cancel" ? "cancelled" : "declined"}.`,
          },
        ],
      });
    },
  );

  test("an answer that does not fit is -32602", async () => {
    const content = { name: "Ada", age: "x" };
    await expect(asking({ action: "accept", content })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'The input response "who" does not fit what was asked for: age: expected integer',
      ) as string,
    });
  });
});
