/** The user's own templates: a folder -> their texts. Nothing here knows Handlebars. */
import { createHash } from "node:crypto";
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, reasonOf } from "../output/disk.js";
import { isBelow, readRegularFile } from "./regular-file.js";

/** The end of a template's name; what stands before it is the name of the file it makes. */
const TEMPLATE_SUFFIX = ".hbs";

/** One template. */
export interface TemplateFile {
  /** The file as it is shown to people. */
  readonly label: string;
  /** The whole text, LF line endings. */
  readonly text: string;
}

/** A folder of templates. */
export interface TemplateFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The folder as it is shown to people. */
  readonly label: string;
  /** Templates by their path below the folder, `/` separated, in a stable order. */
  readonly files: ReadonlyMap<string, TemplateFile>;
  /** SHA-256 over paths and texts, in hex: equal for folders that do the same. */
  readonly sha256: string;
}

/**
 * Reads every template below a folder: files that end in `.hbs`. Other files may stand
 * in the same folder; hidden folders and `node_modules` are passed over.
 *
 * @param folder Absolute path.
 * @param label The folder as it is shown to people.
 * @param overrides The start of paths where only templates have an effect.
 * @throws UsageError when there is no such folder or no template in it, when one cannot
 *   be read, or when another file stands where only templates have an effect.
 */
export function readTemplates(
  folder: string,
  label: string,
  overrides: string,
): TemplateFolder {
  if (!isFolder(folder))
    throw new UsageError(`There is no folder ${label} with templates.`);
  const files = new Map<string, TemplateFile>();
  const hash = createHash("sha256");
  for (const path of pathsBelow(folder, label).sort()) {
    const shown = `${label}/${path}`;
    if (path.endsWith(TEMPLATE_SUFFIX)) {
      const text = readText(join(folder, path), shown);
      files.set(path, { label: shown, text });
      hash.update(JSON.stringify([path, text]));
    } else if (path.startsWith(overrides))
      throw new UsageError(
        `${shown} has no effect: ${label}/${overrides} holds templates that replace those of mcp-gen, and their names end in ${TEMPLATE_SUFFIX}.`,
      );
  }
  if (files.size === 0)
    throw new UsageError(
      `There is no template in ${label}: the names of templates end in ${TEMPLATE_SUFFIX}.`,
    );
  return { folder, label, files, sha256: hash.digest("hex") };
}

function pathsBelow(root: string, label: string, inner: string = ""): string[] {
  return entriesOf(join(root, inner), `${label}/${inner}`)
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const path = `${inner}${entry.name}`;
      if (entry.isSymbolicLink()) checkLink(root, path, `${label}/${path}`);
      return entry.isDirectory() ? pathsBelow(root, label, `${path}/`) : [path];
    });
}

function entriesOf(folder: string, shown: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${shown} cannot be read: ${reason}.`);
  }
}

/**
 * Links to files of the folder count. Those to folders can lead in a circle, and those
 * that lead out of it would put into the output what is not meant for it.
 */
function checkLink(root: string, path: string, shown: string): void {
  const place = join(root, path);
  if (!isThere(place))
    throw new UsageError(`${shown} is a link that leads nowhere.`);
  if (isFolder(place))
    throw new UsageError(
      `${shown} is a link to a folder; templates stand in folders of their own.`,
    );
  if (!isBelow(root, place))
    throw new UsageError(
      `${shown} is a link that leads out of the folder of templates; put a copy in its place.`,
    );
}

function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() ?? false;
}

function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function readText(path: string, label: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${label} cannot be read: ${reason}.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true })
      .decode(bytes)
      .replace(/\r\n?/g, "\n");
  } catch {
    throw new UsageError(`${label} is not UTF-8 text; save it as that.`);
  }
}
