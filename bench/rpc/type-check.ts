/** What type-checking a server with one tool costs, against declarations as a package has them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../validate/measure.js";
import {
  compiler,
  ourProgram,
  run,
  sdkProgram,
  type Workspace,
} from "./programs.js";

/** What the compiler did about one program. */
export interface TypeCheck {
  readonly name: string;
  readonly milliseconds: number;
  /** Median of the time by that of an empty file in the same round. */
  readonly ratio: number;
  /** Type instantiations, as the compiler counts them. */
  readonly instantiations: number;
}

/** Checks each program in turn, `rounds` times; the first one is empty. */
export function measureTypeChecks(
  { folder }: Workspace,
  rounds: number,
): readonly TypeCheck[] {
  const programs: [name: string, text: string][] = [
    ["an empty file", "export {};\n"],
    ["mcp-gen", ourProgram("./draft")],
    ["SDK", sdkProgram],
  ];
  const subjects = programs.map(([name, text], index) => {
    const project = writeProject(folder, `program-${index}`, text);
    const output = run([compiler, "-p", project, "--extendedDiagnostics"]);
    const [, count] = /^Instantiations:\s+(\d+)$/m.exec(output) ?? [];
    return {
      name,
      project,
      instantiations: Number(count),
      times: [] as number[],
    };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { project, times } of subjects) {
      const start = process.hrtime.bigint();
      run([compiler, "-p", project]);
      times.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  const [empty] = subjects;
  return subjects.map(({ name, instantiations, times }) => ({
    name,
    instantiations,
    milliseconds: median(times),
    ratio: median(
      times.map((time, round) => time / (empty?.times[round] ?? Number.NaN)),
    ),
  }));
}

function writeProject(folder: string, name: string, text: string): string {
  const project = join(folder, `${name}.json`);
  const types = fileURLToPath(
    new URL("../../node_modules/@types", import.meta.url),
  );
  writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(
    project,
    JSON.stringify({
      compilerOptions: {
        noEmit: true,
        strict: true,
        skipLibCheck: true,
        target: "es2022",
        module: "nodenext",
        types: ["node"],
        typeRoots: [types],
      },
      files: [`${name}.ts`],
    }),
  );
  return project;
}
