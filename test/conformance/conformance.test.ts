/** The official conformance suite against the examples, which are built on generated code. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installSuite } from "./install.js";
import { bundle, startServer, type Bundle, type Running } from "./programs.js";
import { count, isPassed, writeReport, type Score } from "./report.js";
import {
  scenarioNames,
  testClient,
  testServer,
  type Check,
  type Outcome,
} from "./suite.js";
import { startWorker } from "./worker.js";

installSuite();
const serverScenarios = scenarioNames("server");
const clientScenarios = scenarioNames("client");

const servers = new Map<string, Score>();
const client = new Map<string, readonly Check[]>();

// Only a run of everything knows all the scores.
afterAll(async () => {
  if (servers.size === 3 && client.size === clientScenarios.length) {
    await writeReport(servers, client);
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
  test("passes every scenario", async () => {
    const program = await bundle(source, platform);
    try {
      const server = await start(program.path);
      const outcome = await testServer(server.url).finally(() => server.stop());
      servers.set(name, outcome.scenarios);
      expect(faults(outcome)).toEqual([]);
      expect([...outcome.scenarios.keys()].sort()).toEqual(
        [...serverScenarios].sort(),
      );
      expect(outcome.scenarios.size).toBe(40);
      expect(count(outcome.scenarios, "SUCCESS")).toBe(152);
      expect(outcome.exitCode, outcome.output).toBe(0);
    } finally {
      program.remove();
    }
  });
});

describe("the client", () => {
  let program: Bundle;
  beforeAll(async () => {
    program = await bundle("everything-client/main.ts", "node");
  });
  afterAll(() => program.remove());

  test("has 33 scenarios to pass", () => {
    expect(clientScenarios).toHaveLength(33);
  });

  test.each(clientScenarios)("passes %s", async (scenario) => {
    const command = `${process.execPath} ${program.path}`;
    const outcome = await testClient(command, scenario);
    const checks = outcome.scenarios.get(scenario) ?? [];
    client.set(scenario, checks);
    expect(faults(outcome)).toEqual([]);
    expect(isPassed(checks), outcome.output).toBe(true);
    expect(outcome.exitCode, outcome.output).toBe(0);
  });
});

/** What is not as it should be, in words. */
function faults({ scenarios }: Outcome): readonly string[] {
  return [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .map(
        ({ id, status, errorMessage }) =>
          `${scenario}: ${status} ${id}: ${errorMessage ?? ""}`,
      ),
  );
}
