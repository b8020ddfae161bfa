/**
 * Finds the prettier configuration that holds for a folder without loading
 * prettier: most projects have none, and then loading it would be the slowest part
 * of formatting. Searches where prettier searches.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import nodePath from "node:path";
import { readIfReadable } from "../source/regular-file.js";

/** The configuration that prettier would use for the files of a folder. */
export interface FormatterConfig {
  /**
   * SHA-256 over what the configuration says, in hex; undefined when it depends on
   * other files (it imports, extends a package or names plugins), so that only
   * formatting again can tell whether the result is still the same.
   */
  readonly fingerprint: string | undefined;
  /** Absolute paths of the files that say it, the nearest first. */
  readonly files: readonly string[];
  /** Of those, the files of prettier's own, with what counts of each. */
  readonly own: readonly ConfigText[];
}

/** A file and what counts of it. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
}

/** Names of files that are a configuration wherever they stand. */
const CONFIG_NAMES: readonly string[] = [
  ".prettierrc",
  ...["json", "yml", "yaml", "json5", "toml"].map(
    (ext) => `.prettierrc.${ext}`,
  ),
  ...["js", "ts", "mjs", "mts", "cjs", "cts"].flatMap((ext) => [
    `.prettierrc.${ext}`,
    `prettier.config.${ext}`,
  ]),
];

const EDITOR_CONFIG = ".editorconfig";

/** Next to one of these, prettier stops looking for `.editorconfig`. */
const PROJECT_ROOT: readonly string[] = [".git", ".hg"];

/** Words of a configuration that needs more than its own file. */
const DEPENDS = /\b(?:import|require|plugins)\b/;

/**
 * Looks for a configuration in a folder, which need not exist yet, and above it.
 *
 * @param folder Absolute path.
 * @returns undefined when prettier's defaults hold.
 */
export function findFormatterConfig(
  folder: string,
): FormatterConfig | undefined {
  const parts: ConfigText[] = [];
  let own: readonly ConfigText[] = [];
  let dependsOnOthers = false;
  const add = (part: ConfigText) => {
    const { text } = part;
    parts.push(part);
    dependsOnOthers ||= DEPENDS.test(text) || text.trimStart().startsWith('"');
  };

  const folders = ancestors(folder);
  for (const place of folders) {
    const texts = configsIn(place);
    texts.forEach(add);
    own = texts;
    if (texts.length > 0) break;
  }
  for (const { path, names } of folders) {
    if (names.has(EDITOR_CONFIG)) {
      const file = nodePath.join(path, EDITOR_CONFIG);
      const text = readConfig(file);
      if (text !== undefined) parts.push({ file, text });
    }
    if (PROJECT_ROOT.some((name) => names.has(name))) break;
  }

  if (parts.length === 0) return undefined;
  const texts = JSON.stringify(parts.map(({ text }) => text));
  const hash = createHash("sha256").update(texts).digest("hex");
  return {
    fingerprint: dependsOnOthers ? undefined : hash,
    files: parts.map(({ file }) => file),
    own,
  };
}

/** A folder that is there, and the names in it: one look in place of twenty. */
interface Folder {
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

/** The folder and those above it, from the inside out. */
function ancestors(folder: string): readonly Folder[] {
  const folders = [{ path: folder, names: namesIn(folder) }];
  for (let path = folder; nodePath.dirname(path) !== path;) {
    path = nodePath.dirname(path);
    folders.push({ path, names: namesIn(path) });
  }
  return folders;
}

function namesIn(path: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(path));
  } catch {
    // It is not there yet, or nobody may look: no configuration.
    return new Set();
  }
}

function configsIn({ path, names }: Folder): readonly ConfigText[] {
  const found: ConfigText[] = [];
  const look = (
    name: string,
    relevant: (text: string) => string | undefined,
  ): void => {
    if (!names.has(name)) return;
    const file = nodePath.join(path, name);
    const whole = readConfig(file);
    const text = whole === undefined ? undefined : relevant(whole);
    if (text !== undefined) found.push({ file, text });
  };
  look("package.json", packageConfig);
  look("package.yaml", (text) =>
    /^prettier\s*:/m.test(text) ? text : undefined,
  );
  for (const name of CONFIG_NAMES) look(name, (text) => text);
  return found;
}

/** Only what stands below `prettier`, so that a new version number changes nothing. */
function packageConfig(text: string): string | undefined {
  if (!text.includes('"prettier"')) return undefined;
  try {
    const { prettier } = JSON.parse(text) as { prettier?: unknown };
    return prettier ? JSON.stringify(prettier) : undefined;
  } catch {
    return undefined;
  }
}

function readConfig(path: string): string | undefined {
  return readIfReadable(path)?.replaceAll("\r\n", "\n");
}
