/** Looks for the configuration of a folder. */
import { existsSync, readdirSync } from "node:fs";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, reasonOf } from "../output/disk.js";
import { displayPath } from "../output/paths.js";
import { readRegularText } from "../source/regular-file.js";
import { CONFIG_FILES, PACKAGE_FILE, PACKAGE_KEY } from "./configuration.js";

/** A configuration that is there, not yet parsed. */
export interface FoundConfiguration {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** `package`: it is one key of many; `code`: it is what a program exports. */
  readonly kind: "json" | "jsonc" | "code" | "package";
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
    const own = ownFiles(place).map((file) => readOwn(file, folder));
    const inPackage = readIfPossible(nodePath.join(place, PACKAGE_FILE));
    const packageHasOne = inPackage !== undefined && hasKey(inPackage.text);
    const [first, second] = [
      ...own.map(({ file }) => displayPath(file, folder)),
      ...(packageHasOne
        ? [`the key "${PACKAGE_KEY}" of ${displayPath(inPackage.file, folder)}`]
        : []),
    ];
    if (second !== undefined)
      throw new UsageError(
        `${first} and ${second} are two configurations of one folder; keep one.`,
      );
    const [found] = own;
    if (found !== undefined) return { ...found, kind: kindOf(found.file) };
    if (packageHasOne) return { ...inPackage, kind: "package" };
  }
  return undefined;
}

/** Absolute paths where a configuration of a folder can appear. */
export function configurationPlaces(folder: string): readonly string[] {
  return searchedFolders(folder).flatMap((place) =>
    [...CONFIG_FILES, PACKAGE_FILE].map((name) => nodePath.join(place, name)),
  );
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
    return { file, text: readText(file), kind: kindOf(file) };
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

/**
 * Paths of a folder's configurations.
 *
 * @throws UsageError for one whose language is not read.
 */
function ownFiles(folder: string): readonly string[] {
  const names = namesIn(folder).filter((name) => name.startsWith(PREFIX));
  const own = names.filter((name) => CONFIG_FILES.includes(name));
  const other = names.find((name) => OTHER.test(name));
  if (own.length === 0 && other !== undefined)
    throw new UsageError(
      `${other} is not read. Call it ${CONFIG_FILES.slice(0, -1).join(", ")} or ${CONFIG_FILES.at(-1)}.`,
    );
  return CONFIG_FILES.filter((name) => own.includes(name)).map((name) =>
    nodePath.join(folder, name),
  );
}

/** What all configurations' names begin with. */
const PREFIX = "mcp-gen.config.";

/** Names that other programs' configurations have. */
const OTHER = /^mcp-gen\.config\.(?:js|cjs|mts|cts|json5|ya?ml|toml)$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder on the way that cannot be listed: there is nothing to be found.
    return [];
  }
}

function kindOf(file: string): FoundConfiguration["kind"] {
  if (nodePath.basename(file) === PACKAGE_FILE) return "package";
  if (/\.[cm]?[jt]s$/.test(file)) return "code";
  return file.endsWith(".jsonc") ? "jsonc" : "json";
}

function readOwn(file: string, folder: string): TextFile {
  try {
    return { file, text: readText(file) };
  } catch (error) {
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
