/** Tools, prompts and resources written in code. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { Client } from "../../out/draft/client.js";
import {
  createMcpServer,
  memoryTransports,
  prompts,
  resources,
  serve,
  type ServerHandlers,
  tool,
  tools,
} from "../../out/draft/server.js";
import { describeWithPeers, peer } from "./with-peers.js";

/** A client of a server with handlers; `use` may call it. */
async function withServer<T>(
  handlers: ServerHandlers,
  use: (client: Client, errors: unknown[]) => Promise<T>,
): Promise<T> {
  const errors: unknown[] = [];
  const server = createMcpServer({
    info: { name: "server", version: "1.0.0" },
    onError: (error) => errors.push(error),
    handlers,
  });
  const [near, far] = memoryTransports();
  serve(server, far);
  const client = new Client(near, { info: { name: "test", version: "1" } });
  try {
    return await use(client, errors);
  } finally {
    await client.close();
  }
}

const greet = tool({
  description: "Greets someone",
  input: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1 },
      times: { type: "integer", maximum: 3 },
      mood: { enum: ["glad", "sad"] },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["name"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
  },
  annotations: { readOnlyHint: true },
  run({ name, times, mood, tags }, context) {
    expectTypeOf(name).toEqualTypeOf<string>();
    expectTypeOf(times).toEqualTypeOf<number | undefined>();
    expectTypeOf(mood).toEqualTypeOf<"glad" | "sad" | undefined>();
    expectTypeOf(tags).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
    const text = `Hello ${name}`.repeat(times ?? 1);
    return { structuredContent: { text } };
  },
});

describe("tools", () => {
  const handlers = tools({
    greet,
    wrong: tool({
      output: { type: "object", required: ["text"] },
      run: () => ({ structuredContent: {} }),
    }),
    plain: { run: () => "text" },
    pieces: {
      run: () => [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    },
    fails: {
      run: () => ({ isError: true, content: [{ type: "text", text: "no" }] }),
    },
  });

  test("are listed with their schemas", async () => {
    const [first, , plain] = await withServer(
      handlers,
      async (client) => (await client.listTools()).tools,
    );
    expect(first).toMatchObject({
      name: "greet",
      description: "Greets someone",
      inputSchema: { type: "object", required: ["name"] },
      outputSchema: { type: "object", required: ["text"] },
      annotations: { readOnlyHint: true },
    });
    expect(plain).toEqual({ name: "plain", inputSchema: { type: "object" } });
  });

  test.each([
    ["greet", { name: "Ada" }, { structuredContent: { text: "Hello Ada" } }],
    ["greet", { name: "Ada" }, { content: [{ text: '{"text":"Hello Ada"}' }] }],
    ["plain", {}, { content: [{ type: "text", text: "text" }] }],
    ["pieces", {}, { content: [{ text: "a" }, { text: "b" }] }],
    ["fails", {}, { isError: true, content: [{ text: "no" }] }],
  ])("%s of %j gives %j", async (name, args, want) => {
    const result = await withServer(handlers, (client) =>
      client.callTool({ name, arguments: args }),
    );
    expect(result).toMatchObject(want);
  });

  test("tell a model what is wrong with arguments", async () => {
    const args = { name: "", times: 4, mood: "mad", tags: [1], x: 1 };
    const result = await withServer(handlers, (client) =>
      client.callTool({ name: "greet", arguments: args }),
    );
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: [
            "Invalid arguments for greet:",
            "- name: expected at least 1 characters",
            "- times: expected at most 3",
            '- mood: expected "glad" or "sad"',
            "- tags[0]: expected string",
            "- x: unknown property",
          ].join("\n"),
        },
      ],
    });
  });

  test("that nobody has are errors of the request", async () => {
    await withServer(handlers, async (client) => {
      await expect(client.callTool({ name: "other" })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("other"),
      });
      await expect(client.callTool({ name: "toString" })).rejects.toMatchObject(
        { code: -32602 },
      );
    });
  });

  test("do not send results that break their own schema", async () => {
    await withServer(handlers, async (client, errors) => {
      await expect(client.callTool({ name: "wrong" })).rejects.toMatchObject({
        code: -32603,
      });
      expect(String(errors[0])).toContain("text: required, but missing");
    });
  });

  test("can ask the user", async () => {
    const asking = tools({
      ask: tool({
        run(_args, context) {
          const answer = context.inputResponse("who", "elicitation/create");
          if (answer !== undefined) return String(answer.content?.["name"]);
          return context.inputRequired({
            inputRequests: {
              who: context.elicit({
                message: "Who?",
                requestedSchema: { type: "object", properties: {} },
              }),
            },
          });
        },
      }),
    });
    const server = createMcpServer({
      info: { name: "server", version: "1.0.0" },
      handlers: asking,
    });
    const [near, far] = memoryTransports();
    serve(server, far);
    const client = new Client(near, {
      info: { name: "test", version: "1" },
      inputs: {
        "elicitation/create": () => ({
          action: "accept",
          content: { name: "Ada" },
        }),
      },
    });
    const result = await client.callTool({ name: "ask" });
    expect(result.content).toMatchObject([{ text: "Ada" }]);
    await client.close();
  });
});

