/**
 * Structured fuzzing of the server: hostile values at each place of the official examples
 * of requests, over every transport. Nothing throws, each request is answered once, and
 * the next one is served.
 */
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clientRequests } from "../../out/draft/methods.js";
import {
  createMcpServer,
  fetchHandler,
  nodeHandler,
  serveStdio,
  type McpServer,
} from "../../out/draft/server.js";
import { examplesOf } from "../examples-corpus/examples.js";
import { key, rawClient, settle, type Message } from "../runtime/raw-peer.js";
import { describeWithShared } from "../shared.js";
import {
  headersFor,
  listen,
  type Listening,
  request,
} from "../transports/fixture.js";
import {
  fuzzParameters,
  hostileMessages,
  type HostileMessage,
} from "./values.js";

/** A server that serves everything, looks at all that it is given and gives it back. */
function curiousServer(): McpServer {
  return createMcpServer({
    info: { name: "curious", version: "1" },
    capabilities: { logging: {} },
    handlers: {
      listTools: () => ({
        tools: ["get_weather", "echo"].map((name) => ({
          name,
          inputSchema: {
            type: "object",
            properties: { location: { type: "string", "x-mcp-header": "L" } },
          },
        })),
      }),
      listResources: () => ({ resources: [] }),
      listResourceTemplates: () => ({ resourceTemplates: [] }),
      listPrompts: () => ({ prompts: [] }),
      complete: ({ argument }) => ({
        completion: { values: [String(argument.value)] },
      }),
      readResource: ({ uri }) => ({ contents: [{ uri, text: uri }] }),
      getPrompt: async ({ name, arguments: args }, context) => {
        await context.log("info", args);
        return { description: name, messages: [] };
      },
      callTool: async ({ name, arguments: args = {} }, context) => {
        await context.progress(1, 2, name);
        await context.verifyState();
        context.inputResponse("a", "elicitation/create");
        return {
          content: [{ type: "text", text: name }],
          structuredContent: args,
          _meta: { "com.example/echo": context.meta["progressToken"] ?? null },
        };
      },
    },
  });
}

interface Wire {
  /** Sends a text that ought to be a message; what came back because of it. */
  exchange(text: string): Promise<readonly unknown[]>;
  close(): Promise<unknown>;
}

const served = Object.keys(clientRequests);

