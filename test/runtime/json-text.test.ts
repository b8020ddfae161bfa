/** What leaves can be read by strict peers: no text has half a surrogate pair. */
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Client, httpTransport } from "../../out/draft/client.js";
import { jsonText } from "../../out/draft/runtime/protocol/json-text.js";
import {
  createMcpServer,
  fetchHandler,
  memoryTransports,
  serve,
  serveStdio,
  type McpServer,
} from "../../out/draft/server.js";
import { fuzzParameters } from "../hostile/values.js";
import { call, headersFor, readText } from "../transports/fixture.js";

describe("jsonText", () => {
  const cases: [name: string, value: unknown, want: unknown][] = [
    ["whole pairs", "😀 日本 é", "😀 日本 é"],
    ["a first half", "a\ud83d", "a\ufffd"],
    ["a second half", "\ude00b", "\ufffdb"],
    ["halves in the wrong order", "\ude00\ud83d", "\ufffd\ufffd"],
    ["a half before a pair", "\ud83d😀", "\ufffd😀"],
    ["a key", { "\ud800": 1 }, { "\ufffd": 1 }],
    ["a text that looks like an escape", "\\ud800", "\\ud800"],
    ["a backslash before a half", "\\\ud800", "\\\ufffd"],
    ["two backslashes before an escape", "\\\\ud83d", "\\\\ud83d"],
    ["a code that is not of a pair", "\ud7ff\ue000", "\ud7ff\ue000"],
  ];
  test.each(cases)("%s", (_, value, want) => {
    expect(JSON.parse(jsonText(value))).toEqual(want);
  });

  test("the line ends of Unicode are escapes: some readers of lines end one there", () => {
    const value = { "a\u2028": "\u2029b\u0085\\u2028" };
    const text = jsonText(value);
    expect(text).toBe('{"a\\u2028":"\\u2029b\\u0085\\\\u2028"}');
    expect(JSON.parse(text)).toEqual(value);
  });

  test("any value: well-formed text stays, every half is replaced", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }),
        (value) => {
          const text = jsonText(value);
          expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\ud/);
          const wellFormed = JSON.parse(
            JSON.stringify(value, (_, each: unknown) =>
              typeof each === "string" ? toWellFormed(each) : each,
            ),
          ) as unknown;
          // Keys are compared by the texts alone, as two of them may become one.
          if (!/\\ud/.test(JSON.stringify(wellFormed))) {
            expect(JSON.parse(text)).toEqual(wellFormed);
          }
        },
      ),
      fuzzParameters("jsonText", 500),
    );
  });

  function toWellFormed(text: string): string {
    return Buffer.from(text, "utf16le").toString("utf16le") === text
      ? new TextDecoder().decode(new TextEncoder().encode(text))
      : text;
  }
});

/** A server whose tool cuts a text in the middle of a character. */
function cuttingServer(seen: unknown[] = []): McpServer {
  return createMcpServer({
    info: { name: "cutting", version: "1" },
    handlers: {
      listTools: () => ({
        tools: [{ name: "echo", inputSchema: { type: "object" } }],
      }),
      callTool: async ({ arguments: args }, context) => {
        seen.push(args?.["text"]);
        await context.progress(1, 2, "half \ud83d");
        return { content: [{ type: "text", text: "half \ud83d" }] };
      },
    },
  });
}

const cutCall = JSON.stringify(call(1, "echo", {}, { progressToken: 1 }));
const escape = /\\ud83d/;

test("a server sends no half over HTTP", async () => {
  const answer = await fetchHandler(cuttingServer())(
    new Request("http://localhost/", {
      method: "POST",
      headers: headersFor("tools/call", "echo"),
      body: cutCall,
    }),
  );
  const text = await answer.text();
  expect(text).not.toMatch(escape);
  expect(text.match(/half \ufffd/g)).toHaveLength(2);
});

test("a server sends no half over stdio", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = serveStdio(cuttingServer(), { input, output });
  input.end(`${cutCall}\n`);
  await ended;
  const text = readText(output);
  expect(text).not.toMatch(escape);
  expect(text.match(/half \ufffd/g)).toHaveLength(2);
});

test("a client sends no half, over HTTP and over memory", async () => {
  const seen: unknown[] = [];
  const server = cuttingServer(seen);
  const handler = fetchHandler(server);
  const bodies: string[] = [];
  const [near, far] = memoryTransports();
  serve(server, far);
  for (const transport of [
    httpTransport("http://localhost/", {
      fetch: (url, init) => {
        bodies.push(String(init.body));
        return handler(new Request(url, init));
      },
    }),
    near,
  ]) {
    const client = new Client(transport, { info: { name: "c", version: "1" } });
    await client.callTool({ name: "echo", arguments: { text: "cut \ude00" } });
    await client.close();
  }
  expect(bodies.join()).not.toMatch(/\\ude00/);
  expect(seen).toEqual(["cut \ufffd", "cut \ufffd"]);
});
