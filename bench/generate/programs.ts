/** The programs that are measured, each on the embedded draft's `schema.ts`. */
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { grownSchema } from "./grown-schema.js";

/** One row of the benchmark. */
export interface Program {
  readonly name: string;
  /** What follows `node`. */
  readonly args: readonly string[];
  /** What follows `node` in a run beforehand that leaves the folder as it shall be. */
  readonly setUp?: readonly string[];
  /** Brings the folder into the state that a run starts from. */
  readonly prepare?: (folder: string) => void;
}

/** The row that all others are divided by. */
export const FLOOR = "node -e 0";

export const COLD = "mcp-gen, cold";
export const COLD_CONFIGURED = "mcp-gen, cold, own prettier configuration";
export const COLD_UNFORMATTED = "mcp-gen --no-format, cold";
export const UNCHANGED = "mcp-gen, nothing changed";
export const CHECK_CURRENT = "mcp-gen --check, current";
export const CHECK_CONFIGURED = "mcp-gen --check, current, by configuration";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schema = join(root, "schema/draft/schema.ts");
const mcpGen = join(root, "dist/bin.cjs");

/** Rows of larger schemas, by how many types they have. */
export const GROWN: readonly (readonly [types: number, name: string])[] = [
  [655, "mcp-gen, cold, 655 types"],
  [2155, "mcp-gen, cold, 2,155 types"],
];

/** Every row: an empty process, this generator in its states, its peers. */
export const programs: readonly Program[] = [
  { name: FLOOR, args: ["-e", "0"] },
  { name: COLD, args: [mcpGen], prepare: removeOutput },
  {
    name: COLD_CONFIGURED,
    args: [mcpGen],
    prepare: (folder) => {
      removeOutput(folder);
      writeFileSync(join(folder, ".prettierrc"), '{ "printWidth": 100 }\n');
    },
  },
  {
    name: COLD_UNFORMATTED,
    args: [mcpGen, "--no-format"],
    prepare: removeOutput,
  },
  ...GROWN.map(([types, name]) => ({
    name,
    args: [mcpGen, "--schema", `${types}.ts`],
    prepare: (folder: string) => {
      removeOutput(folder);
      const text = readFileSync(schema, "utf8");
      writeFileSync(join(folder, `${types}.ts`), grownSchema(text, types));
    },
  })),
  { name: UNCHANGED, args: [mcpGen], setUp: [mcpGen] },
  { name: CHECK_CURRENT, args: [mcpGen, "--check"], setUp: [mcpGen] },
  {
    name: CHECK_CONFIGURED,
    args: [mcpGen, "--check"],
    setUp: [mcpGen],
    prepare: (folder) =>
      writeFileSync(
        join(folder, "mcp-gen.config.json"),
        '{ "out": "src", "outputs": [{ "schema": "draft" }] }\n',
      ),
  },
  {
    name: "typescript-json-schema 0.68.0",
    args: [
      peer("typescript-json-schema", "bin/typescript-json-schema"),
      "--defaultNumberType",
      "integer",
      "--required",
      "--skipLibCheck",
      "schema.ts",
      "*",
      "--out",
      "schema.json",
    ],
  },
  {
    name: "ts-json-schema-generator 2.4.0",
    args: [
      peer("ts-json-schema-generator", "bin/ts-json-schema-generator.js"),
      "--path",
      "schema.ts",
      "--type",
      "*",
      "--out",
      "schema.json",
    ],
  },
  {
    name: "ts-to-zod 5.1.0 --skipValidation",
    args: [
      peer("ts-to-zod", "bin/run"),
      "--skipValidation",
      "schema.ts",
      "zod.ts",
    ],
  },
];

/** Makes the folder that a program runs in. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(schema, join(folder, "schema.ts"));
}

function removeOutput(folder: string): void {
  rmSync(join(folder, "out"), { recursive: true, force: true });
}

function peer(name: string, program: string): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${name}/package.json`)), program);
}
