/**
 * Input data of tests that lives next to the repository, in `../shared`, where it is.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProtocolModel } from "../generator/model/model.js";
import { readModel } from "../generator/read/schema-ts/read.js";
import type { SchemaSource } from "../generator/source/source.js";
import { describeUnless } from "./needs.js";

/** The repository's own folder. */
export const repositoryPath: string = resolve(
  dirname(fileURLToPath(import.meta.url)),
  "..",
);

const sharedFolder = resolve(repositoryPath, "../shared");

/** Whether the shared input data can be used. */
export const hasShared: boolean = existsSync(
  resolve(sharedFolder, "spec/draft/schema.ts"),
);

/** Absolute path of a file or folder of the shared input data. */
export function sharedPath(...parts: readonly string[]): string {
  return resolve(sharedFolder, ...parts);
}

/** `describe` for tests that need the shared input data; see `needs.ts`. */
export function describeWithShared(name: string, define: () => void): void {
  describeUnless(hasShared ? undefined : "no ../shared", name, define);
}

/** The schema at an absolute path, with the name it is shown under. */
export function schemaFile(path: string, shown: string): SchemaSource {
  const text = readFileSync(path, "utf8").replace(/\r\n?/g, "\n");
  return schemaText(text, { path: shown, examplesDir: dirname(path) });
}

/** A schema written out in a test. */
export function schemaText(
  text: string,
  given: { readonly path?: string; readonly examplesDir?: string } = {},
): SchemaSource {
  return {
    path: "schema.ts",
    ...given,
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

/** A revision of the specification that the shared input data holds. */
export interface SharedRevision {
  /** `2025-11-25`, or `history/2026-06-23-2ffc3fa2` for an earlier state of the draft. */
  readonly name: string;
  readonly path: string;
}

/** All revisions of the shared input data; empty without it. */
export function sharedRevisions(): readonly SharedRevision[] {
  if (!hasShared) return [];
  const spec = sharedPath("spec");
  const revisions = readdirSync(spec)
    .filter((name) => existsSync(resolve(spec, name, "schema.ts")))
    .map((name) => ({ name, path: resolve(spec, name, "schema.ts") }));
  const history = readdirSync(resolve(spec, "history"))
    .filter((file) => file.endsWith(".schema.ts"))
    .map((file) => ({
      name: `history/${file.slice(0, -".schema.ts".length)}`,
      path: resolve(spec, "history", file),
    }));
  return [...revisions, ...history].sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
}

const models = new Map<string, ProtocolModel>();

/** The model of a shared revision, by its name; read once for each test file. */
export function sharedModel(name: string): ProtocolModel {
  const known = models.get(name);
  if (known !== undefined) return known;
  const revision = sharedRevisions().find(
    (candidate) => candidate.name === name,
  );
  if (revision === undefined) throw new Error(`no shared revision ${name}`);
  const { model } = readModel(
    schemaFile(revision.path, `spec/${name}/schema.ts`),
    { strict: true },
  );
  models.set(name, model);
  return model;
}

/** The model of an embedded schema, which is there without shared data too. */
export function embeddedModel(revision: string = "draft"): ProtocolModel {
  const path = `schema/${revision}/schema.ts`;
  const known = models.get(path);
  if (known !== undefined) return known;
  const { model } = readModel(schemaFile(resolve(repositoryPath, path), path), {
    strict: true,
  });
  models.set(path, model);
  return model;
}

/** The model that the part `legacy` is made from. */
export const legacyModel = (): ProtocolModel => embeddedModel("2025-11-25");
