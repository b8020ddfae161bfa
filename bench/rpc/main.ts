/**
 * `npm run bench:rpc`: measures client, server and transports compared with the official SDK
 * and compared with what the work costs without any protocol.
 *
 * --json    prints all figures as JSON
 * --assert  ends with 1 where a bar is missed
 * --quick   few short rounds, for trying things out
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Bar, isMissed } from "../validate/bars.js";
import { measureCalls } from "./calls.js";
import { measureFetch } from "./fetch.js";
import { generateCode } from "../../test/requirements/handshake/ours/code.js";
import { measureSessionCalls } from "./handshake/calls.js";
import {
  measureSessionCosts,
  measureSessionPosts,
  type SessionCost,
} from "./handshake/http.js";
import { measureHttp } from "./http.js";
import { measureLegacy } from "./legacy.js";
import type { Timing } from "./measure.js";
import { makeWorkspace } from "./programs.js";
import { measureSizes, type Size } from "./size.js";
import { bundledImport, measureStartup } from "./startup.js";
import { measureTypeChecks, type TypeCheck } from "./type-check.js";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    assert: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const rounds = options.quick ? 5 : 21;

/** All figures of a run. */
interface Figures {
  readonly calls: readonly Timing[];
  readonly legacy: readonly Timing[];
  readonly http: readonly Timing[];
  readonly fetch: readonly Timing[];
  readonly sessionCalls: readonly Timing[];
  readonly sessionPosts: readonly Timing[];
  readonly sessionCosts: readonly SessionCost[];
  readonly startup: readonly Timing[];
  readonly sizes: readonly Size[];
  readonly typeChecks: readonly TypeCheck[];
}

const workspace = await makeWorkspace();
const handshake = await generateCode();
let figures: Figures;
try {
  figures = {
    calls: await measureCalls({ rounds, slice: 50 }),
    legacy: await measureLegacy({ rounds, slice: 50 }),
    http: await measureHttp({ rounds, slice: 200 }),
    fetch: await measureFetch({ rounds, slice: 50 }),
    sessionCalls: await measureSessionCalls(handshake.path, {
      rounds,
      slice: 50,
    }),
    sessionPosts: await measureSessionPosts(handshake.path, {
      rounds,
      slice: 200,
    }),
    sessionCosts: await measureSessionCosts(
      handshake.path,
      options.quick ? 2 : 7,
      1_000,
    ),
    startup: await measureStartup(workspace, rounds),
    sizes: await measureSizes(workspace),
    typeChecks: measureTypeChecks(workspace, rounds),
  };
} finally {
  workspace.remove();
  handshake.remove();
}
const bars = barsOf(figures);
const machine = `Node.js ${process.version}, ${cpus()[0]?.model.trim()}`;
console.log(
  options.json
    ? JSON.stringify({ machine, ...figures, bars }, null, 2)
    : report(figures, bars),
);
process.exitCode = options.assert && bars.some(isMissed) ? 1 : 0;

