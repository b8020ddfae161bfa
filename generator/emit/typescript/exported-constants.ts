/** Constants of the schema as `export const` lines. */
import type { Documentation } from "../../model/model.js";
import { layoutDocumentation } from "./print/documentation.js";
import { claimName, isBindingName } from "../../model/names.js";
import { printLayout } from "./print/layout.js";
import { printLiteral } from "./print/print-literal.js";

/** A constant of the schema; error codes are some too. */
export interface SchemaConstant {
  readonly name: string;
  readonly value: string | number;
  readonly documentation: Documentation;
}

/** What a template shows of a constant. */
export interface ConstantView {
  /** A comment and a line break, or nothing. */
  readonly comment: string;
  /** `export const` or, for a name that cannot be declared here, `const`. */
  readonly declare: string;
  /** The name inside the file. */
  readonly name: string;
  readonly value: string;
  /** `export { local as NAME };` where the two names differ; else empty. */
  readonly exportLine: string;
}

/**
 * Prepares constants for a file that has names of its own.
 *
 * A constant keeps its name for importers. Where the file could not declare it (a
 * reserved word, a global that the file uses), it is declared under another one and
 * exported under its own. Only one that is called like an export of the file itself
 * gets a number behind its name.
 *
 * @param fileExports What the file itself exports.
 * @param taken Names in use within the file; those of the constants are added.
 */
export function viewConstants(
  constants: readonly SchemaConstant[],
  fileExports: ReadonlySet<string>,
  taken: Set<string>,
): readonly ConstantView[] {
  return constants.map(({ name, value, documentation }) => {
    const local = claimName(isBindingName(name) ? name : `${name}_`, taken);
    const renamed = local !== name && !fileExports.has(name);
    const comment = layoutDocumentation(documentation, {}, () => false);
    return {
      comment: comment === undefined ? "" : `${printLayout(comment)}\n`,
      declare: renamed ? "const" : "export const",
      name: local,
      value: printLiteral(value),
      exportLine: renamed ? `export { ${local} as ${name} };` : "",
    };
  });
}
