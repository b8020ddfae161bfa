/** What `--schema` means: a revision, a file or a folder -> the schema's text. */
import {
  basename,
  dirname,
  isAbsolute,
  join,
  relative,
  resolve,
} from "node:path";
import { UsageError } from "../failure.js";
import { reasonOf } from "../output/disk.js";
import { readRegularFile } from "./regular-file.js";
import { didYouMean, sentences } from "../suggestion.js";
import {
  embeddedRevision,
  isFile,
  isFolder,
  knownRevisions,
  revisionStating,
  SCHEMA_FILE,
  type KnownRevision,
} from "./revisions.js";
import { schemaTextOf, sha256Of } from "./schema-text.js";
import type { SchemaSource } from "./source.js";

/** Where a project keeps its schemas unless it says otherwise. */
export const DEFAULT_SCHEMA_ROOT = "schema";

export interface SchemaLocation {
  /** Absolute path of the user's project, which relative paths start from. */
  readonly projectDir: string;
  /** Folder with a folder for each revision; `schema` by default. */
  readonly schemaRoot?: string;
}

/** A schema, and what its output is called. */
export interface ResolvedSchema {
  readonly source: SchemaSource;
  /**
   * The revision's name where one was given, else that of the folder that holds
   * `schema.ts`, else the file's stem.
   */
  readonly name: string;
}

/** A schema file that is there. */
interface FoundSchema {
  readonly path: string;
  readonly name: string;
  readonly shown?: string;
}

/**
 * Finds and reads the schema that a `--schema` value means.
 *
 * A plain word is a revision, looked for in the project's schema root and then
 * among the embedded ones, and only then a folder; anything that looks like a
 * path (`./draft`, `draft/schema.ts`) is one.
 *
 * @throws UsageError when there is no such schema.
 * @throws UnsupportedSchemaError when its bytes are not text.
 */
export function resolveSchema(
  value: string,
  location: SchemaLocation,
): ResolvedSchema {
  const found = find(value, location);
  const shown = found.shown ?? shownPath(found.path, location.projectDir);
  const text = schemaTextOf(readBytes(found.path, shown), shown);
  return {
    name: found.name,
    source: {
      text,
      path: shown,
      sha256: sha256Of(text),
      // A server's words must not make files of the project part of the output.
      ...(!isSnapshot(found.path) && { examplesDir: dirname(found.path) }),
    },
  };
}

/** The schema of a revision that comes with mcp-gen, whatever the project has of that name. */
export function resolveEmbedded(name: string): SchemaSource {
  const { path, shown } = embeddedRevision(name);
  const text = schemaTextOf(readBytes(path, shown), shown);
  return { text, path: shown, sha256: sha256Of(text) };
}

/**
 * Where a project has the schema that a `--schema` value means, or would have it: one
 * place for a path; for a word, which may also be a folder, up to two.
 *
 * @returns absolute paths of `schema.ts` files, each with the name of its output.
 */
export function schemaPlaces(
  value: string,
  location: SchemaLocation,
): readonly { readonly file: string; readonly name: string }[] {
  const path = resolve(location.projectDir, value);
  if (looksLikePath(value)) {
    const isSource =
      (/\.[cm]?ts$/i.test(path) || isSnapshot(path)) && !isFolder(path);
    const file = isSource ? path : join(path, SCHEMA_FILE);
    return [{ file, name: nameOf(file) }];
  }
  const { schemaRoot = DEFAULT_SCHEMA_ROOT } = location;
  const root = resolve(location.projectDir, schemaRoot);
  const isKnown = knownRevisions(root).some(({ name }) => name === value);
  return [
    { file: join(root, value, SCHEMA_FILE), name: value },
    ...(isKnown ? [] : [{ file: join(path, SCHEMA_FILE), name: value }]),
  ];
}

function find(value: string, location: SchemaLocation): FoundSchema {
  if (value.trim() === "") {
    throw new UsageError("--schema needs a revision, a file or a folder.");
  }
  const path = resolve(location.projectDir, value);
  if (looksLikePath(value)) return findPath(value, path);
  const revisions = knownRevisions(
    resolve(location.projectDir, location.schemaRoot ?? DEFAULT_SCHEMA_ROOT),
  );
  const revision = revisions.find(({ name }) => name === value);
  if (revision !== undefined) return revision;
  if (isFolder(path)) return findPath(value, path);
  const meant = revisionStating(value, revisions);
  if (meant !== undefined) return { ...meant, name: value };
  throw new UsageError(unknownRevision(value, revisions));
}

/** How the name of a snapshot of a server's tools ends. */
export const SNAPSHOT_SUFFIX = ".tools.json";

/** Whether a file is a snapshot of a server's tools, and no `schema.ts`. */
export function isSnapshot(path: string): boolean {
  return path.endsWith(SNAPSHOT_SUFFIX);
}

/** True for a path: every other word is a revision first. */
export function looksLikePath(value: string): boolean {
  return /[/\\]|^\.{1,2}$|\.[cm]?tsx?$|\.json$/i.test(value);
}

function findPath(value: string, path: string): FoundSchema {
  if (isFolder(path)) {
    const inside = join(path, SCHEMA_FILE);
    if (isFile(inside)) return { path: inside, name: nameOf(inside) };
    throw new UsageError(`The folder ${value} holds no ${SCHEMA_FILE}.`);
  }
  if (!isFile(path)) {
    throw new UsageError(`There is no file or folder ${value}.`);
  }
  if (!/\.[cm]?ts$/i.test(path) && !isSnapshot(path)) {
    throw new UsageError(
      `${value} is not a TypeScript file; mcp-gen reads the protocol's schema.ts, and a server's tools from files that end in ${SNAPSHOT_SUFFIX}.`,
    );
  }
  return { path, name: nameOf(path) };
}

function nameOf(path: string): string {
  const file = basename(path);
  if (isSnapshot(file)) return file.slice(0, -SNAPSHOT_SUFFIX.length);
  const folder = basename(dirname(path));
  return file === SCHEMA_FILE && folder !== ""
    ? folder
    : file.replace(/\.[^.]+$/, "");
}

/** Relative to the project and `/` separated; the bare name where no relative path exists. */
function shownPath(path: string, projectDir: string): string {
  const below = relative(projectDir, path);
  return isAbsolute(below) ? basename(path) : below.replaceAll("\\", "/");
}

function readBytes(path: string, shown: string): Uint8Array {
  try {
    return readRegularFile(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${shown} cannot be read: ${reason}.`);
  }
}

function unknownRevision(
  value: string,
  revisions: readonly KnownRevision[],
): string {
  const names = revisions.map(({ name }) => name);
  return sentences(
    `There is no revision "${value}".`,
    didYouMean(value, names),
    `Known are: ${names.join(", ")}.`,
    // Those of the specification are named by their date.
    /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? `mcp-gen pull ${value} downloads it, if it was published.`
      : undefined,
    "A file or folder is given as a path, such as ./schema.ts.",
  );
}