/** What has to be reached. */
function barsOf(all: Figures): readonly Bar[] {
  const ratio = (timings: readonly Timing[], name: string): number =>
    timings.find((timing) => timing.name.startsWith(name))?.ratio ?? Number.NaN;
  const size = all.sizes.find(({ name }) => name === "mcp-gen");
  const session = all.sessionCosts.find(({ name }) => name.startsWith("mcp"));
  const theirs = all.sessionCosts.find(({ name }) => name.startsWith("SDK"));
  const check = all.typeChecks.find(({ name }) => name === "mcp-gen");
  return [
    {
      name: "a call in one process, times JSON alone",
      value: ratio(all.calls, "mcp-gen"),
      limit: 2.1,
    },
    {
      name: "a stateless call with legacy at the server, times one without",
      value: ratio(all.legacy, "legacy at the server"),
      limit: 1.05,
    },
    {
      name: "a stateless call with legacy at both ends, times one without",
      value: ratio(all.legacy, "legacy at both ends"),
      limit: 1.05,
    },
    {
      // At least .9 of the throughput is at most 1 / .9 of the time.
      name: "nodeHandler, times bare node:http",
      value: ratio(all.http, "mcp-gen"),
      limit: 1 / 0.9,
    },
    {
      name: "fetchHandler, times a bare Request and Response",
      value: ratio(all.fetch, "mcp-gen"),
      limit: 1.3,
    },
    {
      name: "a call in a session, times JSON alone",
      value: ratio(all.sessionCalls, "mcp-gen"),
      limit: 2.1,
    },
    {
      name: "a POST in a session, times bare node:http",
      value: ratio(all.sessionPosts, "mcp-gen"),
      limit: 1.15,
    },
    {
      name: "heap of an idle session, bytes",
      value: session?.heap ?? Number.NaN,
      limit: 4_000,
    },
    {
      name: "CPU to open a session, times the SDK's",
      value:
        (theirs?.perSecond ?? Number.NaN) / (session?.perSecond ?? Number.NaN),
      limit: 1,
    },
    {
      name: "importing the server, times node -e 0",
      value: ratio(all.startup, bundledImport),
      limit: 1.3,
    },
    {
      name: "stdio server, minified bytes",
      value: size?.minified ?? Number.NaN,
      limit: 60_000,
    },
    {
      name: "stdio server, gzipped bytes",
      value: size?.gzipped ?? Number.NaN,
      limit: 18_000,
    },
    {
      name: "type-checking a server, times an empty file",
      value: check?.ratio ?? Number.NaN,
      limit: 1.1,
    },
    {
      name: "type-checking a server, instantiations",
      value: check?.instantiations ?? Number.NaN,
      limit: 1_000,
    },
  ];
}

function report(all: Figures, reached: readonly Bar[]): string {
  const timings = (
    title: string,
    unit: string,
    scale: number,
    rows: readonly Timing[],
  ): string[] => [
    "",
    `| ${title} | ${unit} | times the first |`,
    "|---|---:|---:|",
    ...rows.map(
      ({ name, microseconds, ratio }) =>
        `| ${name} | ${(microseconds / scale).toFixed(1)} | ${ratio.toFixed(2)} |`,
    ),
  ];
  const missed = reached.filter(isMissed);
  return [
    `Measured with \`npm run bench:rpc\` on ${machine}. Interleaved, medians.`,
    ...timings("a call in one process, over JSON text", "µs", 1, all.calls),
    ...timings(
      "a stateless call in one process, and what legacy adds",
      "µs",
      1,
      all.legacy,
    ),
    ...timings("a POST to a server on node:http", "µs", 1, all.http),
    ...timings("a Request in, a Response out", "µs", 1, all.fetch),
    ...timings(
      "a call in a session of 2025-11-25, in one process",
      "µs",
      1,
      all.sessionCalls,
    ),
    ...timings("a POST in a session of 2025-11-25", "µs", 1, all.sessionPosts),
    "",
    "| sessions of 2025-11-25 over HTTP | opened per second of CPU | heap while idle, bytes |",
    "|---|---:|---:|",
    ...all.sessionCosts.map(
      ({ name, perSecond, heap }) =>
        `| ${name} | ${perSecond.toFixed(0)} | ${heap.toFixed(0)} |`,
    ),
    ...timings("importing a server", "ms", 1_000, all.startup),
    "",
    "| stdio server with one tool | minified | gzipped |",
    "|---|---:|---:|",
    ...all.sizes.map(
      ({ name, minified, gzipped }) => `| ${name} | ${minified} | ${gzipped} |`,
    ),
    "",
    "| type-checking a server with one tool | ms | times the first | instantiations |",
    "|---|---:|---:|---:|",
    ...all.typeChecks.map(
      ({ name, milliseconds, ratio, instantiations }) =>
        `| ${name} | ${milliseconds.toFixed(0)} | ${ratio.toFixed(2)} | ${instantiations} |`,
    ),
    "",
    missed.length === 0
      ? `All ${reached.length} bars are reached.`
      : `Missed: ${missed.map(({ name, value, limit }) => `${name} (${value.toFixed(2)} > ${limit.toFixed(2)})`).join("; ")}.`,
  ].join("\n");
}
