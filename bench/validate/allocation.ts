/**
 * Shows whether accepting a message allocates: a process whose young generation
 * is too large to be collected meanwhile validates each message many times and
 * compares V8's count of used bytes before and after.
 */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Row } from "./messages.js";
import { validatorsFile } from "./subject.js";

export interface Allocation {
  readonly name: string;
  readonly calls: number;
  /** The smallest object of V8 has 12; less than one is noise. */
  readonly bytesPerCall: number;
}

/** Characters of JSON that one measurement validates; fixes the number of calls. */
const VOLUME = 100_000_000;

export function measureAllocation(rows: readonly Row[]): Allocation[] {
  return rows.map((row) => {
    const length = row.texts.join("").length / row.texts.length;
    const calls = Math.min(200_000, Math.ceil(VOLUME / length));
    return { name: row.name, calls, bytesPerCall: bytesPerCall(row, calls) };
  });
}

function bytesPerCall({ type, texts }: Row, calls: number): number {
  const script = `
    import { getHeapStatistics } from "node:v8";
    const { is${type}: is } = await import(${JSON.stringify(pathToFileURL(validatorsFile).href)});
    const values = ${JSON.stringify(texts)}.map((text) => JSON.parse(text));
    const validate = (times) => {
      let accepted = 0;
      for (let turn = 0; turn < times; turn++) if (is(values[turn % values.length])) accepted++;
      return accepted;
    };
    const used = () => getHeapStatistics().used_heap_size;
    // Optimising allocates, in the background too; the least of several runs is without it.
    const least = [];
    for (let run = 0; run < 8; run++) {
      const before = used();
      if (validate(${calls}) !== ${calls}) throw new Error("refused");
      least.push(used() - before);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.log(Math.min(...least) / ${calls});
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--min-semi-space-size=64",
      "--max-semi-space-size=64",
      "--input-type=module",
      "-",
    ],
    { encoding: "utf8", input: script },
  );
  if (status !== 0) throw new Error(`validating ${type} failed: ${stderr}`);
  return Number(stdout);
}
