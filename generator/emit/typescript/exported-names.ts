/** What generated modules export, read from their text. */
import { posix } from "node:path";

/** An exported name. */
export interface ExportedName {
  readonly name: string;
  /** True when nothing of it exists at run time. */
  readonly isType: boolean;
  /** The module that declares it and its name there: equal for equal things. */
  readonly declaredIn: string;
}

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(const|let|class|function\*?|interface|type) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu;

const LIST = /^export (type )?\{([^}]*)\}(?: from "([^"]*)")?/gm;

const STAR = /^export (type )?\* from "([^"]*)"/gm;

/**
 * Every name that a module exports, those included that it passes on from others.
 * Generated modules write every export at the start of a line, so no parser is needed.
 *
 * @param path Path of the module, e.g. `client.ts`.
 * @param textOf The text of a module of the output by its path, if there is one.
 */
export function exportedNames(
  path: string,
  textOf: (path: string) => string | undefined,
): readonly ExportedName[] {
  return [...exportsOf(path, textOf, new Set()).values()];
}

function exportsOf(
  path: string,
  textOf: (path: string) => string | undefined,
  open: ReadonlySet<string>,
): ReadonlyMap<string, ExportedName> {
  const text = textOf(path);
  const names = new Map<string, ExportedName>();
  if (text === undefined || open.has(path)) return names;
  const add = (name: string, isType: boolean, declaredIn: string): void => {
    const known = names.get(name)?.isType ?? true;
    names.set(name, { name, isType: isType && known, declaredIn });
  };
  const reach = (specifier: string): ReadonlyMap<string, ExportedName> =>
    exportsOf(modulePath(path, specifier), textOf, new Set([...open, path]));

  for (const [, type, specifier = ""] of text.matchAll(STAR)) {
    for (const { name, isType, declaredIn } of reach(specifier).values()) {
      add(name, isType || type !== undefined, declaredIn);
    }
  }
  for (const [, keyword, name = ""] of text.matchAll(DECLARATION)) {
    const isType = keyword === "interface" || keyword === "type";
    add(name, isType, `${path} ${name}`);
  }
  for (const [, type, list = "", specifier] of text.matchAll(LIST)) {
    const source = specifier === undefined ? undefined : reach(specifier);
    for (const item of list.split(",")) {
      const [, inlineType, from, as] =
        /^\s*(type )?(\S+)(?: as (\S+))?\s*$/.exec(item) ?? [];
      if (from === undefined) continue;
      const original = source?.get(from);
      add(
        as ?? from,
        (type ?? inlineType) !== undefined || original?.isType === true,
        original?.declaredIn ?? `${specifier ?? path} ${from}`,
      );
    }
  }
  return names;
}

/** Path of the module that a specifier names, as seen from another. */
function modulePath(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, ".ts");
}
