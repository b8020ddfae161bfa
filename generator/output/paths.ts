/**
 * Names of files and folders: the same output, and the same words about it, on
 * every operating system. Pure functions; each takes the platform's path rules
 * as an argument so that Windows is tested everywhere.
 */
import nodePath from "node:path";

/** The rules of one platform: `node:path`, `path.posix` or `path.win32`. */
export type PathRules = Pick<
  typeof nodePath,
  "sep" | "basename" | "relative" | "isAbsolute" | "resolve" | "join"
>;

/** Device names that Windows reserves in every folder, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i;

/** Characters that Windows does not allow in a file name. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\\\u0000-\u001f]/;

/**
 * Says what is wrong with a path that is to be written below an output folder.
 *
 * @param path `/` separated and relative, as emitters and manifests give it.
 * @returns the fault as half a sentence, or undefined for a path that is safe on
 *   every platform.
 */
export function faultOfPath(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("/")) return "is absolute";
  for (const segment of path.split("/")) {
    const fault = faultOfName(segment);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Says what is wrong with one segment of a path.
 *
 * @returns the fault as half a sentence, or undefined for a name that every
 *   platform can store.
 */
export function faultOfName(name: string): string | undefined {
  if (name.includes("/")) return "has a character that separates folders";
  if (name === "") return "has an empty segment";
  if (name === "." || name === "..") return `has the segment "${name}"`;
  if (FORBIDDEN.test(name)) return "has a character that Windows forbids";
  if (RESERVED.test(name)) return "has a name that Windows reserves";
  if (/[. ]$/.test(name)) return "has a segment that ends in a dot or a space";
  return undefined;
}

/**
 * The key under which two paths are one file on a file system that ignores case
 * or the form of Unicode (Windows, macOS).
 */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Finds two paths that such a file system would take for the same file. */
export function findCollision(
  paths: Iterable<string>,
): readonly [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const folded = foldPath(path);
    const earlier = seen.get(folded);
    if (earlier !== undefined) return [earlier, path];
    seen.set(folded, path);
  }
  return undefined;
}

/** True when `path` is `folder` itself or lies below it; both absolute. */
export function isInside(
  folder: string,
  path: string,
  rules: PathRules = nodePath,
): boolean {
  const relative = rules.relative(folder, path);
  return (
    relative === "" ||
    (relative !== ".." &&
      !relative.startsWith(`..${rules.sep}`) &&
      !rules.isAbsolute(relative))
  );
}

/**
 * A path as it is shown to people: relative where it lies below the working
 * folder, `/` separated.
 */
export function displayPath(
  path: string,
  cwd: string,
  rules: PathRules = nodePath,
): string {
  const absolute = rules.resolve(cwd, path);
  const shown = isInside(cwd, absolute, rules)
    ? rules.relative(cwd, absolute)
    : absolute;
  return shown === "" ? "." : shown.split(rules.sep).join("/");
}

/**
 * A path as something that is committed names it: relative to a folder, wherever it lies,
 * and `/` separated; its last name where no relative path leads, as between drives of
 * Windows.
 */
export function relativePath(
  path: string,
  folder: string,
  rules: PathRules = nodePath,
): string {
  const relative = rules.relative(folder, path);
  if (rules.isAbsolute(relative)) return rules.basename(path);
  return relative === "" ? "." : relative.split(rules.sep).join("/");
}

/** The place of a `/` separated path below a folder. */
export function placeIn(
  folder: string,
  path: string,
  rules: PathRules = nodePath,
): string {
  return rules.join(folder, ...path.split("/"));
}
