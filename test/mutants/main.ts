/**
 * `npm run mutants [-- options]`: breaks the generated code in one way after the
 * other, on copies, and runs the tests that guard it.
 *
 * - `--only <text>` takes only faults whose description has it.
 * - `--jobs <n>` works on so many copies at a time: 2 unless given.
 *
 * Ends with 1 if a fault survives or cannot be made any more.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { probing } from "../requirements/table.js";
import { mutants, type Mutant } from "./mutants.js";
import { Declarations, type Place } from "./place.js";

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

type Outcome = "caught" | "survived" | "stale" | "broken";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
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
    // The copy's tests need no built program.
    writeFileSync(
      join(this.path, "vitest.config.ts"),
      "export default { test: { testTimeout: 20_000 } };\n",
    );
  }

  /** Runs a Node program in the copy; gives what it printed, and its exit code. */
  run(
    args: readonly string[],
  ): Promise<{ output: string; code: number | null }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, {
        cwd: this.path,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, CI: "" },
      });
      let output = "";
      child.stdout.on("data", (text) => (output += String(text)));
      child.stderr.on("data", (text) => (output += String(text)));
      const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
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

const declarations = new Declarations(join(root, "out/draft"));

async function outcome(copy: Copy, mutant: Mutant): Promise<Outcome> {
  let place: Place;
  try {
    place = declarations.find(mutant.within, mutant.text);
  } catch (error) {
    console.error((error as Error).message);
    return "stale";
  }
  const { source, start, end } = place;
  const file = join(copy.path, "out/draft", place.file);
  writeFileSync(
    file,
    `${source.slice(0, start)}${mutant.becomes}${source.slice(end)}`,
  );
  try {
    const probed = await probe(copy, mutant.probes);
    return probed === "survived" && mutant.tests !== undefined
      ? await runTests(copy, mutant.tests)
      : probed;
  } finally {
    writeFileSync(file, source);
  }
}

async function probe(copy: Copy, ids: readonly string[]): Promise<Outcome> {
  const { output, code } = await copy.run([
    "--import",
    "./scripts/typescript.mjs",
    "test/requirements/main.ts",
    "--only",
    ids.join(","),
  ]);
  if (code === null) return "caught";
  // Code that does not compile is not a fault that a test has to notice.
  if (!output.includes(probing)) return "broken";
  return code === 0 ? "survived" : "caught";
}

async function runTests(
  copy: Copy,
  files: readonly string[],
): Promise<Outcome> {
  const { output, code } = await copy.run([
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--bail=1",
    ...files,
  ]);
  if (code === null) return "caught";
  if (!/Tests .*(passed|failed)/.test(output)) return "broken";
  return code === 0 ? "survived" : "caught";
}

async function main(): Promise<number> {
  const chosen = mutants.filter(({ fault }) => fault.includes(options.only));
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
    const ids = [...new Set(chosen.flatMap(({ probes }) => probes))];
    const tests = [...new Set(chosen.flatMap(({ tests = [] }) => tests))];
    if (first === undefined) throw new TypeError("--jobs must be 1 or more.");
    if (
      (await probe(first, ids)) !== "survived" ||
      (tests.length > 0 && (await runTests(first, tests)) !== "survived")
    ) {
      console.error("The tests fail before anything is broken.");
      return 2;
    }
    await Promise.all(
      copies.map(async (copy) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const came = await outcome(copy, next);
          counts[came] += 1;
          console.log(`${came.padEnd(8)}  ${next.within}: ${next.fault}`);
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
