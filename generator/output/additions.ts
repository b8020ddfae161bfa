/** Adds to files that are the user's: new ones next to existing ones, and additions to those. */
import nodeFs from "node:fs";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, reasonOf } from "./disk.js";
import type { OutputFile, OutputFolder } from "./output-plan.js";
import { placeIn } from "./paths.js";

/** A file before and after an addition. */
export interface GrownFile extends OutputFile {
  /** The text that was added to. */
  readonly before: string;
}

/**
 * Creates files.
 *
 * @param target The folder is created where it is missing.
 * @returns paths of those that were created: one that has appeared meanwhile is left.
 * @throws UsageError when the system refuses.
 */
export function createFiles(
  { folder, label }: OutputFolder,
  files: readonly OutputFile[],
): readonly string[] {
  return files
    .filter(({ path, text }) => {
      const place = placeIn(folder, path);
      return attempt(`${label}/${path}`, () => {
        nodeFs.mkdirSync(nodePath.dirname(place), { recursive: true });
        return createFile(place, text);
      });
    })
    .map(({ path }) => path);
}

/** @returns false when there is a file already, a link included. */
function createFile(place: string, text: string): boolean {
  try {
    nodeFs.writeFileSync(place, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Creates files, and replaces others by what they have grown to; links and permissions
 * stay what they are. Nothing is changed unless every file can be.
 *
 * @throws UsageError when a file is not what it was, or the system refuses.
 */
export function writeAdditions(
  target: OutputFolder,
  created: readonly OutputFile[],
  grown: readonly GrownFile[],
): void {
  const drafts: Draft[] = [];
  try {
    for (const file of grown) drafts.push(writeDraft(target, file));
    // Before others import them.
    createFiles(target, created);
    for (const { draft, place, shown } of drafts)
      attempt(shown, () => nodeFs.renameSync(draft, place));
  } finally {
    // Those that are in place by now have left nothing behind.
    for (const { draft } of drafts) nodeFs.rmSync(draft, { force: true });
  }
}

/** A text that waits next to the file it is to replace. */
interface Draft {
  readonly draft: string;
  readonly place: string;
  /** The file as people know it. */
  readonly shown: string;
}

function writeDraft(
  { folder, label }: OutputFolder,
  { path, text, before }: GrownFile,
): Draft {
  const shown = `${label}/${path}`;
  return attempt(shown, () => {
    const place = nodeFs.realpathSync(placeIn(folder, path));
    // Bytes that are not UTF-8 would not survive either.
    if (!nodeFs.readFileSync(place).equals(Buffer.from(before)))
      throw new UsageError(
        `${shown} is not UTF-8 text, or is being changed; nothing was added to it.`,
      );
    const draft = `${place}.${process.pid}.tmp`;
    nodeFs.writeFileSync(draft, text, { flag: "wx" });
    nodeFs.chmodSync(draft, nodeFs.statSync(place).mode);
    return { draft, place, shown };
  });
}

function attempt<Value>(shown: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${shown} cannot be written: ${reason}.`);
  }
}
