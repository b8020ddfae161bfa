/** Holds the schemas that a run reads against the lock. */
import { basename, dirname, join, posix } from "node:path";
import { UsageError } from "../failure.js";
import { shellOption, shellWord } from "../shell-word.js";
import { readRegularFile } from "../source/regular-file.js";
import { DEFAULT_SCHEMA_ROOT } from "../source/resolve.js";
import { schemaTextOf, sha256Of } from "../source/schema-text.js";
import type { SchemaSource } from "../source/source.js";
import type { LockedRevision } from "./lock.js";
import { findRevision, readLock } from "./lock.js";

/**
 * Verifies that a schema, and the examples pulled with it, are the ones that the
 * lock records. A schema that no lock names is not checked.
 *
 * @throws UsageError that names the first file that differs and says how to get
 *   the recorded one back, and how to accept the one that is there.
 */
export function verifyLock(source: SchemaSource): void {
  const folder = source.examplesDir;
  if (folder === undefined) return;
  const shownFolder = posix.dirname(source.path);
  const shownRoot = posix.join(shownFolder, "..");
  const revision = basename(folder);
  const locked = findRevision(readLock(dirname(folder), shownRoot), revision);
  if (locked === undefined) return;
  const own = posix.basename(source.path);
  for (const [path, { sha256 }] of Object.entries(locked.files)) {
    const found =
      path === own ? source.sha256 : hashOf(join(folder, ...path.split("/")));
    if (found !== sha256)
      throw new UsageError(
        faultText({ path, found, locked, revision, shownFolder, shownRoot }),
      );
  }
}

/** @returns undefined when there is no such file, or none that holds text. */
function hashOf(path: string): string | undefined {
  try {
    return hashOfText(readRegularFile(path), path);
  } catch {
    return undefined;
  }
}

/**
 * The hash that the lock records of a file, whatever its line endings.
 *
 * @returns undefined for bytes that are not text.
 */
export function hashOfText(
  bytes: Uint8Array,
  path: string,
): string | undefined {
  try {
    return sha256Of(schemaTextOf(bytes, path));
  } catch {
    return undefined;
  }
}

function faultText(fault: {
  readonly path: string;
  readonly found: string | undefined;
  readonly locked: LockedRevision;
  readonly revision: string;
  readonly shownFolder: string;
  readonly shownRoot: string;
}): string {
  const { path, found, locked, revision, shownFolder, shownRoot } = fault;
  const command = [
    "mcp-gen pull",
    shellWord(revision),
    ...(shownRoot === DEFAULT_SCHEMA_ROOT
      ? []
      : [shellOption("schema-root", shownRoot)]),
  ].join(" ");
  const what =
    found === undefined ? "is missing or no text" : "was changed since";
  const restore =
    locked.commit === undefined
      ? `${command} ${shellOption("from", locked.from)} --force`
      : `${command} ${shellOption("ref", locked.commit)} --force`;
  return [
    `${shownFolder}/${path} ${what}: the lock file records another one.`,
    `Get it back with: ${restore}.`,
    `Or accept what is there with: ${command} --accept.`,
  ].join(" ");
}
