/** What importing all validators costs a process, next to one that does nothing. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { median } from "./measure.js";
import { validatorsFile } from "./subject.js";

export interface Startup {
  readonly emptyMilliseconds: number;
  readonly importMilliseconds: number;
  /** Median of the pairwise ratios. */
  readonly ratio: number;
}

/** Starts both kinds of process in turn, `pairs` times. */
export function measureStartup(pairs: number): Startup {
  const url = JSON.stringify(pathToFileURL(validatorsFile).href);
  const empty: number[] = [];
  const importing: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    empty.push(processTime("0"));
    importing.push(processTime(`import(${url})`));
  }
  return {
    emptyMilliseconds: median(empty),
    importMilliseconds: median(importing),
    ratio: median(
      importing.map((time, pair) => time / (empty[pair] ?? Number.NaN)),
    ),
  };
}

/** Milliseconds that `node -e <script>` takes as a whole. */
function processTime(script: string): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`node -e ${script} failed: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}
