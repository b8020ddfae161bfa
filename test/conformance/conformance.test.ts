/** The official conformance suite against the examples, which are built on generated code. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installSuite } from "./install.js";
import { bundle, startServer, type Bundle, type Running } from "./programs.js";
import { count, isPassed, writeReport, type Score } from "./report.js";
import {
  faults,
  scenarioNames,
  testClient,
  testServer,
  type Check,
} from "./suite.js";
import { story, tour } from "./tour.js";
import { startWorker } from "./worker.js";

const revision = "2026-07-28";
/** The newest of those that begin with a handshake. */
const olderRevision = "2025-11-25";

installSuite();
const serverScenarios = scenarioNames("server", revision);
const clientScenarios = scenarioNames("client", revision);
const olderClientScenarios = scenarioNames("client", olderRevision);

const servers = new Map<string, Score>();
const clientScore = new Map<string, readonly Check[]>();

let client: Bundle;
beforeAll(async () => {
  client = await bundle("everything-client/main.ts", "node");
});

// Only a run of everything knows all the scores.
afterAll(async () => {
  client.remove();
  if (servers.size === 3 && clientScore.size === clientScenarios.length) {
    await writeReport("report.md", [
      { revision, servers, client: clientScore },
    ]);
  }
});

describe.each<
  [
    name: string,
    source: string,
    platform: "node" | "neutral",
    start: (path: string) => Promise<Running>,
  ]
>([
  ["node:http", "everything-server/http.ts", "node", startServer],
  ["Hono", "hono/main.ts", "node", startServer],
  ["workerd", "worker/worker.ts", "neutral", startWorker],
])("the server on %s", (name, source, platform, start) => {
  let program: Bundle;
  let server: Running;
  beforeAll(async () => {
    program = await bundle(source, platform);
    server = await start(program.path);
  });
  afterAll(async () => {
    await server.stop();
    program.remove();
  });

  test("passes every scenario", async () => {
    const outcome = await testServer(server.url, revision);
    servers.set(name, outcome.scenarios);
    expect(faults(outcome)).toEqual([]);
    expect([...outcome.scenarios.keys()].sort()).toEqual(
      [...serverScenarios].sort(),
    );
    expect(outcome.scenarios.size).toBe(40);
    expect(count(outcome.scenarios, "SUCCESS")).toBe(152);
    expect(outcome.exitCode, outcome.output).toBe(0);
  });

  // Without sessions, as on workerd, clients of that era cannot be asked.
  if (name !== "workerd") {
    test("the same process passes every scenario of 2025-11-25", async () => {
      const outcome = await testServer(server.url, olderRevision);
      expect(faults(outcome)).toEqual([]);
      expect([...outcome.scenarios.keys()].sort()).toEqual(
        [...scenarioNames("server", olderRevision)].sort(),
      );
      expect(outcome.scenarios.size).toBe(33);
      expect(outcome.exitCode, outcome.output).toBe(0);
    });
  }

  test("answers all that the client's tour asks for", async () => {
    expect(await tour(client.path, server.url)).toEqual(story);
  });
});

describe("the client", () => {
  test("has 33 scenarios to pass", () => {
    expect(clientScenarios).toHaveLength(33);
  });

  test.each(clientScenarios)("passes %s", async (scenario) => {
    const command = `${process.execPath} ${client.path}`;
    const outcome = await testClient(command, scenario, revision);
    const checks = outcome.scenarios.get(scenario) ?? [];
    clientScore.set(scenario, checks);
    expect(faults(outcome)).toEqual([]);
    expect(isPassed(checks), outcome.output).toBe(true);
    expect(outcome.exitCode, outcome.output).toBe(0);
  });

  test("the same program has 19 scenarios of 2025-11-25 to pass", () => {
    expect(olderClientScenarios).toHaveLength(19);
  });

  test.each(olderClientScenarios)(
    "passes %s of 2025-11-25",
    async (scenario) => {
      const command = `${process.execPath} ${client.path}`;
      const outcome = await testClient(command, scenario, olderRevision);
      expect(faults(outcome)).toEqual([]);
      expect(
        isPassed(outcome.scenarios.get(scenario) ?? []),
        outcome.output,
      ).toBe(true);
      expect(outcome.exitCode, outcome.output).toBe(0);
    },
  );
});
