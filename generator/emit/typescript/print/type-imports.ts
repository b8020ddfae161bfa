/** `import type { ... } from "./types.js"` for a file that has names of its own. */
import { claimName } from "../../../model/names.js";
import { printModuleList } from "./module-list.js";

/** The import statement of a file, and what the file calls what it imports. */
export interface TypeImports {
  /** The statement; empty when nothing is imported. */
  readonly statement: string;
  /** The name inside the file of a type of the schema. */
  readonly nameOf: (schemaName: string) => string;
}

/**
 * Imports types of the schema. One whose name the file needs itself is imported as
 * `Schema<Name>`, so that neither hides the other.
 *
 * @param names Types to import, in any order, repeated or not.
 * @param taken Names in use within the file; those of the imports are added.
 */
export function importTypes(
  names: Iterable<string>,
  taken: Set<string>,
): TypeImports {
  const localNames = new Map<string, string>();
  for (const name of [...new Set(names)].sort()) {
    const wanted = taken.has(name) ? `Schema${name}` : name;
    localNames.set(name, claimName(wanted, taken));
  }
  const specifiers = [...localNames].map(([name, local]) =>
    name === local ? name : `${name} as ${local}`,
  );
  return {
    statement:
      specifiers.length === 0
        ? ""
        : printModuleList("import type", specifiers, "types"),
    nameOf: (name) => localNames.get(name) ?? name,
  };
}
