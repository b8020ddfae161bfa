/** Looks for the configuration of a folder. */
import { existsSync } from "node:fs";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, reasonOf } from "../output/disk.js";
import { displayPath } from "../output/paths.js";
import { readRegularText } from "../source/regular-file.js";
import { CONFIG_FILE, PACKAGE_FILE, PACKAGE_KEY } from "./configuration.js";

/** A configuration that is there, not yet parsed. */
export interface FoundConfiguration {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** True for a `package.json`, where it is one key of many. */
  readonly isPackage: boolean;
}

/**
 * Finds the nearest configuration: in the folder, else above it. The search does not
 * leave a repository.
 *
 * @param folder Absolute path.
 * @throws UsageError when a folder has two, or one that cannot be read.
 */
export function findConfiguration(
  folder: string,
): FoundConfiguration | undefined {
  for (const place of searchedFolders(folder)) {
    const own = readOwn(nodePath.join(place, CONFIG_FILE), folder);
    const inPackage = readIfPossible(nodePath.join(place, PACKAGE_FILE));
    const packageHasOne = inPackage !== undefined && hasKey(inPackage.text);
    if (own !== undefined && packageHasOne)
      throw new UsageError(
        `${displayPath(own.file, folder)} and the key "${PACKAGE_KEY}" of ${displayPath(inPackage.file, folder)} are two configurations of one folder; keep one.`,
      );
    if (own !== undefined) return { ...own, isPackage: false };
    if (packageHasOne) return { ...inPackage, isPackage: true };
  }
  return undefined;
}

/**
 * The folder and those above it that belong to the same repository, the nearest
 * first; outside of a repository, all of them.
 */
export function searchedFolders(folder: string): readonly string[] {
  const folders = [folder];
  for (
    let place = folder;
    !existsSync(nodePath.join(place, ".git")) &&
    nodePath.dirname(place) !== place;
  ) {
    place = nodePath.dirname(place);
    folders.push(place);
  }
  return folders;
}

/** The top folder of the repository that a folder belongs to; else the folder itself. */
export function projectTop(folder: string): string {
  const top = searchedFolders(folder).at(-1) ?? folder;
  return existsSync(nodePath.join(top, ".git")) ? top : folder;
}

/**
 * Reads the configuration that was asked for.
 *
 * @param file Absolute path; a `package.json` holds it below its key.
 * @throws UsageError when it cannot be read.
 */
export function readConfigurationFile(
  file: string,
  label: string,
): FoundConfiguration {
  try {
    const isPackage = nodePath.basename(file) === PACKAGE_FILE;
    return { file, text: readText(file), isPackage };
  } catch (error) {
    throw isMissing(error)
      ? new UsageError(`There is no configuration ${label}.`)
      : unreadable(error, label);
  }
}

interface TextFile {
  readonly file: string;
  readonly text: string;
}

function readOwn(file: string, folder: string): TextFile | undefined {
  try {
    return { file, text: readText(file) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(error, displayPath(file, folder));
  }
}

function readIfPossible(file: string): TextFile | undefined {
  try {
    return { file, text: readText(file) };
  } catch {
    // No such file, or nobody may read it: npm has a word to say about that.
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
}

function unreadable(error: unknown, label: string): unknown {
  const reason = reasonOf(error);
  return reason === undefined
    ? error
    : new UsageError(`The configuration ${label} cannot be read: ${reason}.`);
}

function readText(file: string): string {
  return readRegularText(file).replace(/^\uFEFF/, "");
}

/** Most packages mention mcp-gen only as what they depend on. */
function hasKey(text: string): boolean {
  if (!text.includes(`"${PACKAGE_KEY}"`)) return false;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && PACKAGE_KEY in value;
  } catch {
    // Better an error than a run without the configuration that was meant.
    return new RegExp(String.raw`"${PACKAGE_KEY}"\s*:\s*\{`).test(text);
  }
}
