/** The official suite at the revisions with a handshake, against the examples built for them. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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
import { sessionStory, tour } from "./tour.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const outputs = ["--schema", "2025-11-25"];

/** Checks of each scenario for servers, where it passes. */
const server2506: Readonly<Record<string, number>> = {
  "completion-complete": 2,
  "logging-set-level": 2,
  ping: 2,
  "prompts-get-embedded-resource": 2,
  "prompts-get-simple": 2,
  "prompts-get-with-args": 2,
  "prompts-get-with-image": 2,
  "prompts-list": 2,
  "resources-list": 2,
  "resources-read-binary": 2,
  "resources-read-text": 2,
  "resources-subscribe": 2,
  "resources-templates-read": 2,
  "resources-unsubscribe": 2,
  "server-initialize": 3,
  "server-session-lifecycle": 3,
  "tools-call-audio": 2,
  "tools-call-elicitation": 2,
  "tools-call-embedded-resource": 2,
  "tools-call-error": 2,
  "tools-call-image": 2,
  "tools-call-mixed-content": 2,
  "tools-call-sampling": 2,
  "tools-call-simple-text": 2,
  "tools-call-with-logging": 2,
  "tools-call-with-progress": 2,
  "tools-list": 2,
};
const server2511: Readonly<Record<string, number>> = {
  ...server2506,
  "tools-list": 3,
  "dns-rebinding-protection": 2,
  "elicitation-sep1034-defaults": 6,
  "elicitation-sep1330-enums": 6,
  "json-schema-2020-12": 8,
  "server-sse-multiple-streams": 1,
  "server-sse-polling": 3,
};

const client2506: readonly string[] = [
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-none",
  "auth/token-endpoint-auth-post",
  "initialize",
  "tools_call",
];
const client2511: readonly string[] = [
  ...client2506,
  "auth/basic-cimd",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/pre-registration",
  "auth/scope-from-scopes-supported",
  "auth/scope-from-www-authenticate",
  "auth/scope-omitted-when-undefined",
  "auth/scope-retry-limit",
  "auth/scope-step-up",
  "elicitation-sep1034-client-defaults",
  "json-schema-2020-12-preservation",
  "sse-retry",
];

/** Those that the suite runs at 2025-11-25, and counts for nobody. */
const unscored2511: readonly string[] = [
  "json-schema-2020-12",
  "json-schema-2020-12-preservation",
  "server-session-lifecycle",
  "server-sse-polling",
];

/** What the suite has at each revision; of 2025-06-18 it does not say what is scored. */
const expected = [
  {
    revision: "2025-11-25",
    servers: server2511,
    clients: client2511,
    unscored: unscored2511,
    scored: { servers: 30, clients: 18 },
  },
  {
    revision: "2025-06-18",
    servers: server2506,
    clients: client2506,
    unscored: [],
    scored: { servers: 27, clients: 5 },
  },
];

installSuite();
const serverScores = new Map<string, Map<string, Score>>();
const clientScores = new Map<string, Map<string, readonly Check[]>>();

let client: Bundle;
beforeAll(async () => {
  await run(process.execPath, [`${root}dist/bin.cjs`, ...outputs], {
    cwd: root,
  });
  client = await bundle("everything-client/handshake/main.ts", "node", [
    "handshake",
  ]);
});

// Only a run of everything knows all the scores.
afterAll(async () => {
  client.remove();
  const isWhole = expected.every(
    ({ revision, clients }) =>
      serverScores.get(revision)?.size === 2 &&
      clientScores.get(revision)?.size === clients.length,
  );
  if (!isWhole) return;
  await writeReport(
    "report-handshake.md",
    expected.map(({ revision, unscored, scored }) => ({
      revision,
      servers: serverScores.get(revision) ?? new Map(),
      client: clientScores.get(revision) ?? new Map(),
      notes:
        unscored.length === 0
          ? []
          : [
              `${scored.servers} scenarios for servers and ${scored.clients} for clients are scored. Not scored: ${unscored.map((name) => `\`${name}\``).join(", ")}, and six about extensions of OAuth, which were not run.`,
            ],
    })),
  );
});

test("the examples compile with the strictest settings", async () => {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const project = `${root}examples/tsconfig.handshake.json`;
  await run(process.execPath, [compiler, "-p", project]);
});

describe.each(expected)(
  "revision $revision has",
  ({ revision, servers, clients, unscored, scored }) => {
    test("the scenarios that are expected here", () => {
      expect([...scenarioNames("server", revision)].sort()).toEqual(
        Object.keys(servers).sort(),
      );
      expect([...scenarioNames("client", revision)].sort()).toEqual(
        [...clients].sort(),
      );
      const isScored = (name: string): boolean => !unscored.includes(name);
      expect({
        servers: Object.keys(servers).filter(isScored).length,
        clients: clients.filter(isScored).length,
      }).toEqual(scored);
    });
  },
);

describe.each([
  ["node:http", "everything-server/handshake/http.ts"],
  ["Hono", "hono/handshake.ts"],
])("the server on %s", (name, source) => {
  let program: Bundle;
  let server: Running;
  beforeAll(async () => {
    program = await bundle(source, "node", ["handshake"]);
    server = await startServer(program.path);
  });
  afterAll(async () => {
    await server.stop();
    program.remove();
  });

  test.each(expected)(
    "passes every scenario of $revision",
    async ({ revision, servers }) => {
      const outcome = await testServer(server.url, revision);
      const scores = serverScores.get(revision) ?? new Map();
      serverScores.set(revision, scores.set(name, outcome.scenarios));
      expect(faults(outcome)).toEqual([]);
      expect(
        Object.fromEntries(
          [...outcome.scenarios].map(([scenario, checks]) => [
            scenario,
            count(new Map([[scenario, checks]]), "SUCCESS"),
          ]),
        ),
      ).toEqual(servers);
      expect(outcome.exitCode, outcome.output).toBe(0);
    },
  );

  test("answers all that the client's tour asks for", async () => {
    expect(await tour(client.path, server.url)).toEqual(sessionStory);
  });
});

test("the server over stdio answers all that the client's tour asks for", async () => {
  const program = await bundle("everything-server/handshake/stdio.ts", "node", [
    "handshake",
  ]);
  try {
    expect(await tour(client.path, process.execPath, program.path)).toEqual(
      sessionStory,
    );
  } finally {
    program.remove();
  }
});

describe.each(expected)("the client at $revision", ({ revision, clients }) => {
  test.each(clients)("passes %s", async (scenario) => {
    const command = `${process.execPath} ${client.path}`;
    const outcome = await testClient(command, scenario, revision);
    const checks = outcome.scenarios.get(scenario) ?? [];
    const scores = clientScores.get(revision) ?? new Map();
    clientScores.set(revision, scores.set(scenario, checks));
    expect(faults(outcome)).toEqual([]);
    expect(isPassed(checks), outcome.output).toBe(true);
    expect(outcome.exitCode, outcome.output).toBe(0);
  });
});
