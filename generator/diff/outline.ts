/**
 * The outline of a schema: the same declarations, one on a line, without the words.
 * It is kept with the output, so that the next run can tell what changed when the
 * schema has moved and the old one is gone. As it is a schema itself, it is read as
 * one: no second format, and one reader for both sides of the comparison.
 */
import type {
  ConstantDeclaration,
  Constraints,
  Documentation,
  Property,
  ProtocolModel,
  TypeDeclaration,
} from "../model/model.js";
import type { TypeStyle } from "./type-text.js";
import { membersText, propertyText, typeText } from "./type-text.js";

/** The outline's name in an output folder. */
export const OUTLINE_FILE = "mcp-gen.schema.txt";

/** Prints the outline of a model: everything that a comparison looks at. */
export function printOutline(model: ProtocolModel): string {
  const lines = [
    "// What mcp-gen compares the next schema with. Generated; do not edit.",
    ...model.constants.map(constantLine),
    ...model.types.map(typeLine),
  ];
  return `${lines.join("\n")}\n`;
}

const OUTLINE: TypeStyle = {
  property: (property) => tagsText(property) + propertyText(property, OUTLINE),
  asSchema: true,
};

function constantLine(constant: ConstantDeclaration): string {
  const { name, value } = constant;
  return `${tagsText(constant)}export const ${name} = ${JSON.stringify(value)};`;
}

function typeLine(type: TypeDeclaration): string {
  const tags = tagsText(type);
  if (type.kind === "alias")
    return `${tags}export type ${type.name} = ${typeText(type.type, OUTLINE)};`;
  const heritage = type.extends.map(({ name, omit }) =>
    omit.length === 0
      ? name
      : `Omit<${name}, ${omit.map((key) => JSON.stringify(key)).join(" | ")}>`,
  );
  const parents =
    heritage.length === 0 ? "" : ` extends ${heritage.join(", ")}`;
  return `${tags}export interface ${type.name}${parents} ${membersText(type.properties, type.rest, OUTLINE)}`;
}

/** Tags that say how a value is limited, in the order of {@link Constraints}. */
const TAGS: readonly (readonly [tag: string, of: keyof Constraints])[] = [
  ["format", "format"],
  ["pattern", "pattern"],
  ["minimum", "minimum"],
  ["maximum", "maximum"],
  ["minLength", "minLength"],
  ["maxLength", "maxLength"],
  ["minItems", "minItems"],
  ["maxItems", "maxItems"],
  ["exclusiveMinimum", "exclusiveMinimum"],
  ["exclusiveMaximum", "exclusiveMaximum"],
  ["multipleOf", "multipleOf"],
  ["uniqueItems", "uniqueItems"],
  ["minProperties", "minProperties"],
  ["maxProperties", "maxProperties"],
  ["TJS-type", "jsonType"],
];

/** The comment with the tags that matter; a line of its own for each inside. */
function tagsText({
  documentation,
  constraints = {},
}: {
  readonly documentation: Documentation;
  readonly constraints?: Constraints;
} & Partial<Pick<Property, "name">>): string {
  const tags = [
    ...(documentation.deprecated === undefined ? [] : ["@deprecated"]),
    ...(documentation.default === undefined
      ? []
      : [`@default ${documentation.default}`]),
    ...(constraints.nullable === true ? ["@nullable"] : []),
    ...TAGS.flatMap(([tag, of]) => {
      const value = constraints[of];
      return value === undefined ? [] : [`@${tag} ${String(value)}`];
    }),
    ...TAGS.flatMap(([tag, of]) => {
      const value = constraints.items?.[of];
      return value === undefined ? [] : [`@items.${tag} ${String(value)}`];
    }),
  ];
  return tags.length === 0 ? "" : `/** ${tags.join("\n * ")} */ `;
}
