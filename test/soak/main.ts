/**
 * `npm run soak [-- options]`: mixed operations of many clients, over HTTP through a proxy
 * that delays, cuts and lets connections overtake each other, and over stdio through
 * pipes that do.
 *
 * - `--minutes <n>`: how long, 3 unless given.
 * - `--seed <n>`: for the same weather again; printed by every run.
 * - `--json`: figures for programs.
 *
 * Ends with 1 if an operation fails for a reason that a bad network does not explain, or
 * does not settle, or if memory, descriptors or handlers add up.
 */
import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  Client,
  httpTransport,
  stdioTransport,
  type Transport,
} from "../../out/draft/client.js";
import { nodeHandler, serveStdio } from "../../out/draft/server.js";
import { usedBytes } from "../hostile/memory.js";
import { randomFrom } from "../transports/random.js";
import { excused, operations, soakServer } from "./operations.js";
import { SlowStream, startProxy, type Weather } from "./proxy.js";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "boolean", default: false },
  },
});

/** Memory that may be gained with each operation, in bytes; a kept request has more. */
const heapLimit = 100;
/** What a heap gains and loses by itself, in bytes: short runs see nothing else. */
const heapNoise = 3_000_000;
/** Longest time from the beginning of an operation to its end, whatever happens. */
const settleMs = 20_000;
const clientCount = 8;
const atATime = 4;

const random = randomFrom(Number(options.seed));
const weather: Weather = { random, delayMs: 10, cut: 0.002 };
const { server, running } = soakServer();

/** A program that serves over pipes which are as bad as the network. */
function pipedServer(): ReturnType<NonNullable<Spawn>> {
  const child = Object.assign(new EventEmitter(), {
    pid: 1,
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: null,
    kill: () => {
      end();
      return true;
    },
  });
  const input = new SlowStream(weather, end);
  const output = new SlowStream(weather, end);
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    for (const stream of [child.stdin, child.stdout, input, output]) {
      stream.destroy();
    }
    setImmediate(() => child.emit("close", 1, null));
  }
  child.stdin.pipe(input);
  output.pipe(child.stdout);
  void serveStdio(server, { input, output }).then(end);
  return child;
}

type Spawn = Parameters<typeof stdioTransport>[0]["spawn"];

/** A moment's figures. */
interface Sample {
  readonly operations: number;
  readonly bytes: number;
  readonly descriptors: number;
}

function descriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return process.getActiveResourcesInfo().length;
  }
}

/** By how much `y` grows with `x`, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let above = 0;
  let below = 0;
  for (const [x, y] of points) {
    above += (x - meanX) * (y - meanY);
    below += (x - meanX) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

const outcomes: Record<string, Record<string, number>> = {};
const unexplained: string[] = [];
let begun = 0;
let settled = 0;
let unsettled = 0;

async function perform(client: Client, name: string): Promise<void> {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  begun += 1;
  let outcome = "done";
  const overdue = setTimeout(() => {
    unsettled += 1;
  }, settleMs);
  try {
    await operation(client, random);
  } catch (error) {
    outcome = excused(error) ?? "unexplained";
    if (outcome === "unexplained")
      unexplained.push(`${name}: ${String(error)}`);
  }
  clearTimeout(overdue);
  settled += 1;
  const counts = (outcomes[name] ??= {});
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}

async function main(): Promise<boolean> {
  if (!options.json) console.log(`seed ${options.seed}`);
  process.on("uncaughtException", (error) => {
    unexplained.push(`uncaught: ${error.stack ?? String(error)}`);
  });
  const http = createServer(nodeHandler(server));
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  const proxy = await startProxy(port, weather);
  const transport = (index: number): Transport =>
    index % 2 === 0
      ? httpTransport(`http://127.0.0.1:${proxy.port}/mcp`)
      : stdioTransport({
          command: "soak",
          spawn: pipedServer,
          restarts: 1_000_000,
          graceMs: 100,
        });
  const names = Object.keys(operations);
  const end = performance.now() + Number(options.minutes) * 60_000;
  const samples: Sample[] = [];
  const work = Array.from({ length: clientCount }, async (_, index) => {
    while (performance.now() < end) {
      const client = new Client(transport(index), {
        info: { name: "soak", version: "1" },
        timeoutMs: 2_000,
        maxTotalMs: 5_000,
        onError: () => undefined,
        inputs: {
          "elicitation/create": () => ({ action: "accept", content: {} }),
        },
      });
      // A client lives for a while, and another one takes its place.
      for (let turn = 0; turn < 30 && performance.now() < end; turn += 1) {
        await Promise.all(
          Array.from({ length: atATime }, () =>
            perform(
              client,
              names[Math.floor(random() * names.length)] ?? "echo",
            ),
          ),
        );
      }
      await client.close();
    }
  });
  const measuring = (async () => {
    const pause = Math.max(1_000, (Number(options.minutes) * 60_000) / 40);
    while (performance.now() < end) {
      await sleep(pause);
      const sample = {
        operations: settled,
        bytes: usedBytes(),
        descriptors: descriptors(),
      };
      samples.push(sample);
      if (!options.json) {
        console.log(
          `${sample.operations} operations, ${(sample.bytes / 1e6).toFixed(1)} MB, ${sample.descriptors} descriptors, ${running()} running`,
        );
      }
    }
  })();
  await Promise.all([...work, measuring]);
  await proxy.close();
  await server.close();
  await new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
  await sleep(200);

  // The first third warms up: compiled code, pools of connections.
  const counted = samples.slice(Math.floor(samples.length / 3));
  const bytesPerOperation = slope(
    counted.map(({ operations: x, bytes }) => [x, bytes] as const),
  );
  const span =
    (counted.at(-1)?.operations ?? 0) - (counted[0]?.operations ?? 0);
  const gained = bytesPerOperation * span;
  const descriptorsPerOperation = slope(
    counted.map(({ operations: x, descriptors: y }) => [x, y] as const),
  );
  const verdicts = {
    "all operations settled": unsettled === 0 && begun === settled,
    "every failure is explained by the network": unexplained.length === 0,
    "memory does not add up":
      bytesPerOperation <= heapLimit || gained <= heapNoise,
    "descriptors do not add up": descriptorsPerOperation <= 0.001,
    "no handler is left": running() === 0,
  };
  const report = {
    seed: Number(options.seed),
    minutes: Number(options.minutes),
    operations: settled,
    unsettled: unsettled + begun - settled,
    bytesPerOperation: Math.round(bytesPerOperation * 10) / 10,
    descriptorsPerOperation: Math.round(descriptorsPerOperation * 1e5) / 1e5,
    running: running(),
    outcomes,
    unexplained: unexplained.slice(0, 20),
    verdicts,
  };
  if (options.json) {
    console.log(JSON.stringify(report, undefined, 2));
  } else {
    console.table(outcomes);
    for (const each of report.unexplained) console.log(each);
    console.log(
      `${report.bytesPerOperation} bytes and ${report.descriptorsPerOperation} descriptors an operation`,
    );
    for (const [what, holds] of Object.entries(verdicts)) {
      console.log(`${holds ? "yes" : "NO "}  ${what}`);
    }
  }
  return Object.values(verdicts).every(Boolean);
}

process.exitCode = (await main()) ? 0 : 1;
