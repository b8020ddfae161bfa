/** A server over stdin and stdout: raw bytes in, raw bytes out. */
import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { serveStdio } from "../../out/draft/runtime/stdio/server.js";
import {
  call,
  fixtureServer,
  readText,
  request,
  until,
  type Fixture,
} from "./fixture.js";

interface Session extends Fixture {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly ended: Promise<void>;
  /** What has been written to the output, as messages. */
  messages(): Record<string, unknown>[];
}

function start(drainMs?: number): Session {
  const fixture = fixtureServer();
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = serveStdio(fixture.server, { input, output, drainMs });
  return {
    ...fixture,
    input,
    output,
    ended,
    messages: () =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** Feeds chunks to a server, ends its input, and returns all that it wrote. */
async function converse(
  ...chunks: (string | Uint8Array)[]
): Promise<Record<string, unknown>[]> {
  const session = start();
  for (const chunk of chunks) {
    session.input.write(chunk);
  }
  session.input.end();
  await session.ended;
  return session.messages();
}

const line = (message: object): string => `${JSON.stringify(message)}\n`;

describe("serveStdio", () => {
  test("answers each line with a line, and ends with its input", async () => {
    const session = start();
    session.input.end(line(call(1, "echo", { text: "a\u2028b" })));
    await session.ended;
    const [answer, ...rest] = session.messages();
    expect(rest).toEqual([]);
    expect(answer).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ text: '{"text":"a\u2028b"}' }] },
    });
  });

  const parseError = { jsonrpc: "2.0", error: { code: -32700 } };
  const answer = { jsonrpc: "2.0", id: 1, result: {} };
  const good = line(call(1, "echo", { text: "日" }));
  const cases: [
    name: string,
    given: (string | Uint8Array)[],
    want: object[],
  ][] = [
    ["CRLF", [good.replace("\n", "\r\n")], [answer]],
    ["byte order mark", [`\ufeff${good}`], [answer]],
    ["blank lines", ["\n\r\n \n", good, "\n"], [answer]],
    ["no line end at the end", [good.slice(0, -1)], [answer]],
    ["U+2028 raw", [line(call(1, "echo", { text: "\u2028\u2029" }))], [answer]],
    ["byte by byte", [...Buffer.from(good)].map((b) => Buffer.of(b)), [answer]],
    ["two in one chunk", [good + line(call(2, "echo"))], [answer, { id: 2 }]],
    ["no JSON", ["{\n", good], [parseError, answer]],
    [
      "a half line at the end",
      [good, '{"jsonrpc":"2.0","id":2'],
      [parseError, answer],
    ],
    [
      "a bad byte",
      [Buffer.from([0xff, 0xfe, 0x0a]), good],
      [parseError, answer],
    ],
    ["a batch", ["[]\n", good], [{ error: { code: -32600 } }, answer]],
    [
      "no jsonrpc",
      ['{"id":"x","method":"y"}\n'],
      [{ id: "x", error: { code: -32600 } }],
    ],
    ["a notification", ['{"jsonrpc":"2.0","method":"notifications/x"}\n'], []],
    [
      "a malformed notification",
      ['{"jsonrpc":"1.0","method":"notifications/x"}\n'],
      [],
    ],
    ["a response", ['{"jsonrpc":"2.0","id":1,"result":{}}\n'], []],
    [
      "an unknown method",
      [line(request(3, "x/y"))],
      [{ id: 3, error: { code: -32601 } }],
    ],
  ];
  test.each(cases)("%s", async (_, given, want) => {
    // Answers to requests may come in any order, those to junk come at once.
    const order = (message: Record<string, unknown>): string =>
      "error" in message ? "" : String(message["id"]);
    const seen = (await converse(...given)).sort((a, b) =>
      order(a) < order(b) ? -1 : 1,
    );
    expect(seen).toMatchObject(want);
    expect(seen.map((each) => "id" in each)).toEqual(
      want.map((each) => "id" in each),
    );
  });

  test("a line past the limit is refused, the next one served", async () => {
    const { server } = fixtureServer();
    const input = new PassThrough();
    const output = new PassThrough();
    const ended = serveStdio(server, { input, output, maxLineBytes: 300 });
    input.end(line(call(1, "echo", { a: "x".repeat(300) })) + good);
    await ended;
    const lines = readText(output).trim().split("\n");
    expect(lines.map((each) => JSON.parse(each))).toMatchObject([
      { error: { code: -32700 } },
      { id: 1, result: {} },
    ]);
  });

  test("what is open when the input ends gets its answer", async () => {
    const session = start();
    session.input.end(line(call(1, "wait", { ms: 50, label: "w" })));
    await session.ended;
    expect(session.messages()).toMatchObject([{ id: 1, result: {} }]);
  });

  test("but not without limit; a subscription ends at once, gracefully", async () => {
    const session = start(20);
    session.input.end(
      line(call(1, "wait", { ms: 60_000, label: "w" })) +
        line(
          request(2, "subscriptions/listen", {
            notifications: { toolsListChanged: true },
          }),
        ),
    );
    await session.ended;
    expect(session.cancelled).toEqual(["w"]);
    expect(session.messages()).toMatchObject([
      { method: "notifications/subscriptions/acknowledged" },
      { method: "notifications/cancelled", params: { requestId: 2 } },
      { id: 2, result: { resultType: "complete" } },
    ]);
  });

  test("a cancelled request is not waited for", async () => {
    const session = start(60_000);
    session.input.write(line(call(1, "wait", { ms: 60_000, label: "w" })));
    await until(() => session.running.has("w"), "it runs");
    session.input.end(
      line({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1 },
      }),
    );
    await session.ended;
    expect(session.messages()).toEqual([]);
    expect(session.cancelled).toEqual(["w"]);
  });

  test("whoever reads the output goes away: the end, and no exception", async () => {
    const fixture = fixtureServer();
    const input = new PassThrough();
    const output = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const ended = serveStdio(fixture.server, { input, output });
    input.write(line(call(1, "wait", { ms: 60_000, label: "w" })));
    await until(() => fixture.running.has("w"), "it runs");
    input.write(good);
    await ended;
    expect(fixture.cancelled).toEqual(["w"]);
    expect(input.destroyed).toBe(true);
  });

  test("reads no further requests while nobody reads its answers", async () => {
    const { server } = fixtureServer();
    const input = new PassThrough({ highWaterMark: 1_000 });
    const output = new PassThrough({ highWaterMark: 1_000 });
    const ended = serveStdio(server, { input, output });
    const calls = 300;
    let sent = 0;
    const feed = async (): Promise<void> => {
      while (sent < calls) {
        sent += 1;
        if (!input.write(line(call(sent, "echo", { a: "x".repeat(500) })))) {
          await once(input, "drain");
        }
        await setImmediate();
      }
      input.end();
    };
    const fed = feed();
    await sleep(200);
    expect(sent).toBeLessThan(calls / 2);
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await fed;
    await ended;
    const ids = text
      .trim()
      .split("\n")
      .map((each) => (JSON.parse(each) as { id: number }).id);
    expect(ids.sort((a, b) => a - b)).toEqual(
      Array.from({ length: calls }, (_, index) => index + 1),
    );
  });

  test("closing the server ends it", async () => {
    const session = start();
    session.input.write(line(call(1, "wait", { ms: 60_000, label: "w" })));
    await until(() => session.running.has("w"), "it runs");
    await session.server.close();
    await session.ended;
    expect(session.input.destroyed).toBe(true);
  });
});
