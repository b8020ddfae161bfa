/** F19: junk costs a client little to report, and error texts quote little of it. */
import { describe, expect, test } from "vitest";
import {
  ConnectionError,
  HttpError,
  InvalidMessageError,
  InvalidResultError,
  InvalidToolError,
  LegacyServerError,
  LocalError,
  NoCommonVersionError,
  SubscriptionError,
} from "../../out/draft/client.js";
import {
  ValidationError,
  validateInputRequiredResult,
} from "../../out/draft/validators.js";
import { MirroredTools } from "../../out/draft/runtime/http/client/tools.js";
import { FaultReports } from "../../out/draft/runtime/protocol/fault-reports.js";
import { rawServer, settle, said } from "../runtime/raw-peer.js";
import { scriptedStdio } from "./scripted-peers.js";
import { nestedArrays } from "./values.js";

/** How many errors are made while something runs. */
async function errorsMade(run: () => unknown): Promise<number> {
  let made = 0;
  // Every error of this side is a LocalError; each sets its name once.
  const define = Object.defineProperty;
  Object.defineProperty = (target, key, descriptor) => {
    if (target instanceof LocalError && typeof key === "symbol") made += 1;
    return define(target, key, descriptor) as never;
  };
  try {
    await run();
  } finally {
    Object.defineProperty = define;
  }
  return made;
}

const kinds: Readonly<Record<string, string>> = {
  "text that is not JSON": "x",
  "text that looks like JSON": "{x}",
  "no message": "{}",
  "an array": "[]",
  "a request": '{"jsonrpc":"2.0","id":1,"method":"m"}',
  "an answer to nothing": '{"jsonrpc":"2.0","id":77,"result":{}}',
  "a broken answer to nothing": '{"jsonrpc":"2.0","id":77,"result":{]}',
  "an error about nothing": '{"jsonrpc":"2.0","error":{"message":"m"}}',
  "an invalid notification":
    '{"jsonrpc":"2.0","method":"notifications/progress","params":1}',
  "bytes that are not UTF-8": "\xff",
};

describe("F19: a flood over stdio", () => {
  test.each(Object.entries(kinds))("of %s", async (_, line) => {
    const peer = scriptedStdio();
    const call = peer.client.listTools();
    const flood = Buffer.from(`${line}\n`.repeat(5_000), "latin1");
    const made = await errorsMade(() => peer.push(flood));
    expect(made).toBeGreaterThan(10);
    // Twice 50 at once, and some as time goes by on a slow machine.
    expect(made).toBeLessThan(300);
    expect(peer.errors.length).toBeLessThanOrEqual(made);
    const { id } = peer.sent[0] as { id: number };
    const result = {
      resultType: "complete",
      tools: [],
      ttlMs: 0,
      cacheScope: "private",
    };
    await peer.push(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
    expect((await call).tools).toEqual([]);
    await peer.client.close();
    const left = peer.errors
      .filter((error) => error.name === "UnreportedFaultsError")
      .map((error) => (error as unknown as { count: number }).count);
    const told = peer.errors.length - left.length;
    expect(left.reduce((sum, count) => sum + count, told)).toBe(5_000);
  });
});

test("F19: of tools that are left out of a list, few are reported one by one", () => {
  const inputSchema = {
    type: "object",
    properties: { a: { "x-mcp-header": "" } },
  };
  const tools = Array.from({ length: 10_000 }, (_, index) => ({
    name: `t${index}`,
    inputSchema,
  }));
  const told: Error[] = [];
  const reports = new FaultReports((error) => told.push(error));
  new MirroredTools().learn({ tools }, (make) => reports.report(make));
  expect(told.length).toBeGreaterThan(10);
  expect(told.length).toBeLessThan(300);
});

describe("F19: messages of errors", () => {
  const huge = "x".repeat(1_000_000);
  const response = new Response(null, { status: 500, statusText: huge });
  test.each<[string, () => LocalError]>([
    ["LocalError", () => new LocalError(huge)],
    ["ConnectionError", () => new ConnectionError(huge)],
    ["InvalidMessageError", () => new InvalidMessageError(huge, huge)],
    ["InvalidResultError", () => new InvalidResultError("m", {}, huge)],
    ["LegacyServerError", () => new LegacyServerError(huge)],
    ["SubscriptionError", () => new SubscriptionError(huge, {}, 1)],
    ["InvalidToolError", () => new InvalidToolError(huge, huge)],
    [
      "InvalidToolError without a name",
      () => new InvalidToolError(JSON.parse(nestedArrays(100_000)), "f"),
    ],
    ["HttpError", () => new HttpError(response, huge, huge)],
    [
      "NoCommonVersionError",
      () =>
        new NoCommonVersionError(
          ["a"],
          Array.from({ length: 100_000 }, () => huge),
        ),
    ],
  ])("%s", (_, make) => {
    expect(make().message.length).toBeLessThan(2_100);
  });

  test("NoCommonVersionError names some versions and counts the rest", () => {
    const theirs = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
    const error = new NoCommonVersionError(["ours"], theirs);
    expect(error.message).toContain("the server serves v0, v1, ");
    expect(error.message).toContain("v9 and 990 more.");
    expect(error.theirs).toHaveLength(1_000);
  });

  test("a long key is cut in the messages of all issues below it, and whole in their paths", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}`, { type: 5 }]),
    );
    const params = {
      message: "m",
      requestedSchema: { type: "object", properties },
    };
    const checked = validateInputRequiredResult({
      resultType: "input_required",
      inputRequests: { [huge]: { method: "elicitation/create", params } },
    });
    const issues = checked.success ? [] : checked.issues;
    expect(issues.length).toBeGreaterThan(50);
    for (const { message, path } of issues) {
      expect(message.length).toBeLessThan(1_000);
      expect(path[1]).toBe(huge);
    }
    expect(new ValidationError(issues).message.length).toBeLessThan(100_000);
  });

  test("of what a server answers with", async () => {
    const peer = rawServer();
    const calls = ["result", "error", "type"].map((name) =>
      peer.client.callTool({ name }).catch((error: unknown) => error as Error),
    );
    await settle();
    const [one, two, three] = peer.received.map(({ id }) => id as unknown);
    peer.send({
      jsonrpc: "2.0",
      id: one,
      result: { ...said("a"), content: { [huge]: 1 } },
    });
    peer.send({
      jsonrpc: "2.0",
      id: two,
      result: { ...said("a"), resultType: huge },
    });
    peer.send({ jsonrpc: "2.0", id: three, result: huge });
    for (const call of calls) {
      const error = (await call) as Error;
      expect(error.name).toBe("InvalidResultError");
      expect(error.message.length).toBeLessThan(2_100);
    }
  });
});
