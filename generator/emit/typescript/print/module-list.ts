/** `import type { A, B } from "./x.js";` and `export { ... } from ...`, laid out. */
import { group, ifBroken, indent, join, line, printLayout } from "./layout.js";
import { printString } from "./print-literal.js";

/**
 * @param keywords `import type`, `export` or `export type`.
 * @param specifiers At least one, e.g. `Tool` or `Error as SchemaError`.
 * @param module Name of a file of the output, without extension.
 * @param folder The output, as seen from the file that imports it.
 */
export function printModuleList(
  keywords: string,
  specifiers: readonly string[],
  module: string,
  folder: string = ".",
): string {
  const from = `from ${printString(`${folder}/${module}.js`)};`;
  // A lone specifier stays on its line, however long.
  if (specifiers.length === 1) {
    return `${keywords} { ${specifiers.join()} } ${from}`;
  }
  return printLayout(
    group([
      `${keywords} {`,
      indent([line, join([",", line], specifiers)]),
      ifBroken(","),
      line,
      `} ${from}`,
    ]),
  );
}
