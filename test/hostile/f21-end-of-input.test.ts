/** F21: whatever ids a client uses, the end of its input loses no answer. */
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createMcpServer, serveStdio } from "../../out/draft/server.js";
import { request } from "../runtime/raw-peer.js";

/** Everything that a server answers to these lines, the end of input right behind them. */
async function answersTo(...messages: readonly object[]): Promise<unknown[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on("data", (chunk: Buffer) => chunks.push(chunk));
  const server = createMcpServer({
    info: { name: "server", version: "1.0.0" },
    handlers: {
      callTool: async ({ name }) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return { content: [{ type: "text", text: name }] };
      },
    },
  });
  const ended = serveStdio(server, { input, output, drainMs: 5_000 });
  input.end(messages.map((each) => `${JSON.stringify(each)}\n`).join(""));
  await ended;
  return Buffer.concat(chunks)
    .toString()
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}

const call = (id: unknown, name: string): object =>
  request(id, "tools/call", { name });

const answer = (id: unknown, text: string): object => ({
  id,
  result: { content: [{ type: "text", text }] },
});

describe("end of input", () => {
  test("an id that is used twice while it is open", async () => {
    expect(await answersTo(call(1, "a"), call(1, "b"))).toMatchObject([
      { id: 1, error: { code: -32600 } },
      answer(1, "a"),
    ]);
  });

  test("a number and a text that look alike", async () => {
    expect(await answersTo(call(1, "a"), call("1", "b"))).toMatchObject([
      answer(1, "a"),
      answer("1", "b"),
    ]);
  });

  test("a call of which another one is cancelled", async () => {
    const cancelled = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    };
    expect(
      await answersTo(call(1, "a"), call(2, "b"), cancelled),
    ).toMatchObject([answer(2, "b")]);
  });

  test("an invalid request with the id of an open one", async () => {
    expect(
      await answersTo(call(1, "a"), { jsonrpc: "1.0", id: 1, method: "x" }),
    ).toMatchObject([{ id: 1, error: { code: -32600 } }, answer(1, "a")]);
  });

  test("nothing that is open: the end comes at once", async () => {
    expect(await answersTo()).toEqual([]);
  });
});
