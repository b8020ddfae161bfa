/** typia 12: validators that its transformer writes from our `types.ts`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import type { Peer, Validator, Workspace } from "./peer.js";

interface TypiaReport {
  readonly success: boolean;
  readonly errors?: readonly { readonly path: string }[];
}

export const typiaPeer: Peer = {
  name: "typia",
  prepare: generate,
  load: async ({ folder, types }) => {
    const file = compiledFile(folder);
    const module = (await import(pathToFileURL(file).href)) as Record<
      string,
      (value: unknown) => unknown
    >;
    const validators = new Map<string, Validator>();
    for (const type of types) {
      const is = module[`is${type}`] as (value: unknown) => boolean;
      const validate = module[`validate${type}`] as (
        value: unknown,
      ) => TypiaReport;
      validators.set(type, {
        is,
        report: (value) => validate(value).errors,
        pathIn: (errors: NonNullable<TypiaReport["errors"]>) =>
          slashed(errors[0]?.path ?? ""),
      });
    }
    return validators;
  },
};

/** Runs `typia generate` on a file that asks for each type's functions. */
async function generate({
  folder,
  types,
  typesText,
}: Workspace): Promise<void> {
  const input = path.join(folder, "typia", "input");
  const output = path.join(folder, "typia", "output");
  mkdirSync(input, { recursive: true });
  writeFileSync(path.join(input, "types.ts"), typesText);
  writeFileSync(path.join(input, "validators.ts"), requests(types));
  const project = path.join(folder, "typia", "tsconfig.json");
  writeFileSync(project, JSON.stringify(PROJECT));
  const program = createRequire(import.meta.url).resolve("typia/package.json");
  execFileSync(
    process.execPath,
    [
      path.join(path.dirname(program), "lib", "executable", "typia.js"),
      "generate",
      "--input",
      input,
      "--output",
      output,
      "--project",
      project,
    ],
    { cwd: path.dirname(folder), stdio: ["ignore", "ignore", "inherit"] },
  );
  const text = readFileSync(path.join(output, "validators.ts"), "utf8");
  const { code } = await transform(text, { loader: "ts", target: "es2022" });
  writeFileSync(compiledFile(folder), code);
}

function compiledFile(folder: string): string {
  return path.join(folder, "typia", "validators.mjs");
}

const PROJECT = {
  compilerOptions: {
    strict: true,
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    skipLibCheck: true,
    types: [],
  },
  include: ["input"],
};

function requests(types: readonly string[]): string {
  const lines = types.flatMap((type) => [
    `export const is${type} = typia.createIs<T.${type}>();`,
    `export const validate${type} = typia.createValidate<T.${type}>();`,
  ]);
  return [
    `import typia from "typia";`,
    `import type * as T from "./types.js";`,
    ...lines,
    "",
  ].join("\n");
}

/** `$input.content[0].text` as `content/0/text`. */
function slashed(typiaPath: string): string {
  const segments = typiaPath.matchAll(/\.([\w$]+)|\[(\d+)\]|\["([^"]*)"\]/g);
  return [...segments].map(([, a, b, c]) => a ?? b ?? c).join("/");
}
