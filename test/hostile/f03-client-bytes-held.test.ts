/** F3, F10: what a client holds depends on the bytes that it received, not on how they came. */
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { usedBytes } from "./memory.js";
import {
  scriptedHttp,
  scriptedStdio,
  type Scripted,
} from "./scripted-peers.js";

const open: Scripted[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
});

/** Starts a call and waits until its request is out. */
async function begin(peer: Scripted): Promise<{ settled: Promise<unknown> }> {
  open.push(peer);
  const settled = peer.client.listTools().catch((error: unknown) => error);
  while (peer.sent.length === 0) await turn();
  await turn();
  return { settled };
}

const readers: Readonly<
  Record<string, readonly [open: () => Scripted, text: string]>
> = {
  "a line at the stdio client": [() => scriptedStdio(), "x"],
  "a JSON answer": [() => scriptedHttp("application/json"), " "],
  "one data line of an event": [() => scriptedHttp("text/event-stream"), "x"],
  "many empty data lines": [() => scriptedHttp("text/event-stream"), "data:\n"],
  "many short data lines": [
    () => scriptedHttp("text/event-stream"),
    "data: {}\r\n",
  ],
  "many comments": [() => scriptedHttp("text/event-stream"), ": hello\n"],
};

/** What the client, its streams and the tests around it hold. */
const constant = 600_000;

describe.each(Object.entries(readers))("F3: %s", (_, [start, text]) => {
  test.each([
    [1, 50_000],
    [16, 300_000],
    [1_024, 2_000_000],
    [65_536, 4_000_000],
  ])(
    "in chunks of %i bytes holds twice the bytes at most",
    async (size, total) => {
      const peer = start();
      await begin(peer);
      await peer.push(text === "x" ? "data: " : text);
      const bytes = Buffer.from(text.repeat(Math.ceil(size / text.length) + 1));
      const before = usedBytes();
      for (let sent = 0; sent + size <= total; sent += size) {
        const offset = sent % text.length;
        await peer.push(new Uint8Array(bytes.subarray(offset, offset + size)));
      }
      expect(usedBytes() - before).toBeLessThan(2 * total + constant);
      expect(peer.errors).toEqual([]);
    },
  );
});

const limited: Readonly<
  Record<string, readonly [open: () => Scripted, head: string, option: string]>
> = {
  "a line": [() => scriptedStdio({ maxLineBytes: 1_000 }), "", "maxLineBytes"],
  "a JSON answer": [
    () => scriptedHttp("application/json", { maxMessageBytes: 1_000 }),
    "",
    "maxMessageBytes",
  ],
  "an event": [
    () => scriptedHttp("text/event-stream", { maxMessageBytes: 1_000 }),
    "data: ",
    "maxMessageBytes",
  ],
};

test.each(Object.entries(limited))(
  "F10: %s is limited in bytes, and the error names limit and option",
  async (_, [start, head, option]) => {
    const peer = start();
    const { settled } = await begin(peer);
    const id: unknown = peer.sent[0]?.["id"];
    await peer.push(
      `${head}{"jsonrpc":"2.0","id":${id},"result":{"a":"${"日".repeat(400)}`,
    );
    const error = (await settled) as Error;
    expect(error.message).toContain("the limit of 1000 bytes");
    expect(error.message).toContain(option);
  },
);

test("F10: the limits are 8 MiB unless given", async () => {
  for (const [start, head] of [
    [() => scriptedStdio(), ""],
    [() => scriptedHttp("application/json"), ""],
    [() => scriptedHttp("text/event-stream"), "data: "],
  ] as const) {
    const peer = start();
    const { settled } = await begin(peer);
    const id: unknown = peer.sent[0]?.["id"];
    await peer.push(`${head}{"jsonrpc":"2.0","id":${id},"result":{"a":"`);
    const chunk = new Uint8Array(1024 * 1024).fill(0x78);
    for (let sent = 0; sent < 8; sent += 1) await peer.push(chunk);
    expect(String(await settled)).toContain("8388608 bytes");
  }
});

test("F3: an error page of one-byte chunks is cut at 64 KiB", async () => {
  const peer = scriptedHttp("text/html");
  const { settled } = await begin(peer);
  const before = usedBytes();
  for (let sent = 0; sent < 64 * 1024; sent += 1) {
    await peer.push(Uint8Array.of(0x78));
  }
  expect(usedBytes() - before).toBeLessThan(constant);
  const error = (await settled) as { body: string };
  expect(error.body).toHaveLength(64 * 1024);
});
