/**
 * `npm run requirements [-- options]`: probes the generated code and prints a table for
 * each list.
 *
 * - `--target sdk` probes the official SDK as well, side by side.
 * - `--only J1,T5` probes these requirements only.
 * - `--why` prints what each failure saw.
 * - `--write docs/requirements.md` puts the tables into a file, between their marks.
 *
 * Ends with 1 if the generated code fails a probe.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { installPeers } from "../interop/peers.js";
import { lists, type RequirementList, type Target } from "./lists.js";
import { markdown, probing, type Column, type Finding } from "./table.js";

const { values: options } = parseArgs({
  options: {
    target: { type: "string", default: "ours" },
    only: { type: "string" },
    why: { type: "boolean", default: false },
    write: { type: "string" },
  },
});

async function main(): Promise<number> {
  const targets: Target[] = ["ours"];
  if (options.target === "sdk") {
    const problem = installPeers();
    if (problem !== undefined) {
      console.error(`The SDK could not be installed:\n${problem}`);
      return 2;
    }
    targets.push("sdk");
  } else if (options.target !== "ours") {
    console.error(`There is no target ${options.target}: ours, sdk.`);
    return 2;
  }
  let hasFault = false;
  for (const list of lists) {
    const table = await probe(list, targets, () => (hasFault = true));
    if (table !== undefined && options.write !== undefined) {
      await write(options.write, list.name, table);
    }
  }
  return hasFault ? 1 : 0;
}

/**
 * Probes one list and prints what was found.
 *
 * @param onFault - Called if the generated code fails a probe.
 * @returns The table; undefined if nothing of the list was asked for.
 */
async function probe(
  { title, rules, groups }: RequirementList,
  targets: readonly Target[],
  onFault: () => void,
): Promise<string | undefined> {
  const wanted = options.only?.split(",");
  const wants = (id: string): boolean => wanted?.includes(id) ?? true;
  const shown = rules.filter(({ id }) => wants(id));
  if (shown.length === 0) return undefined;
  const columns: Column[] = [];
  for (const target of targets) {
    const parts: Column[] = [];
    for (const group of groups) {
      const part = await group.run(target, wants, {
        started: (name) => process.stderr.write(`${probing} ${name} `),
        found: tell,
      });
      if (part === undefined) continue;
      process.stderr.write("\n");
      parts.push(part);
    }
    const column = joined(parts);
    columns.push(column);
    if (
      target === "ours" &&
      column.found.some(({ failure }) => failure !== undefined)
    ) {
      onFault();
    }
  }
  const table = markdown(shown, columns);
  console.log(`\n## ${title}\n\n${table}`);
  for (const column of columns) console.log(`\n${score(column, shown.length)}`);
  return table;
}

/** Shows that a probe is over, and why it failed if that is wanted. */
function tell(name: string, { probe, failure }: Finding): void {
  process.stderr.write(failure === undefined ? "." : "x");
  if (failure === undefined || !options.why) return;
  const { id, side, way, revision, claim } = probe;
  const place = [side, way, revision].filter(Boolean).join(" ");
  console.error(
    `\n${name} ${id} ${place}: ${claim}\n  ${failure.replaceAll("\n", "\n  ")}`,
  );
}

/** What was found of a target's subjects, as one column. */
function joined(parts: readonly Column[]): Column {
  return {
    name: [...new Set(parts.map(({ name }) => name))].join(", "),
    found: parts.flatMap(({ found }) => found),
  };
}

function score({ name, found }: Column, requirements: number): string {
  const checked = found.filter(({ absent }) => absent !== true);
  const failed = checked.filter(({ failure }) => failure !== undefined);
  const probed = new Set(found.map(({ probe }) => probe.id)).size;
  const wrong = new Set(failed.map(({ probe }) => probe.id)).size;
  return `${name}: ${checked.length - failed.length} of ${checked.length} probes succeed. Of ${requirements} requirements, ${probed} have probes, ${wrong} one that fails.`;
}

/** Puts a table between the marks of its list. */
async function write(file: string, list: string, table: string): Promise<void> {
  const text = readFileSync(file, "utf8");
  const marks = [`<!-- ${list}: begin -->`, `<!-- ${list}: end -->`] as const;
  const [begin, end] = marks.map((mark) => text.indexOf(mark)) as [
    number,
    number,
  ];
  if (begin === -1 || end < begin) {
    throw new Error(`${file} has no place for the table: ${marks.join(" ")}`);
  }
  const written = `${text.slice(0, begin + marks[0].length)}\n\n${table}\n\n${text.slice(end)}`;
  writeFileSync(file, await format(written, { parser: "markdown" }));
}

// A probe that failed leaves calls behind that reject once their connection is gone.
process.on("unhandledRejection", (reason) => {
  if (options.why) console.error(`\nnobody waited for: ${String(reason)}`);
});
process.exit(await main());