describeWithShared("structured fuzzing of the server", () => {
  const examples = examplesOf("draft").flatMap(({ name, type, text }) => {
    const message = JSON.parse(text) as Message;
    return type.endsWith("Request") && served.includes(message["method"])
      ? [{ name, message }]
      : [];
  });

  test("the examples themselves are served", async () => {
    const methods = new Set<string>();
    const server = curiousServer();
    for (const { name, message } of examples) {
      const peer = rawClient(server);
      const answers = await peer.exchange(message);
      expect(
        answers.filter((answer) => "error" in answer),
        name,
      ).toEqual([]);
      expect(answers.length, name).toBeGreaterThan(0);
      methods.add(message["method"]);
    }
    await server.close();
    expect(methods.size).toBeGreaterThan(6);
  });

  const wires: Readonly<
    Record<string, [runs: number, open: () => Promise<Wire>]>
  > = {
    memory: [
      800,
      async () => {
        const server = curiousServer();
        const peer = rawClient(server);
        return {
          async exchange(text) {
            const before = peer.received.length;
            peer.sendText(text);
            await settle();
            return peer.received.slice(before);
          },
          close: () => server.close(),
        };
      },
    ],
    stdio: [
      400,
      async () => {
        const server = curiousServer();
        const input = new PassThrough();
        const output = new PassThrough();
        let text = "";
        output.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        void serveStdio(server, { input, output });
        return {
          async exchange(line) {
            text = "";
            input.write(`${line}\n`);
            await settle();
            await settle();
            return text
              .split("\n")
              .filter(Boolean)
              .map((each) => JSON.parse(each) as unknown);
          },
          close: () => server.close(),
        };
      },
    ],
    fetchHandler: [
      400,
      async () => {
        const server = curiousServer();
        const handler = fetchHandler(server);
        return {
          exchange: async (text) =>
            answersOf(
              await handler(
                new Request("http://localhost/", {
                  method: "POST",
                  headers: headersOf(text),
                  body: text,
                }),
              ),
            ),
          close: () => server.close(),
        };
      },
    ],
    nodeHandler: [
      200,
      async () => {
        const server = curiousServer();
        const at: Listening = await listen(nodeHandler(server));
        return {
          exchange: async (text) =>
            answersOf(
              await fetch(at.url, {
                method: "POST",
                headers: headersOf(text),
                body: text,
              }),
            ),
          close: async () => {
            await server.close();
            await at.close();
          },
        };
      },
    ],
  };

  for (const [name, [runs, open]] of Object.entries(wires)) {
    test(`over ${name}`, async () => {
      const wire = await open();
      let turn = 0;
      const property = fc.asyncProperty(
        hostileMessages(examples),
        async ({ text, what }: HostileMessage) => {
          const answers = await wire.exchange(text);
          const id = idOf(text);
          const about = answers.filter(
            (answer) => id !== undefined && isAbout(answer, id),
          );
          if (id !== undefined) {
            expect(about.length, `${what}: answers`).toBeGreaterThan(0);
            const responses = about.filter((each) => "id" in (each as object));
            expect(responses.length, `${what}: responses`).toBeLessThan(2);
            for (const { error } of responses as Message[]) {
              expect(
                JSON.stringify(error ?? "").length,
                `${what}: quotes`,
              ).toBeLessThan(8_000);
            }
          }
          turn += 1;
          const next = await wire.exchange(
            JSON.stringify(request(`next ${turn}`, "tools/list")),
          );
          expect(next, `${what}: the next request`).toMatchObject([
            { id: `next ${turn}`, result: { tools: [{}, {}] } },
          ]);
          expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
          if (id !== undefined) await cancel(wire, id, answers);
        },
      );
      await fc.assert(property, {
        ...fuzzParameters(`the server over ${name}`, runs),
        endOnFailure: true,
      });
      await wire.close();
    });
  }
});

/** Ends what would stay open, as a subscription does, so that its id is free again. */
async function cancel(
  wire: Wire,
  id: unknown,
  answers: readonly unknown[],
): Promise<void> {
  if (answers.some((answer) => (answer as Message)["id"] === id)) return;
  await wire.exchange(
    JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id },
    }),
  );
}

/** Headers that fit a message as far as it can be read at all. */
function headersOf(text: string): Record<string, string> {
  const { method, params } = JSON.parse(text) ?? {};
  const legal = (value: unknown): value is string =>
    typeof value === "string" && /^[\x21-\x7e]{1,100}$/.test(value);
  const name = params?.name ?? params?.uri;
  return headersFor(
    legal(method) ? method : "tools/list",
    legal(name) ? name : undefined,
  );
}

/**
 * The messages of an answer. Of a stream that stays open, as a subscription's does, the
 * first is enough: the client hangs up.
 */
async function answersOf(answer: Response): Promise<readonly unknown[]> {
  expect([200, 202, 400, 404]).toContain(answer.status);
  if (answer.headers.get("content-type") !== "text/event-stream") {
    const text = await answer.text();
    return text === "" ? [] : [JSON.parse(text) as unknown];
  }
  const messages: unknown[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) break;
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (event.startsWith("data: ")) messages.push(JSON.parse(event.slice(6)));
    }
    const [first] = messages as Message[];
    if (String(first?.["method"]).endsWith("acknowledged")) break;
  }
  return messages;
}

/** The id of a text that is a request; undefined where no answer can name it. */
function idOf(text: string): unknown {
  const message: unknown = JSON.parse(text);
  if (typeof message !== "object" || message === null) return undefined;
  if (!Object.hasOwn(message, "method") || !Object.hasOwn(message, "id")) {
    return undefined;
  }
  const { id } = message as { readonly id: unknown };
  return (typeof id === "string" && !/\p{Surrogate}/u.test(id)) ||
    Number.isSafeInteger(id)
    ? id
    : undefined;
}

/** Whether a message answers a request, or belongs to the subscription that it opened. */
function isAbout(answer: unknown, id: unknown): boolean {
  const { id: own, params } = answer as Message;
  return own === id || params?._meta?.[key.subscriptionId] === id;
}