describe("prompts", () => {
  const handlers = prompts({
    review: {
      description: "Reviews code",
      arguments: { code: "What to review" },
      optionalArguments: { language: "Its language" },
      run({ code, language }) {
        expectTypeOf(code).toEqualTypeOf<string>();
        expectTypeOf(language).toEqualTypeOf<string | undefined>();
        return `Review this ${language ?? "code"}: ${code}`;
      },
    },
  });

  test("are listed, and filled in", async () => {
    await withServer(handlers, async (client) => {
      const { prompts: listed } = await client.listPrompts();
      expect(listed).toEqual([
        {
          name: "review",
          description: "Reviews code",
          arguments: [
            { name: "code", description: "What to review", required: true },
            { name: "language", description: "Its language" },
          ],
        },
      ]);
      const result = await client.getPrompt({
        name: "review",
        arguments: { code: "x" },
      });
      expect(result).toMatchObject({
        messages: [{ role: "user", content: { text: "Review this code: x" } }],
      });
      await expect(client.getPrompt({ name: "review" })).rejects.toThrow(
        /code/,
      );
    });
  });
});

describe("resources", () => {
  const handlers = resources({
    config: {
      uri: "config://app",
      mimeType: "application/json",
      read: () => "{}",
    },
    profile: {
      uri: "users://{id}/profile",
      read({ id }) {
        expectTypeOf(id).toEqualTypeOf<string>();
        return `profile of ${id}`;
      },
    },
    logo: {
      uri: "files://{folder}/{name}.png",
      read: () => new Uint8Array([1, 2, 255]),
    },
  });

  test("are listed by kind", async () => {
    await withServer(handlers, async (client) => {
      expect((await client.listResources()).resources).toEqual([
        { name: "config", uri: "config://app", mimeType: "application/json" },
      ]);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        "users://{id}/profile",
        "files://{folder}/{name}.png",
      ]);
    });
  });

  test.each([
    ["config://app", { text: "{}", mimeType: "application/json" }],
    ["users://ada%20l/profile", { text: "profile of ada l" }],
    ["files://a/b.png", { blob: "AQL/" }],
  ])("%s is read", async (uri, want) => {
    await withServer(handlers, async (client) => {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, ...want }]);
    });
  });

  test.each(["config://app/x", "users:///profile", "users://%zz/profile"])(
    "%s is none",
    async (uri) => {
      await withServer(handlers, async (client) => {
        await expect(client.readResource({ uri })).rejects.toMatchObject({
          code: -32602,
        });
      });
    },
  );

  test("of a template that is too clever are refused at once", () => {
    expect(() =>
      resources({ x: { uri: "a://{+path}", read: () => "" } }),
    ).toThrow(/\{\+path\}/);
  });
});

describeWithPeers("schema libraries", () => {
  test.each(["zod", "valibot", "arktype"])(
    "%s gives JSON Schema, types and checks",
    async (library) => {
      const input = await schemaOf(library);
      const handlers = tools({
        add: {
          input,
          run(args: { [name: string]: unknown }) {
            const { a, b = 1 } = args as { a: number; b?: number };
            return String(a + b);
          },
        },
      });
      await withServer(handlers, async (client) => {
        const { tools: listed } = await client.listTools();
        expect(listed[0]?.inputSchema).toMatchObject({
          type: "object",
          properties: { a: { type: "number" }, b: { type: "number" } },
          required: ["a"],
        });
        const good = await client.callTool({
          name: "add",
          arguments: { a: 1, b: 2 },
        });
        expect(good.content).toMatchObject([{ text: "3" }]);
        const bad = await client.callTool({
          name: "add",
          arguments: { a: "1" },
        });
        expect(bad).toMatchObject({ isError: true });
        expect(JSON.stringify(bad.content)).toMatch(/add.*a/);
      });
    },
  );

  test("that give no JSON Schema are refused at once", async () => {
    const valibot = await peer("valibot");
    const input = valibot.object({ a: valibot.number() });
    expect(() => tools({ add: { input, run: () => "" } })).toThrow(
      /toStandardJsonSchema/,
    );
  });
});

/** `{ a: number, b?: number }` in the words of a library. */
async function schemaOf(library: string): Promise<any> {
  switch (library) {
    case "zod": {
      const { z } = await peer("zod");
      return z.object({ a: z.number(), b: z.number().optional() });
    }
    case "valibot": {
      const v = await peer("valibot");
      const { toStandardJsonSchema } = await peer("@valibot/to-json-schema");
      return toStandardJsonSchema(
        v.object({ a: v.number(), b: v.optional(v.number()) }),
      );
    }
    default: {
      const { type } = await peer("arktype");
      return type({ a: "number", "b?": "number" });
    }
  }
}
