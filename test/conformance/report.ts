/** The scores as a table for people, next to those of the official SDK. */
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import type { Check } from "./suite.js";

/** What one subject achieved, by scenario. */
export type Score = ReadonlyMap<string, readonly Check[]>;

const reportFile = new URL("report.md", import.meta.url);

/** Scores of the official TypeScript SDK in the same suite, measured once. */
const sdk = {
  server: { scenarios: "40 of 40", checks: 152 },
  client: { scenarios: "33 of 33; one by one 31 of 32", checks: 409 },
} as const;

/** True for a scenario without a fault. */
export function isPassed(checks: readonly Check[]): boolean {
  return (
    checks.some(({ status }) => status === "SUCCESS") &&
    checks.every(({ status }) => status !== "FAILURE" && status !== "WARNING")
  );
}

/** How many checks ended in a certain way. */
export function count(score: Score, status: Check["status"]): number {
  return [...score.values()].flat().filter((check) => check.status === status)
    .length;
}

/**
 * Writes `report.md`. It says nothing that differs from run to run, so that it changes
 * only with the scores.
 *
 * @param servers - Scores of the server, by what it ran on.
 * @param client - Scores of the client, each scenario by itself.
 */
export async function writeReport(
  servers: ReadonlyMap<string, Score>,
  client: Score,
): Promise<void> {
  const names = [...servers.keys()];
  const [first = new Map()] = servers.values();
  const lines = [
    "# Scores in the official conformance suite",
    "",
    `\`@modelcontextprotocol/conformance\` ${version("@modelcontextprotocol/conformance")}, revision 2026-07-28,`,
    "all scenarios of either side. Written by `npx vitest run test/conformance`.",
    "",
    "| subject | scenarios passed | checks passed | failures | warnings |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...names.map((name) =>
      row(`everything-server, ${name}`, servers.get(name) ?? new Map()),
    ),
    `| official TypeScript SDK 2.4.0, server | ${sdk.server.scenarios} | ${sdk.server.checks} | 0 | 0 |`,
    row("everything-client, one scenario at a time", client),
    `| official TypeScript SDK 2.4.0, client | ${sdk.client.scenarios} | ${sdk.client.checks} | 0 | 0 |`,
    "",
    "How many checks there are for a client depends on how many messages it sends. The",
    "SDK's scores are those of its own test programs.",
    "",
    "## Server",
    "",
    `| scenario | ${names.join(" | ")} |`,
    `| --- | ${names.map(() => "---:").join(" | ")} |`,
    ...[...first.keys()]
      .sort()
      .map(
        (scenario) =>
          `| ${scenario} | ${names.map((name) => cell(servers.get(name)?.get(scenario))).join(" | ")} |`,
      ),
    "",
    "## Client",
    "",
    "| scenario | checks |",
    "| --- | ---: |",
    ...[...client.keys()]
      .sort()
      .map((scenario) => `| ${scenario} | ${cell(client.get(scenario))} |`),
    "",
  ];
  writeFileSync(
    reportFile,
    await format(lines.join("\n"), { parser: "markdown" }),
  );
}

function row(name: string, score: Score): string {
  const passed = [...score.values()].filter(isPassed).length;
  const [successes, failures, warnings] = (
    ["SUCCESS", "FAILURE", "WARNING"] as const
  ).map((status) => count(score, status));
  return `| ${name} | ${passed} of ${score.size} | ${successes} | ${failures} | ${warnings} |`;
}

function cell(checks: readonly Check[] | undefined): string {
  if (checks === undefined) return "missing";
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  return isPassed(checks) ? `${passed}` : `${passed}, with faults`;
}

function version(name: string): string {
  const { version } = JSON.parse(
    readFileSync(
      new URL(`node_modules/${name}/package.json`, import.meta.url),
      "utf8",
    ),
  ) as { version: string };
  return version;
}
