/** Many requests at a time, and connections and processes that break in the middle. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Client,
  httpTransport,
  stdioTransport,
} from "../../out/draft/client.js";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import { serve } from "../../out/draft/server.js";
import { bundleProgram, type Program } from "./bundle.js";
import {
  call,
  fixtureServer,
  headersFor,
  listen,
  postBytes,
  until,
  type Fixture,
} from "./fixture.js";
import { randomBelow, randomFrom } from "./random.js";
import { serveFetch } from "./serve-fetch.js";

const info = { name: "load", version: "1.0.0" };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of live objects, after everything else has been collected. */
async function liveBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await sleep(20);
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

/** What a call of `echo` gives, or a word about why there is none. */
async function echo(
  client: Client,
  text: string,
  signal?: AbortSignal,
): Promise<string> {
  const { content } = await client.callTool(
    { name: "echo", arguments: { text } },
    { signal },
  );
  const [block] = content;
  return block?.type === "text"
    ? (JSON.parse(block.text) as { text: string }).text
    : "no text";
}

test("10,000 requests at a time in memory: each gets its own answer", async () => {
  const fixture = fixtureServer();
  const [near, far] = memoryTransports();
  const connection = serve(fixture.server, far);
  const client = new Client(near, { info });
  await echo(client, "warm");
  const round = async (): Promise<void> => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => echo(client, text)));
    expect(answers).toEqual(texts);
  };
  await round();
  const before = await liveBytes();
  await round();
  expect((await liveBytes()) - before).toBeLessThan(2_000_000);
  await client.close();
  await connection.closed;
  expect(fixture.errors).toEqual([]);
});

describe.each([
  ["nodeHandler", ({ server }: Fixture) => nodeHandler(server)],
  ["fetchHandler", ({ server }: Fixture) => serveFetch(fetchHandler(server))],
])("%s", (_, face) => {
  test("200 connections with random aborts lose and double nothing", async () => {
    // The whole time where nobody waits for it.
    const durationMs = process.env["CI"] === "true" ? 10_000 : 1_500;
    const fixture = fixtureServer();
    const at = await listen(face(fixture));
    const client = new Client(httpTransport(at.url), { info });
    const outcomes = { answered: 0, aborted: 0, cut: 0 };

    const worker = async (seed: number, end: number): Promise<void> => {
      const random = randomFrom(seed);
      for (let turn = 0; Date.now() < end; turn += 1) {
        const text = `${seed} ${turn}`;
        const chance = random();
        if (chance < 0.6) {
          expect(await echo(client, text)).toBe(text);
          outcomes.answered += 1;
        } else if (chance < 0.9) {
          const signal = AbortSignal.timeout(randomBelow(random, 20));
          await expect(
            client.callTool(
              { name: "wait", arguments: { ms: 60_000, label: text } },
              { signal },
            ),
          ).rejects.toThrow();
          outcomes.aborted += 1;
        } else {
          // A client without manners: it goes away in the middle of its request.
          const socket = connect(at.port, "127.0.0.1");
          socket.on("error", () => undefined);
          const bytes = postBytes(
            headersFor("tools/call", "wait"),
            JSON.stringify(call(1, "wait", { ms: 60_000, label: text })),
          );
          socket.write(
            bytes.subarray(0, randomBelow(random, bytes.length * 2)),
          );
          await sleep(randomBelow(random, 20));
          socket.destroy();
          outcomes.cut += 1;
        }
      }
    };
    const run = async (ms: number): Promise<void> => {
      const end = Date.now() + ms;
      await Promise.all(
        Array.from({ length: 200 }, (_none, index) => worker(index + 1, end)),
      );
      await until(() => fixture.running.size === 0, "all waiting calls ended");
    };

    await run(durationMs / 2);
    fixture.cancelled.length = 0;
    const before = await liveBytes();
    await run(durationMs / 2);
    fixture.cancelled.length = 0;
    expect((await liveBytes()) - before).toBeLessThan(10_000_000);
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
    expect(await echo(client, "still here")).toBe("still here");
    await client.close();
    await at.close();
    await fixture.server.close();
    expect(new Set(fixture.errors)).toEqual(new Set());
  });
});

describe("a stdio server that is killed in the middle", () => {
  let program: Program;
  beforeAll(async () => {
    program = await bundleProgram("stdio-server");
  });
  afterAll(() => program.remove());

  test("loses what it was working on and nothing else", async () => {
    const client = new Client(
      stdioTransport({
        command: process.execPath,
        args: [program.path],
        stderr: "ignore",
        restarts: 3,
      }),
      { info, timeoutMs: 20_000 },
    );
    const pid = async (): Promise<number> => {
      const { content } = await client.callTool({ name: "pid" });
      const [block] = content;
      return block?.type === "text" ? Number(block.text) : Number.NaN;
    };
    const random = randomFrom(7);
    let answered = 0;
    let lost = 0;
    for (let round = 0; round < 3; round += 1) {
      const process_ = await pid();
      const texts = Array.from(
        { length: 500 },
        (_, index) => `${round} ${index}`,
      );
      const outcomes = Promise.allSettled(
        texts.map((text) => echo(client, text)),
      );
      await sleep(randomBelow(random, 10));
      process.kill(process_, "SIGKILL");
      for (const [index, outcome] of (await outcomes).entries()) {
        if (outcome.status === "fulfilled") {
          expect(outcome.value).toBe(texts[index]);
          answered += 1;
        } else {
          expect(String(outcome.reason)).toContain("ended by SIGKILL");
          lost += 1;
        }
      }
      // Where all answers came before the end was noticed, this call meets it.
      const next = await pid().catch((error: unknown) => {
        expect(String(error)).toContain("ended by SIGKILL");
        return pid();
      });
      expect(next).not.toBe(process_);
    }
    expect(answered + lost).toBe(1_500);
    expect(await echo(client, "alive")).toBe("alive");
    await client.close();
  });
});
