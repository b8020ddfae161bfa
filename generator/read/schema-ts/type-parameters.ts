/** Type parameters of a declaration, which no schema can have. */
import type { ts } from "ts-morph";
import type { Reading } from "./reading.js";

/** Reports a generic declaration. */
export function reportTypeParameters(
  reading: Reading,
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
): void {
  const [first] = node.typeParameters ?? [];
  if (first === undefined) return;
  const last = node.typeParameters?.at(-1) ?? first;
  reading.report.error(
    "typeParameters",
    { start: first.getStart(reading.file), end: last.getEnd() },
    {
      message: `${node.name.text} is generic, which is not supported.`,
      hint: "Declare a type without parameters for each use.",
    },
  );
}
