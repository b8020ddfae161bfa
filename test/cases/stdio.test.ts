/**
 * Faults that other implementations have shown over stdio, S01 to S06 of the shared
 * list: each with the input that the list gives, and what is right. The server is
 * a process of its own, so that what would end a program does end it.
 */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, ClosedError, stdioTransport } from "../../out/draft/client.js";
import { describeWithShared } from "../shared.js";
import { bundleProgram, type Program } from "../transports/bundle.js";
import { call, until } from "../transports/fixture.js";
import { caseIds } from "./case-list.js";

const info = { name: "cases", version: "1.0.0" };
const covered: string[] = [];

/** A test of one case of the list. */
function testCase(id: string, fault: string, run: () => Promise<void>): void {
  covered.push(id);
  test(`${id} ${fault}`, run);
}

let program: Program;
beforeAll(async () => {
  program = await bundleProgram("stdio-server");
});
afterAll(() => program.remove());

const line = (message: object): string => `${JSON.stringify(message)}\n`;

/** A running server, and what it has said. */
interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  output(): string;
  errors(): string;
}

function start(): Running {
  const child = spawn(process.execPath, [program.path]);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.on("error", () => undefined);
  return { child, output: () => output, errors: () => errors };
}

/** Writes bytes to a server, ends its input, and returns its messages. */
async function converse(
  ...chunks: (string | Uint8Array)[]
): Promise<Record<string, unknown>[]> {
  const { child, output, errors } = start();
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin.end();
  const [code] = await once(child, "close");
  expect(errors()).toMatch(/^ended after \d+ errors\n$/);
  expect(code).toBe(0);
  return output()
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each) as Record<string, unknown>);
}

/** A client of a program given as JavaScript text. */
function clientOf(text: string): { client: Client; errors: string[] } {
  const errors: string[] = [];
  const client = new Client(
    stdioTransport({ command: process.execPath, args: ["-e", text] }),
    { info, probe: false, onError: (error) => errors.push(error.message) },
  );
  return { client, errors };
}

const answering = (before: string, after: string): string => `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id } = JSON.parse(line);
    process.stdout.write(${before});
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", content: [] } }) + ${JSON.stringify(after)});
  });
`;

describe("stdio", () => {
  testCase("S01", "a bad byte costs one line", async () => {
    const cut = Buffer.from(line(call(1, "echo", { text: "日本🜁" })));
    const middle = cut.indexOf(Buffer.from("本")) + 1;
    const messages = await converse(
      Buffer.from([0xff, 0xfe, 0x0a]),
      cut.subarray(0, middle),
      cut.subarray(middle),
    );
    expect(messages).toMatchObject([
      { jsonrpc: "2.0", error: { code: -32700 } },
      { id: 1, result: { content: [{ text: '{"text":"日本🜁"}' }] } },
    ]);
    expect(messages[0]).not.toHaveProperty("id");

    const { client, errors } = clientOf(
      answering("Buffer.from([0xff, 0xfe, 0x0a])", "\n"),
    );
    expect((await client.callTool({ name: "t" })).content).toEqual([]);
    expect(errors.join()).toContain("not valid UTF-8");
    await client.close();
  });

  testCase("S03", "what is not a message breaks nothing", async () => {
    const messages = await converse(
      "[dev] reloaded in 12 ms\n",
      line(call(1, "echo")).replace("\n", "\r\n"),
    );
    expect(messages).toMatchObject([
      { error: { code: -32700 } },
      { id: 1, result: {} },
    ]);

    const { client, errors } = clientOf(
      answering('"[dev] reloaded in 12 ms\\n"', "\r\n"),
    );
    expect((await client.callTool({ name: "t" })).content).toEqual([]);
    expect(errors).toHaveLength(1);
    await client.close();
  });

  testCase("S05", "the other side of a pipe goes away", async () => {
    // The server's reader: it ends, without an exception, whatever it still writes.
    const { child, errors } = start();
    child.stdin.write(line(call(1, "echo")));
    await once(child.stdout, "data");
    child.stdout.destroy();
    for (let id = 2; id < 50 && child.exitCode === null; id += 1) {
      child.stdin.write(line(call(id, "echo", { a: "x".repeat(10_000) })));
    }
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    await until(() => errors() !== "", "it says how it ended");
    expect(errors()).not.toContain("uncaught");

    // The client's server: pending calls reject, the client is closed.
    const { client } = clientOf(`
      process.stdin.once("data", () => { process.stdin.destroy(); process.exit(1); });
    `);
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        client.callTool({ name: "t", arguments: { a: "x".repeat(100_000) } }),
      ),
    );
    expect(calls.map(({ status }) => status)).toEqual(
      calls.map(() => "rejected"),
    );
    await expect(client.callTool({ name: "t" })).rejects.toBeInstanceOf(
      ClosedError,
    );
    await client.close();
  });
});

describeWithShared("the shared list", () => {
  test("has no case of stdio that is missing here", () => {
    expect([...new Set(covered)].sort()).toEqual(caseIds("S"));
  });
});
