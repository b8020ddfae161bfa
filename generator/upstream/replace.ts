/** Puts pulled files in place: all of them, or none. */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../failure.js";

/** A file to be written, or to be deleted where it has no content. */
export interface Replacement {
  /** Absolute path. */
  readonly path: string;
  readonly content?: Uint8Array | string;
}

/** A replacement that waits beside its place. */
interface Staged extends Replacement {
  readonly waiting: string;
  /** What is there now; undefined when nothing is. */
  readonly old: Uint8Array | undefined;
}

/**
 * Writes and deletes files. Everything is written beside its place first, so that
 * a full disk or a missing right is met before anything is replaced; then each is
 * renamed into place in one step. What still fails is undone. A file that already
 * has its content is not touched.
 *
 * @throws UsageError when the disk refuses.
 */
export function replaceFiles(replacements: readonly Replacement[]): void {
  const staged: Staged[] = [];
  const done: Staged[] = [];
  let current = "";
  try {
    for (const [index, replacement] of replacements.entries()) {
      current = replacement.path;
      const old = readIfThere(current);
      if (isSame(old, replacement.content)) continue;
      const waiting = join(
        dirname(current),
        `.mcp-gen-pull-${process.pid}-${index}`,
      );
      staged.push({ ...replacement, waiting, old });
      if (replacement.content !== undefined) {
        mkdirSync(dirname(current), { recursive: true });
        writeFileSync(waiting, replacement.content);
      }
    }
    for (const file of staged) {
      current = file.path;
      if (file.content === undefined) rmSync(current, { force: true });
      else renameSync(file.waiting, current);
      done.push(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const kept = done.filter((file) => !isRestored(file));
    const outcome =
      kept.length === 0
        ? "Nothing was changed"
        : `Replaced all the same: ${kept.map(({ path }) => path).join(", ")}`;
    throw new UsageError(`${current} cannot be written (${code}). ${outcome}.`);
  } finally {
    for (const { waiting } of staged) rmSync(waiting, { force: true });
  }
}

function isSame(
  old: Uint8Array | undefined,
  content: Uint8Array | string | undefined,
): boolean {
  return old === undefined || content === undefined
    ? old === content
    : Buffer.from(content).equals(old);
}

/** Puts back what was there; false when the disk refuses that too. */
function isRestored({ path, old }: Staged): boolean {
  try {
    if (old === undefined) rmSync(path, { force: true });
    else writeFileSync(path, old);
    return true;
  } catch {
    return false;
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
