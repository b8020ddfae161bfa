/** Messages that cannot be read fail the call that they answer, at once, and nothing else. */
import { describe, expect, test } from "vitest";
import {
  envelopeOf,
  EnvelopeScanner,
} from "../../out/draft/runtime/protocol/envelope.js";
import { nestedArrays } from "../hostile/values.js";
import { scriptedHttp, scriptedStdio } from "../hostile/scripted-peers.js";
import { rawServer, said, settle } from "../runtime/raw-peer.js";

describe("envelopeOf", () => {
  test.each<[text: string, want: unknown]>([
    ['{"jsonrpc":"2.0","id":1,"result":{', { kind: "response", id: 1 }],
    ['{"jsonrpc":"2.0","id":1,"error":', { kind: "response", id: 1 }],
    ['{"result":{"id":7},"id":"a","x', { kind: "response", id: "a" }],
    ['{"result":[{"id":7}],"id":2}', { kind: "response", id: 2 }],
    ['{"result":"a\\"id\\":3,","id":4}', { kind: "response", id: 4 }],
    ['{"result":NaN,"id":4}', { kind: "response", id: 4 }],
    ['  {  "id" : -5 , "result" : 1', { kind: "response", id: -5 }],
    ['{"\\u0069d":6,"result":1', { kind: "response", id: 6 }],
    ['{"id":1,"method":"m"', { kind: "request", id: 1 }],
    ['{"method":"result","id":1,', { kind: "request", id: 1 }],
    ['{"result":{},"id":null}', undefined],
    ['{"result":{},"id":1.5}', undefined],
    ['{"result":{},"id":[1]}', undefined],
    ['{"result":{},"id":{"id":1}}', undefined],
    ['{"result":{},"id":tru}', undefined],
    ['{"id":1}', undefined],
    ['{"id":1', undefined],
    ['{"result":{"id":1', undefined],
    ['[{"id":1,"result":{}}]', undefined],
    ['log: {"id":1,"result":{}}', undefined],
    ['"id":1,"result":{}', undefined],
    ['{"a":{"id":1,"result":{}}}', undefined],
    [`{"result":${nestedArrays(100_000)},"id":8}`, { kind: "response", id: 8 }],
    [`{"id":"${"x".repeat(10_000)}","result":1}`, undefined],
    ["", undefined],
  ])("%.60s", (text, want) => {
    expect(envelopeOf(text)).toEqual(want);
    const scanner = new EnvelopeScanner();
    for (const byte of Buffer.from(text)) scanner.push(Uint8Array.of(byte));
    expect(scanner.envelope).toEqual(want);
  });
});

const answerTo = (id: unknown): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, result: said("yes") })}\n`;

describe("over stdio", () => {
  const cases: [
    name: string,
    line: (id: unknown) => (string | Uint8Array)[],
    reason: string,
  ][] = [
    [
      "a line that is too long and has no end yet",
      (id) => [`{"jsonrpc":"2.0","id":${id},"result":{"a":"${"x".repeat(600)}`],
      "longer than the limit of 500 bytes (option maxLineBytes)",
    ],
    [
      "a long line in one piece, its id last",
      (id) => [`{"result":{"a":"${"x".repeat(600)}"},"id":${id}}\n`],
      "longer than the limit",
    ],
    [
      "a long line in pieces, its id last",
      (id) => [
        '{"result":{"a":"',
        ..."x".repeat(600).split(""),
        `"},"id":${id}`,
        "}",
      ],
      "longer than the limit",
    ],
    [
      "a line that is not UTF-8",
      (id) => [
        `{"jsonrpc":"2.0","id":${id},"result":{"a":"`,
        Uint8Array.of(0xb0, 0xa1),
        '"}}\n',
      ],
      "not valid UTF-8",
    ],
    [
      "a number that JSON does not have",
      (id) => [`{"jsonrpc":"2.0","id":${id},"result":{"a":NaN}}\n`],
      "What arrived is not JSON: Unexpected token",
    ],
    [
      "a line that breaks off",
      (id) => [`{"jsonrpc":"2.0","id":${id},"result":{"a":\n`],
      "What arrived is not JSON: Unexpected end",
    ],
  ];
  test.each(cases)("%s", async (_, line, reason) => {
    const peer = scriptedStdio({ maxLineBytes: 500 });
    const [one, two] = ["one", "two"].map((name) =>
      peer.client
        .callTool({ name })
        .catch((error: unknown) => (error as Error).message),
    );
    for (const chunk of line(peer.sent[0]?.["id"])) await peer.push(chunk);
    expect(await one).toContain(reason);
    expect(peer.errors).toEqual([]);
    await peer.push(`\n${answerTo(peer.sent[1]?.["id"])}`);
    expect(await two).toEqual(said("yes"));
    await peer.client.close();
  });

  test("a line that answers nothing is reported once", async () => {
    const peer = scriptedStdio({ maxLineBytes: 500 });
    const call = peer.client.callTool({ name: "a" });
    await peer.push(`{"id":99,"result":"${"x".repeat(600)}"}\n`);
    await peer.push(`{"id":1,"method":"${"x".repeat(600)}"}\n`);
    await peer.push(`${"x".repeat(600)}\n`);
    await peer.push(`{"id":99,"result":NaN}\n`);
    expect(peer.errors).toHaveLength(4);
    await peer.push(answerTo(peer.sent[0]?.["id"]));
    expect(await call).toEqual(said("yes"));
    await peer.client.close();
  });
});

test("over any channel of text", async () => {
  const peer = rawServer();
  const call = peer.client
    .listTools()
    .catch((error: unknown) => error as Error);
  await settle();
  peer.sendText(`{"id":${peer.received[0]?.["id"]},"result":{"a":undefined}}`);
  expect(String(await call)).toContain("not JSON: Unexpected token");
  expect(peer.errors).toEqual([]);
});

test("on an event stream", async () => {
  const peer = scriptedHttp("text/event-stream");
  const call = peer.client
    .listTools()
    .catch((error: unknown) => error as Error);
  await settle();
  await peer.push(
    `data: {"id":${peer.sent[0]?.["id"]},"result":{"a":NaN}}\n\n`,
  );
  expect(String(await call)).toContain("not JSON: Unexpected token");
  await settle();
  expect(peer.isRead()).toBe(false);
  await peer.client.close();
});
