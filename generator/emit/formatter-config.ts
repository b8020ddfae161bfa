/**
 * Finds the prettier configuration that holds for a folder without loading
 * prettier: most projects have none, and then loading it would be the dearest part
 * of formatting. Searches where prettier searches.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";

/** The configuration that prettier would use for the files of a folder. */
export interface FormatterConfig {
  /**
   * SHA-256 over what the configuration says, in hex; undefined when it depends on
   * other files (it imports, extends a package or names plugins), so that only
   * formatting anew can tell whether the result is still the same.
   */
  readonly fingerprint: string | undefined;
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
  const parts: string[] = [];
  let dependsOnOthers = false;
  const add = (text: string) => {
    parts.push(text);
    dependsOnOthers ||= DEPENDS.test(text) || text.trimStart().startsWith('"');
  };

  const folders = ancestors(folder);
  for (const path of folders) {
    const texts = configsIn(path);
    texts.forEach(add);
    if (texts.length > 0) break;
  }
  for (const path of folders) {
    const editorConfig = readIfThere(nodePath.join(path, ".editorconfig"));
    if (editorConfig !== undefined) parts.push(editorConfig);
    if (isProjectRoot(path)) break;
  }

  if (parts.length === 0) return undefined;
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return { fingerprint: dependsOnOthers ? undefined : hash };
}

function ancestors(folder: string): readonly string[] {
  const folders = [folder];
  for (let path = folder; nodePath.dirname(path) !== path;) {
    path = nodePath.dirname(path);
    folders.push(path);
  }
  return folders;
}

function configsIn(folder: string): readonly string[] {
  const texts: string[] = [];
  const inPackage = packageConfig(readIfThere(`${folder}/package.json`));
  if (inPackage !== undefined) texts.push(inPackage);
  const yaml = readIfThere(`${folder}/package.yaml`);
  if (yaml !== undefined && /^prettier\s*:/m.test(yaml)) texts.push(yaml);
  for (const name of CONFIG_NAMES) {
    const text = readIfThere(nodePath.join(folder, name));
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** Only what stands below `prettier`, so that a new version number changes nothing. */
function packageConfig(text: string | undefined): string | undefined {
  if (text === undefined || !text.includes('"prettier"')) return undefined;
  try {
    const { prettier } = JSON.parse(text) as { prettier?: unknown };
    return prettier ? JSON.stringify(prettier) : undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  } catch {
    // A folder of that name, or a file that nobody may read: no configuration.
    return undefined;
  }
}

/** Where prettier stops looking for `.editorconfig`. */
function isProjectRoot(folder: string): boolean {
  return [".git", ".hg"].some((name) =>
    existsSync(nodePath.join(folder, name)),
  );
}
