/** Changes properties all over a model, wherever a copy of their type stands. */
import type {
  Property,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "./model.js";

/**
 * Gives the property to put in a property's place.
 *
 * @param owner The declared type it stands in, at any depth.
 */
export type PropertyChange = (property: Property, owner: string) => Property;

function inType(
  type: TypeExpr,
  owner: string,
  change: PropertyChange,
): TypeExpr {
  switch (type.kind) {
    case "array":
      return { ...type, items: inType(type.items, owner, change) };
    case "tuple":
      return {
        ...type,
        items: type.items.map((item) => inType(item, owner, change)),
        ...(type.rest && { rest: inType(type.rest, owner, change) }),
      };
    case "checked":
      return { ...type, type: inType(type.type, owner, change) };
    case "record":
      return { ...type, value: inType(type.value, owner, change) };
    case "union":
    case "intersection":
      return {
        ...type,
        members: type.members.map((member) => inType(member, owner, change)),
      };
    case "object":
      return {
        ...type,
        properties: inProperties(type.properties, owner, change),
        ...(type.rest && { rest: inType(type.rest, owner, change) }),
      };
    default:
      return type;
  }
}

function inProperties(
  properties: readonly Property[],
  owner: string,
  change: PropertyChange,
): readonly Property[] {
  return properties.map((property) =>
    change({ ...property, type: inType(property.type, owner, change) }, owner),
  );
}

function inDeclaration(
  declaration: TypeDeclaration,
  change: PropertyChange,
): TypeDeclaration {
  const { name } = declaration;
  if (declaration.kind === "alias") {
    return { ...declaration, type: inType(declaration.type, name, change) };
  }
  return {
    ...declaration,
    properties: inProperties(declaration.properties, name, change),
    ...(declaration.rest && { rest: inType(declaration.rest, name, change) }),
  };
}

/**
 * A model with every property changed: those of its types and those of the
 * types that its methods, errors and `_meta` keys repeat.
 */
export function rewriteProperties(
  model: ProtocolModel,
  change: PropertyChange,
): ProtocolModel {
  return {
    ...model,
    types: model.types.map((type) => inDeclaration(type, change)),
    errors: model.errors.map((error) =>
      error.data === undefined
        ? error
        : { ...error, data: inType(error.data, error.type ?? "", change) },
    ),
    methods: model.methods.map((method) =>
      method.params === undefined
        ? method
        : {
            ...method,
            params: {
              ...method.params,
              type: inType(method.params.type, method.type, change),
            },
          },
    ),
    metaKeys: model.metaKeys.map((key) => {
      const { type } = change(
        {
          name: key.key,
          optional: !key.required,
          type: inType(key.type, "", change),
          constraints: {},
          documentation: key.documentation,
          position: { line: 1, column: 1 },
        },
        "",
      );
      return { ...key, type };
    }),
  };
}
