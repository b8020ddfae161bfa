/**
 * `npm run mutants [-- options]`: breaks the generated code in one way after the
 * other, on copies, and runs the tests that guard it.
 *
 * - `--revision <name>` takes only faults in the code of that revision: draft, or
 *   2025-11-25, which is generated for it.
 * - `--only <pattern>` takes only faults whose description fits a regular expression.
 * - `--jobs <n>` works on so many copies at a time: 2 unless given.
 *
 * Ends with 1 if a fault survives or cannot be made any more.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { probing } from "../requirements/table.js";
import { codeVariable } from "../requirements/handshake/ours/code.js";
import type { Mutant } from "./mutant.js";
import { Declarations, type Place } from "./place.js";
import { suites, type Suite } from "./suites.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a copy needs to run tests. */
const parts = [
  "package.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "scripts/typescript.mjs",
  "scripts/typescript-hooks.mjs",
  "generator",
  "templates",
  "schema",
  "out",
  "test",
];

/** How long the tests of one fault may take, in milliseconds; to hang is to notice. */
const limitMs = 120_000;

/** The revision whose code tests take from the copy rather than generate. */
const handshakeRevision = "2025-11-25";

/** How long all tests may take together, without any fault. */
const baselineMs = 600_000;

type Outcome = "caught" | "survived" | "stale" | "broken";

/** What came of the tests of one fault, and what they printed. */
interface Ran {
  readonly came: Outcome;
  readonly output: string;
}

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    revision: { type: "string" },
    jobs: { type: "string", default: "2" },
  },
});

/** A copy of the repository, as far as tests need it. */
class Copy {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), "mcp-gen-mutant-"));
    for (const part of parts) {
      cpSync(join(root, part), join(this.path, part), {
        recursive: true,
        filter: (source) =>
          !/node_modules|\.program-/.test(source.slice(root.length)),
      });
    }
    symlinkSync(join(root, "node_modules"), join(this.path, "node_modules"));
    for (const { name, files } of suites) {
      for (const { path, text } of files()) {
        const file = join(this.path, "out", name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    // The copy's tests need no built program.
    writeFileSync(
      join(this.path, "vitest.config.ts"),
      "export default { test: { testTimeout: 20_000 } };\n",
    );
  }

  /** Runs a Node program in the copy; gives what it printed, and its exit code. */
  run(
    args: readonly string[],
    limit: number,
  ): Promise<{ output: string; code: number | null }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, {
        cwd: this.path,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          CI: "",
          [codeVariable]: join(this.path, "out", handshakeRevision),
        },
      });
      let output = "";
      child.stdout.on("data", (text) => (output += String(text)));
      child.stderr.on("data", (text) => (output += String(text)));
      const timer = setTimeout(() => child.kill("SIGKILL"), limit);
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ output, code });
      });
    });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A fault that is to be put in. */
interface Case {
  readonly suite: Suite;
  readonly mutant: Mutant;
}

const declarations = new Map(
  suites.map((suite) => [suite, new Declarations(suite.files())]),
);

async function outcome(copy: Copy, { suite, mutant }: Case): Promise<Outcome> {
  let place: Place | undefined;
  try {
    place = declarations.get(suite)?.find(mutant.within, mutant.text);
  } catch (error) {
    console.error((error as Error).message);
  }
  if (place === undefined) return "stale";
  const { source, start, end } = place;
  const file = join(copy.path, "out", suite.name, place.file);
  writeFileSync(
    file,
    `${source.slice(0, start)}${mutant.becomes}${source.slice(end)}`,
  );
  try {
    const probed = await probe(copy, suite, mutant.probes);
    return probed.came === "survived" && mutant.tests !== undefined
      ? (await runTests(copy, mutant.tests)).came
      : probed.came;
  } finally {
    writeFileSync(file, source);
  }
}

async function probe(
  copy: Copy,
  { prober }: Suite,
  ids: readonly string[],
  limit: number = limitMs,
): Promise<Ran> {
  if (ids.length === 0) return { came: "survived", output: "" };
  const { output, code } = await copy.run(
    ["--import", "./scripts/typescript.mjs", prober, "--only", ids.join(",")],
    limit,
  );
  // No test has to notice code that does not compile.
  return { came: cameOf(code, output.includes(probing)), output };
}

async function runTests(
  copy: Copy,
  files: readonly string[],
  limit: number = limitMs,
): Promise<Ran> {
  const { output, code } = await copy.run(
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", ...files],
    limit,
  );
  return { came: cameOf(code, /Tests .*(passed|failed)/.test(output)), output };
}

/** @param code - The exit code; null if it hung. */
function cameOf(code: number | null, began: boolean): Outcome {
  if (code === null) return "caught";
  if (!began) return "broken";
  return code === 0 ? "survived" : "caught";
}

/** What failed without any fault, as it was printed; undefined if nothing did. */
async function failing(
  copy: Copy,
  cases: readonly Case[],
): Promise<string | undefined> {
  for (const suite of suites) {
    const own = cases.filter((each) => each.suite === suite);
    const ids = own.flatMap(({ mutant: { probes } }) => probes);
    const { came, output } = await probe(
      copy,
      suite,
      [...new Set(ids)],
      baselineMs,
    );
    if (came !== "survived") return output;
  }
  const tests = cases.flatMap(({ mutant: { tests = [] } }) => tests);
  if (tests.length === 0) return undefined;
  const { came, output } = await runTests(
    copy,
    [...new Set(tests)],
    baselineMs,
  );
  return came === "survived" ? undefined : output;
}

async function main(): Promise<number> {
  const only = new RegExp(options.only);
  const chosen = suites
    .filter(({ name }) => name === (options.revision ?? name))
    .flatMap((suite) => suite.mutants.map((mutant) => ({ suite, mutant })))
    .filter(({ mutant: { fault } }) => only.test(fault));
  const counts: Record<Outcome, number> = {
    caught: 0,
    survived: 0,
    stale: 0,
    broken: 0,
  };
  const waiting = [...chosen];
  const copies = Array.from({ length: Number(options.jobs) }, () => new Copy());
  try {
    // Tests that fail without any fault would catch everything.
    const [first] = copies;
    if (first === undefined) throw new TypeError("--jobs must be 1 or more.");
    const failed = await failing(first, chosen);
    if (failed !== undefined) {
      console.error(`The tests fail before anything is broken:\n${failed}`);
      return 2;
    }
    await Promise.all(
      copies.map(async (copy) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const came = await outcome(copy, next);
          counts[came] += 1;
          const { within, fault } = next.mutant;
          console.log(`${came.padEnd(8)}  ${within}: ${fault}`);
        }
      }),
    );
  } finally {
    for (const copy of copies) copy.remove();
  }
  const { caught, survived, stale, broken } = counts;
  console.log(
    `\n${chosen.length} faults: ${caught} caught, ${survived} survived${stale + broken === 0 ? "" : `, ${stale} stale, ${broken} broken`}.`,
  );
  return caught === chosen.length ? 0 : 1;
}

process.exit(await main());
