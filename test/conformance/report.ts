/** The scores as a table for people, next to those of the official SDK. */
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import type { Check } from "./suite.js";

/** What one subject achieved, by scenario. */
export type Score = ReadonlyMap<string, readonly Check[]>;

/** What was found at one revision. */
export interface Scores {
  readonly revision: string;
  /** Scores of the server, by what it ran on. */
  readonly servers: ReadonlyMap<string, Score>;
  /** Scores of the client, each scenario by itself. */
  readonly client: Score;
  /** Scenarios that the suite runs and does not score, and those that it runs on nobody here. */
  readonly notes?: readonly string[];
}

/** Scores of the official TypeScript SDK in the same suite, measured once. */
const sdk: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [
    "| official TypeScript SDK 2.4.0, server | 40 of 40 | 152 | 0 | 0 |",
    "| official TypeScript SDK 2.4.0, client | 33 of 33; one by one 31 of 32 | 409 | 0 | 0 |",
  ],
};

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
 * Writes a report. It says nothing that differs from run to run, so that it changes only
 * with the scores.
 */
export async function writeReport(
  file: string,
  all: readonly Scores[],
): Promise<void> {
  const lines = [
    "# Scores in the official conformance suite",
    "",
    `\`@modelcontextprotocol/conformance\` ${version("@modelcontextprotocol/conformance")}, all scenarios of`,
    "either side. Written by `npx vitest run test/conformance`.",
    "How many checks there are for a client depends on how many messages it sends. The",
    "SDK's scores are those of its own test programs.",
    "",
    ...all.flatMap(section),
  ];
  writeFileSync(
    new URL(file, import.meta.url),
    await format(lines.join("\n"), { parser: "markdown" }),
  );
}

function section({
  revision,
  servers,
  client,
  notes = [],
}: Scores): readonly string[] {
  const names = [...servers.keys()];
  const [first = new Map()] = servers.values();
  return [
    `## Revision ${revision}`,
    "",
    "| subject | scenarios passed | checks passed | failures | warnings |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...names.map((name) =>
      row(`everything-server, ${name}`, servers.get(name) ?? new Map()),
    ),
    row("everything-client, one scenario at a time", client),
    ...(sdk[revision] ?? []),
    "",
    ...notes.flatMap((note) => [note, ""]),
    `| scenario for servers | ${names.join(" | ")} |`,
    `| --- | ${names.map(() => "---:").join(" | ")} |`,
    ...[...first.keys()]
      .sort()
      .map(
        (scenario) =>
          `| ${scenario} | ${names.map((name) => cell(servers.get(name)?.get(scenario))).join(" | ")} |`,
      ),
    "",
    "| scenario for clients | checks |",
    "| --- | ---: |",
    ...[...client.keys()]
      .sort()
      .map((scenario) => `| ${scenario} | ${cell(client.get(scenario))} |`),
    "",
  ];
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
