/**
 * `npm run requirements [-- options]`: probes the generated code and prints a table.
 *
 * - `--target sdk` probes the official SDK as well, side by side.
 * - `--only J1,T5` probes these requirements only.
 * - `--why` prints what each failure saw.
 * - `--write docs/requirements.md` puts the table into a file, between its marks.
 *
 * Ends with 1 if the generated code fails a probe.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { installPeers } from "../interop/peers.js";
import { probes } from "./all-probes.js";
import { ours } from "./ours/subject.js";
import { rules } from "./rules.js";
import { sdk } from "./sdk/subject.js";
import type { Subject } from "./subject.js";
import { findings, markdown, probing, type Finding } from "./table.js";

const { values: options } = parseArgs({
  options: {
    target: { type: "string", default: "ours" },
    only: { type: "string" },
    why: { type: "boolean", default: false },
    write: { type: "string" },
  },
});

/** Marks between which a file has the table. */
const marks = ["<!-- table: begin -->", "<!-- table: end -->"] as const;

async function main(): Promise<number> {
  const subjects: Subject[] = [ours()];
  if (options.target === "sdk") {
    const problem = installPeers();
    if (problem !== undefined) {
      console.error(`The SDK could not be installed:\n${problem}`);
      return 2;
    }
    subjects.push(await sdk());
  } else if (options.target !== "ours") {
    console.error(`There is no target ${options.target}: ours, sdk.`);
    return 2;
  }
  const wanted = options.only?.split(",");
  const chosen = probes.filter(({ id }) => wanted?.includes(id) ?? true);
  const shown = rules.filter(({ id }) => wanted?.includes(id) ?? true);
  const columns: { name: string; found: readonly Finding[] }[] = [];
  for (const subject of subjects) {
    process.stderr.write(`${probing} ${subject.name} `);
    const found = await findings(chosen, subject, ({ probe, failure }) => {
      process.stderr.write(failure === undefined ? "." : "x");
      if (failure !== undefined && options.why) {
        const { id, side, way, claim } = probe;
        console.error(
          `\n${subject.name} ${id} ${side} ${way ?? ""}: ${claim}\n  ${failure.replaceAll("\n", "\n  ")}`,
        );
      }
    });
    process.stderr.write("\n");
    columns.push({ name: subject.name, found });
    await subject.stop();
  }
  const table = markdown(shown, columns);
  console.log(table);
  for (const { name, found } of columns) {
    const checked = found.filter(({ absent }) => absent !== true);
    const failed = checked.filter(({ failure }) => failure !== undefined);
    console.log(
      `\n${name}: ${checked.length - failed.length} of ${checked.length} probes succeed, ${new Set(failed.map(({ probe }) => probe.id)).size} of ${shown.length} requirements have one that does not.`,
    );
  }
  if (options.write !== undefined) await write(options.write, table);
  return columns[0]?.found.some(({ failure }) => failure !== undefined) === true
    ? 1
    : 0;
}

async function write(file: string, table: string): Promise<void> {
  const text = readFileSync(file, "utf8");
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

process.exit(await main());
