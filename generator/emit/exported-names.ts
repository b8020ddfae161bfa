/** What a generated module exports, read from its text. */

/** An exported name; `isType` when nothing of it exists at run time. */
export interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
}

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(const|let|class|function\*?|interface|type) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu;

const LIST = /^export (type )?\{([^}]*)\}/gm;

/**
 * Names that a module exports itself or passes on by name. Generated modules write
 * every export at the start of a line, so no parser is needed.
 */
export function exportedNames(text: string): readonly ExportedName[] {
  const names = new Map<string, boolean>();
  const add = (name: string, isType: boolean): void => {
    names.set(name, isType && (names.get(name) ?? true));
  };
  for (const [, keyword, name = ""] of text.matchAll(DECLARATION)) {
    add(name, keyword === "interface" || keyword === "type");
  }
  for (const [, type, list = ""] of text.matchAll(LIST)) {
    for (const specifier of list.split(",")) {
      const [, inlineType, name] =
        /^\s*(type )?(?:\S+ as )?(\S+)\s*$/.exec(specifier) ?? [];
      if (name === undefined) continue;
      add(name, (type ?? inlineType) !== undefined);
    }
  }
  return [...names].map(([name, isType]) => ({ name, isType }));
}
