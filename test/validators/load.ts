/** Generated validators, compiled and imported. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { emitFiles, type EmitOptions } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { writeCompiled } from "../compiled-output.js";
import { schemaText } from "../shared.js";

export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

export type Validation =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly Issue[] };

/** A generated `validators.ts`, by what it exports. */
export type Validators = Readonly<Record<string, any>>;

/** The files of the validators and of all that they import. */
export function validatorFiles(
  model: ProtocolModel,
  formats: EmitOptions["formats"] = "annotate",
): readonly EmittedFile[] {
  return emitFiles(model, {
    builtInTemplates,
    parts: ["validators"],
    importExtension: ".js",
    formats,
    banner: "Made for a test.",
  });
}

/** Compiles the validators of a model into a new folder, which `use` may look at. */
export async function withCompiled<T>(
  model: ProtocolModel,
  use: (folder: string) => T | Promise<T>,
  formats?: EmitOptions["formats"],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-validators-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    await writeCompiled(validatorFiles(model, formats), folder);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports the validators of a model. */
export function loadValidators(
  model: ProtocolModel,
  formats?: EmitOptions["formats"],
): Promise<Validators> {
  return withCompiled(
    model,
    (folder) => {
      const url = pathToFileURL(join(folder, "validators.js")).href;
      return import(/* @vite-ignore */ url) as Promise<Validators>;
    },
    formats,
  );
}

/** The model of a schema that a test writes out. */
export function modelOfText(text: string): ProtocolModel {
  return readModel(schemaText(text)).model;
}

/** Each issue as its code and where it is, e.g. `missing a.b[0]`. */
export function faults(result: Validation): readonly string[] {
  if (result.success) return [];
  return result.issues.map(({ code, path }) => `${code} ${path.join("/")}`);
}

/** The messages of a refusal. */
export function messages(result: Validation): readonly string[] {
  return result.success ? [] : result.issues.map(({ message }) => message);
}
