/** Emitted TypeScript as JavaScript on disk, the way a bundler would turn it out. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { emitFiles } from "../generator/emit/emit.js";
import { builtInTemplates } from "../generator/source/built-in-templates.js";
import type { EmittedFile } from "../generator/emit/emitter.js";
import type { ProtocolModel } from "../generator/model/model.js";

/** A file of generated code. */
export type CodeFile = Pick<EmittedFile, "path" | "text">;

/** Writes each emitted `.ts` file as `.js` below a folder. */
export async function writeCompiled(
  files: readonly CodeFile[],
  folder: string,
): Promise<void> {
  for (const file of files.filter(({ path }) => path.endsWith(".ts"))) {
    const { code } = await transform(file.text, {
      loader: "ts",
      target: "es2022",
    });
    const target = join(folder, file.path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
}

/** One thing that a validator objects to. */
export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

type Validation<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly Issue[] };

/** What `validators.ts` exports for one type. */
export interface TypeValidators {
  readonly is: (value: unknown) => boolean;
  readonly assert: (value: unknown) => void;
  readonly validate: (
    value: unknown,
    options?: { readonly maxIssues?: number },
  ) => Validation<unknown>;
  readonly schema: {
    readonly "~standard": {
      readonly validate: (
        value: unknown,
      ) => { readonly value: unknown } | { readonly issues: readonly Issue[] };
      readonly jsonSchema: Record<
        "input" | "output",
        (options: { readonly target: string }) => Record<string, unknown>
      >;
    };
    readonly parse: (value: unknown) => unknown;
    readonly safeParse: (value: unknown) => { readonly success: boolean };
  };
}

/** `validators.ts` of a model, and the files that it imports. */
export function emittedValidators(
  model: ProtocolModel,
  formats: "annotate" | "assert" = "annotate",
): readonly EmittedFile[] {
  return emitFiles(model, {
    builtInTemplates,
    parts: ["validators"],
    importExtension: ".js",
    formats,
    banner: "Made for a test.",
  });
}

/**
 * Emits the validators of a model, compiles and imports them.
 *
 * @returns a lookup by type name, which throws where an export is missing
 */
export async function importValidators(
  model: ProtocolModel,
  formats: "annotate" | "assert" = "annotate",
): Promise<(typeName: string) => TypeValidators> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-validators-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    await writeCompiled(emittedValidators(model, formats), folder);
    const url = pathToFileURL(join(folder, "validators.js")).href;
    const exported = (await import(/* @vite-ignore */ url)) as Record<
      string,
      unknown
    >;
    return (typeName) => {
      const find = (name: string): never => {
        if (exported[name] === undefined) throw new Error(`no export ${name}`);
        return exported[name] as never;
      };
      // Some types have names that make those of whole-message entry points.
      const validate = [
        `validateAny${typeName}`,
        `validate${typeName}Type`,
        `validate${typeName}`,
      ].find((name) => name in exported);
      return {
        is: find(`is${typeName}`),
        assert: find(`assert${typeName}`),
        validate: find(validate ?? `validate${typeName}`),
        schema: find(`${typeName}Schema`),
      };
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
