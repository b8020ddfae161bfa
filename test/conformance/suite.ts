/** The official conformance suite as functions: what it is given, and what it found. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suiteNode, suiteProgram } from "./install.js";

/** One thing that the suite looked at. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** What a run of the suite found. */
export interface Outcome {
  readonly exitCode: number;
  /** What the suite printed, for people who have to find out why. */
  readonly output: string;
  /** Checks by scenario. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
}

/** Names of the scenarios for one side at a revision. */
export function scenarioNames(
  side: "server" | "client",
  revision: string,
): readonly string[] {
  const { stdout } = spawnSync(
    suiteNode,
    [suiteProgram, "list", `--${side}`, "--spec-version", revision],
    { encoding: "utf8" },
  );
  return Array.from(
    stdout.matchAll(/^ {2}- (\S+) \[/gm),
    ([, name = ""]) => name,
  );
}

/** Runs all scenarios of a revision against the server at a URL. */
export function testServer(url: string, revision: string): Promise<Outcome> {
  return run(["server", "--url", url, "--suite", "all"], revision);
}

/**
 * Runs one scenario against a client. Its exit code counts, which it does not where
 * the suite runs several.
 *
 * @param command - Split at blanks and run by a shell; the URL is appended.
 */
export function testClient(
  command: string,
  scenario: string,
  revision: string,
): Promise<Outcome> {
  const one = ["--scenario", scenario, "--timeout", "60000"];
  return run(["client", "--command", command, ...one], revision);
}

/** What is not as it should be, in words. */
export function faults({ scenarios }: Outcome): readonly string[] {
  return [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .map(
        ({ id, status, errorMessage }) =>
          `${scenario}: ${status} ${id}: ${errorMessage ?? ""}`,
      ),
  );
}

async function run(
  args: readonly string[],
  revision: string,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-conformance-"));
  try {
    const all = [...args, "--spec-version", revision, "-o", folder];
    const { exitCode, output } = await execute([suiteProgram, ...all]);
    return { exitCode, output, scenarios: results(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(
  args: readonly string[],
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      suiteNode,
      args,
      { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (error, stdout, stderr) => {
        // The code is text where the program did not even start.
        const code = error === null ? 0 : error.code;
        const exitCode = typeof code === "number" ? code : 1;
        resolve({ exitCode, output: `${stdout}${stderr}` });
      },
    );
  });
}

/** Reads `[server-]<scenario>-<time>/checks.json`, where scenarios may have a slash. */
function results(folder: string): ReadonlyMap<string, readonly Check[]> {
  const scenarios = new Map<string, readonly Check[]>();
  for (const path of readdirSync(folder, {
    recursive: true,
    encoding: "utf8",
  })) {
    const [, name] =
      /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z\/checks\.json$/.exec(
        path.replaceAll("\\", "/"),
      ) ?? [];
    if (name === undefined) continue;
    const checks = JSON.parse(readFileSync(join(folder, path), "utf8"));
    scenarios.set(name, checks as readonly Check[]);
  }
  return scenarios;
}
