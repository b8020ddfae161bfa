/** Revisions that can be named instead of giving a path. */
import { readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { faultOfName } from "../output/paths.js";
import { packageFolder } from "../package-info.js";
import { readRegularText } from "./regular-file.js";

/** The file that states a revision, in a folder of the revision's name. */
export const SCHEMA_FILE = "schema.ts";

/** The schemas that come with mcp-gen. */
const EMBEDDED_ROOT = join(packageFolder, "schema");

/** How embedded schemas are shown: the same wherever mcp-gen is installed. */
const EMBEDDED_SHOWN = "mcp-gen/schema";

/** A revision that can be named. */
export interface KnownRevision {
  readonly name: string;
  /** Absolute path of its schema. */
  readonly path: string;
  /** For an embedded one, its path as it is shown; others are shown relative to the project. */
  readonly shown?: string;
}

export function isFile(path: string): boolean {
  return entryAt(path)?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() ?? false;
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where the path has a folder: nothing can be there either.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

function revisionsIn(root: string): readonly KnownRevision[] {
  if (!isFolder(root)) return [];
  return (
    readdirSync(root)
      // A name that cannot be written everywhere is none that can be asked for.
      .filter((name) => faultOfName(name) === undefined)
      .sort()
      .map((name) => ({ name, path: join(root, name, SCHEMA_FILE) }))
      .filter(({ path }) => isFile(path))
  );
}

/**
 * The revisions known to a project: its own, then the embedded ones that it has
 * no schema of its own for.
 *
 * @param schemaRoot Absolute path of the folder with a folder for each revision.
 */
export function knownRevisions(schemaRoot: string): readonly KnownRevision[] {
  const own = revisionsIn(schemaRoot);
  const embedded = revisionsIn(EMBEDDED_ROOT)
    .filter(({ name }) => !own.some((revision) => revision.name === name))
    .map(({ name }) => embeddedRevision(name));
  return [...own, ...embedded];
}

/** A revision whose schema comes with mcp-gen. */
export function embeddedRevision(
  name: string,
): KnownRevision & { readonly shown: string } {
  return {
    name,
    path: join(EMBEDDED_ROOT, name, SCHEMA_FILE),
    shown: `${EMBEDDED_SHOWN}/${name}/${SCHEMA_FILE}`,
  };
}

/** The word for the newest revision, whatever it is called. */
const LATEST = "latest";

/** Versions of the protocol are dates. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The revision whose schema states a version, as the draft does before it is released
 * under that name; for `latest`, the one that states the newest.
 *
 * @param value a version, or `latest`.
 */
export function revisionStating(
  value: string,
  revisions: readonly KnownRevision[],
): KnownRevision | undefined {
  if (value !== LATEST && !VERSION.test(value)) return undefined;
  const stated = revisions.map((revision) => ({
    revision,
    version: statedVersion(revision.path),
  }));
  const [newest] = stated
    .filter(({ version }) => VERSION.test(version))
    .sort((a, b) => (a.version < b.version ? 1 : -1));
  return value === LATEST
    ? newest?.revision
    : stated.find(({ version }) => version === value)?.revision;
}

function statedVersion(path: string): string {
  try {
    const text = readRegularText(path);
    return /\bLATEST_PROTOCOL_VERSION\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? "";
  } catch {
    // Whoever asks for it by its name is told what is wrong with it.
    return "";
  }
}
