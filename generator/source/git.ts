/** A schema as a git repository has it at some commit: `HEAD~3:schema/draft/schema.ts`. */
import { spawnSync } from "node:child_process";
import { UsageError } from "../failure.js";
import { isSnapshot } from "./resolve.js";
import { SCHEMA_FILE } from "./revisions.js";
import { schemaTextOf, sha256Of } from "./schema-text.js";
import type { SchemaSource } from "./source.js";

/** A file of a commit. */
export interface GitReference {
  /** Whatever git takes for a commit: a branch, `HEAD~3`, a hash. */
  readonly commit: string;
  /** Relative to the repository's top, or to the working folder after `./`. */
  readonly path: string;
}

/** A schema is never that large; a reference to something else may be. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a value as git's `commit:path`.
 *
 * @returns undefined for a revision, a path (`C:\...` is one) or a URL.
 */
export function parseGitReference(value: string): GitReference | undefined {
  if (/^[a-z]:[\\/]/i.test(value) || value.includes("://")) return undefined;
  const colon = value.indexOf(":");
  if (colon < 1 || colon === value.length - 1) return undefined;
  const path = value.slice(colon + 1).replaceAll("\\", "/");
  return {
    commit: value.slice(0, colon),
    path:
      /\.[cm]?ts$/i.test(path) || isSnapshot(path)
        ? path
        : `${path.replace(/\/+$/, "")}/${SCHEMA_FILE}`,
  };
}

/**
 * Reads a schema from a commit.
 *
 * @param folder a folder of the repository.
 * @throws UsageError with git's own explanation when there is no such file.
 * @throws UnsupportedSchemaError when its bytes are not text.
 */
export function readGitSchema(
  { commit, path }: GitReference,
  folder: string,
): SchemaSource {
  const shown = `${commit}:${path}`;
  // A dash would make it an option of git's.
  if (shown.startsWith("-"))
    throw new UsageError(`${shown} is not a commit and a path.`);
  const { status, stdout, stderr, error } = spawnSync(
    "git",
    // It tells what was meant by a path that starts at the wrong folder.
    ["show", "--no-textconv", shown],
    {
      cwd: folder,
      env: { ...process.env, LC_ALL: "C" },
      maxBuffer: MAX_BYTES,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  if (error !== undefined)
    throw new UsageError(`${shown} cannot be read: ${spawnFault(error)}.`);
  if (status !== 0)
    throw new UsageError(`${shown} cannot be read: ${explanation(stderr)}`);
  const text = schemaTextOf(stdout, shown);
  return { text, path: shown, sha256: sha256Of(text) };
}

function spawnFault(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "git is not installed";
  return code === "ENOBUFS" ? "the file is too large" : error.message;
}

/** Git's first line and its hint, as one sentence or two. */
function explanation(stderr: Uint8Array): string {
  const lines = Buffer.from(stderr)
    .toString("utf8")
    .split("\n")
    .filter((line) => /^(?:fatal|error|hint): /.test(line))
    .map((line) => line.replace(/^\w+: /, "").trim());
  return lines.length === 0
    ? "git gives no reason."
    : lines.map((line) => (/[.?!]$/.test(line) ? line : `${line}.`)).join(" ");
}
