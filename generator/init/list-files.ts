/** Files that are lists of paths: what git and formatters are told about the output. */
import { existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import type { Edit } from "./edit.js";

/**
 * Plans that output folders do not count as written by hand where languages are counted
 * and changes are shown.
 *
 * @param root Absolute path of the repository's folder.
 * @param outputs Folders that are generated, relative to it.
 */
export function planGitAttributes(
  root: string,
  outputs: readonly string[],
): Edit {
  const lines = outputs.map(
    (folder) => `/${patternOf(folder)}/** linguist-generated`,
  );
  return withLines(nodePath.join(root, ".gitattributes"), lines, outputs);
}

/**
 * Plans that `prettier --write .` leaves output folders alone, which mcp-gen formats.
 *
 * @param folder Absolute path of the folder that prettier is run in.
 * @param outputs Folders that are generated, relative to it.
 * @returns undefined in a project without prettier.
 */
export function planPrettierIgnore(
  folder: string,
  outputs: readonly string[],
  manifest: string | undefined,
): Edit | undefined {
  const file = nodePath.join(folder, ".prettierignore");
  if (!existsSync(file) && !/\bprettier":/.test(manifest ?? ""))
    return undefined;
  const lines = outputs.map(
    (each) => `/${each.replaceAll(/[*?[\]!#]/g, String.raw`\$&`)}/`,
  );
  return withLines(file, lines, outputs);
}

/** Adds lines for the folders that a file does not name yet. */
function withLines(
  file: string,
  lines: readonly string[],
  folders: readonly string[],
): Edit {
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const missing = lines.filter(
    (line, index) =>
      before?.includes(line) !== true &&
      before?.includes(folders[index] ?? line) !== true,
  );
  if (missing.length === 0) return { file, before, after: before ?? "" };
  const text = before ?? "";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + eol;
  return {
    file,
    before,
    after: start + missing.map((line) => line + eol).join(""),
  };
}

/** A path as a pattern of `.gitattributes`, where a space would end it. */
function patternOf(folder: string): string {
  return folder
    .replaceAll(/[*?[\]!#\\]/g, String.raw`\$&`)
    .replaceAll(" ", "?");
}
