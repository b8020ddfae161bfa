/** The source files of the user's folder of handlers. */
import nodeFs from "node:fs";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, reasonOf } from "../output/disk.js";
import type { OutputFolder } from "../output/output-plan.js";
import { MANIFEST } from "../output/manifest.js";
import { readRegularText } from "../source/regular-file.js";

/** A source file of the user's. */
export interface SourceFile {
  /** Path below the folder, `/` separated. */
  readonly path: string;
  readonly text: string;
}

/** What TypeScript compiles, declarations aside: those hold no handlers. */
const SOURCE = /(?<!\.d)\.[cm]?[jt]sx?$/;

/** A path without its extension: people may write JavaScript, or change it. */
export function stemOf(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, "");
}

/**
 * Reads every source file below a folder, in the order of their paths. Dependencies,
 * hidden folders and folders that mcp-gen generates hold no handlers.
 *
 * @returns nothing when there is no such folder.
 * @throws UsageError when something there cannot be read.
 */
export function readSourceFiles({
  folder,
  label,
}: OutputFolder): readonly SourceFile[] {
  const files: SourceFile[] = [];
  const visit = (path: string): void => {
    const place = nodePath.join(folder, path);
    for (const { name, isFolder } of entriesOf(place)) {
      const inner = path === "" ? name : `${path}/${name}`;
      if (isFolder) visit(inner);
      else if (SOURCE.test(name)) {
        const text = readRegularText(nodePath.join(folder, inner));
        files.push({ path: inner, text });
      }
    }
  };
  try {
    visit("");
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`Handlers in ${label} cannot be read: ${reason}.`);
  }
  return files;
}

function entriesOf(
  folder: string,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    const entries = nodeFs.readdirSync(folder, { withFileTypes: true });
    if (entries.some(({ name }) => name === MANIFEST)) return [];
    return entries
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
