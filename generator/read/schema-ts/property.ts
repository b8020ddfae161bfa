/** `name?: Type;` with its documentation -> {@link Property}. */
import type { ts } from "ts-morph";
import type { Constraints, Property, TypeExpr } from "../../model/model.js";
import { unionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { commentBefore, readDocumentation } from "./documentation.js";
import { isUndefined, unionNodes } from "./nodes.js";
import { positionOf, spanOf, textOf, type Reading } from "./reading.js";
import { readConstraints } from "./tags.js";
import { readValue } from "./value.js";

/** The name that a key is written for; a computed one is reported. */
export function readKey(
  reading: Reading,
  node: ts.PropertyName,
): string | undefined {
  if (compiler.isIdentifier(node) || compiler.isStringLiteralLike(node)) {
    return node.text;
  }
  if (compiler.isNumericLiteral(node)) return String(Number(node.text));
  reading.report.error("computedKey", spanOf(reading, node), {
    message: `${textOf(reading, node)} is a computed key, which is not supported.`,
    hint: "Write the key as a name or as a string in quotes.",
  });
  return undefined;
}

/**
 * A `@TJS-type integer` makes numbers integers, those in a union and in an array as well;
 * other hints of that tag change nothing.
 */
export function narrowByHint(
  type: TypeExpr,
  { jsonType }: Constraints,
): TypeExpr {
  return jsonType === "integer" ? toIntegers(type) : type;
}

function toIntegers(type: TypeExpr): TypeExpr {
  switch (type.kind) {
    case "number":
      return { kind: "integer" };
    case "array":
      return { ...type, items: toIntegers(type.items) };
    case "record":
      return { ...type, value: toIntegers(type.value) };
    case "union":
      return unionOf(type.members.map(toIntegers));
    default:
      return type;
  }
}

/** Whether a type is a date, which is the text of its moment in JSON. */
function isDate(reading: Reading, node: ts.TypeNode): boolean {
  const [bare, another] = unionNodes(node).filter(
    (member) => !isUndefined(member),
  );
  return (
    bare !== undefined &&
    another === undefined &&
    compiler.isTypeReferenceNode(bare) &&
    textOf(reading, bare.typeName) === "Date" &&
    !reading.declarations.types.has("Date")
  );
}

/**
 * Reads one property; one whose key or type cannot be read is reported. The word
 * `readonly` is about variables, not about JSON, and leaves no trace.
 */
export function readProperty(
  reading: Reading,
  node: ts.PropertySignature,
): Property | undefined {
  const name = readKey(reading, node.name);
  const comment = commentBefore(reading, node);
  if (node.type === undefined) {
    reading.report.error("untypedProperty", spanOf(reading, node), {
      message: `${textOf(reading, node.name)} has no type.`,
      hint: "Add a type annotation; unknown allows any JSON value.",
    });
    return undefined;
  }
  const { type, orUndefined } = readValue(reading, node.type);
  if (name === undefined) return undefined;
  const constraints = {
    ...(isDate(reading, node.type) && { format: "date-time" }),
    ...readConstraints(comment, reading.report),
  };
  return {
    name,
    optional: node.questionToken !== undefined || orUndefined,
    ...(orUndefined && { orUndefined }),
    type: narrowByHint(type, constraints),
    constraints,
    documentation: readDocumentation(reading, comment),
    position: positionOf(reading, node),
  };
}
