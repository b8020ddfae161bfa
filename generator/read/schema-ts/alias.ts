/** `type Name = ...` -> {@link AliasDeclaration}. */
import type { ts } from "ts-morph";
import type { AliasDeclaration } from "../../model/model.js";
import { commentBefore, readDocumentation } from "./documentation.js";
import { narrowByHint } from "./property.js";
import { positionOf, type Reading } from "./reading.js";
import { readConstraints } from "./tags.js";
import { readType } from "./type-expression.js";
import { reportTypeParameters } from "./type-parameters.js";

/** Reads a type alias. */
export function readAlias(
  reading: Reading,
  node: ts.TypeAliasDeclaration,
): AliasDeclaration {
  reportTypeParameters(reading, node);
  const comment = commentBefore(reading, node);
  const constraints = readConstraints(comment, reading.report);
  return {
    kind: "alias",
    name: node.name.text,
    type: narrowByHint(readType(reading, node.type), constraints),
    constraints,
    documentation: readDocumentation(reading, comment),
    position: positionOf(reading, node.name),
  };
}
