/** Revisions that can be named instead of giving a path. */
import { readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { faultOfName } from "../output/paths.js";
import { packageFolder } from "../package-info.js";

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
    .map((revision) => ({
      ...revision,
      shown: `${EMBEDDED_SHOWN}/${revision.name}/${SCHEMA_FILE}`,
    }));
  return [...own, ...embedded];
}
