/** arktype 2.2: a scope with one definition for each type of the model. */
import type {
  Constraints,
  Property,
  ProtocolModel,
  TypeExpr,
} from "../../../generator/model/model.js";
import { flatten } from "../../../generator/model/queries.js";
import { peerModule } from "./module.js";
import type { Peer, Validator } from "./peer.js";

/** What arktype takes as a definition: a string, a tuple or an object of them. */
type Definition = string | readonly unknown[] | { [key: string]: Definition };

interface ArkType {
  (value: unknown): unknown;
  allows(value: unknown): boolean;
}

interface ArkModule {
  scope(definitions: Record<string, Definition>): {
    export(): Record<string, ArkType>;
  };
}

interface ArkErrors extends Array<{ path: PropertyKey[] }> {}

export const arktypePeer: Peer = {
  name: "arktype",
  load: async ({ model, types }) => {
    const { scope } = await peerModule<ArkModule>("arktype");
    const module = scope(definitionsOf(model)).export();
    const validators = new Map<string, Validator>();
    for (const type of types) {
      const ark = module[type] as ArkType;
      validators.set(type, {
        is: (value) => ark.allows(value),
        report: (value) => ark(value),
        pathIn: (errors: ArkErrors) => [...(errors[0]?.path ?? [])].join("/"),
      });
    }
    return validators;
  },
};

function definitionsOf(model: ProtocolModel): Record<string, Definition> {
  return Object.fromEntries(
    model.types.map((type) => {
      if (type.kind === "alias") {
        return [type.name, definitionOf(type.type, type.constraints)];
      }
      const shape = flatten(model, type.name);
      return [
        type.name,
        objectDefinition(shape?.properties ?? [], shape?.rest),
      ];
    }),
  );
}

function objectDefinition(
  properties: readonly Property[],
  rest: TypeExpr | undefined,
): Definition {
  const definition: Record<string, Definition> = {};
  for (const { name, optional, type, constraints } of properties) {
    definition[optional ? `${name}?` : name] = definitionOf(type, constraints);
  }
  // An entry for every key would only repeat what "unknown" allows anyway.
  if (rest && rest.kind !== "unknown") {
    definition["[string]"] = definitionOf(rest);
  }
  return definition;
}

function definitionOf(
  type: TypeExpr,
  constraints: Constraints = {},
): Definition {
  switch (type.kind) {
    case "string":
    case "boolean":
    case "null":
    case "unknown":
      return type.kind;
    case "number":
    case "integer":
      return numberDefinition(type.kind, constraints);
    case "tuple":
    case "checked":
      throw new Error(`No schema.ts has ${type.kind}.`);
    case "literal":
      return ["===", type.value];
    case "enum":
      return type.open ? "string" : ["===", ...type.values];
    case "array": {
      const items = definitionOf(type.items);
      const { maxItems } = constraints;
      return typeof items === "string" && maxItems !== undefined
        ? `${items}[] <= ${maxItems}`
        : [items, "[]"];
    }
    case "record":
      return objectDefinition([], type.value);
    case "object":
      return objectDefinition(type.properties, type.rest);
    case "union":
      return joined(type.members, "|");
    case "intersection":
      return joined(type.members, "&");
    case "ref":
      return type.name;
  }
}

function numberDefinition(
  kind: "number" | "integer",
  { minimum, maximum }: Constraints,
): string {
  const base = kind === "integer" ? "number.integer" : "number";
  if (minimum !== undefined && maximum !== undefined) {
    return `${minimum} <= ${base} <= ${maximum}`;
  }
  if (minimum !== undefined) return `${base} >= ${minimum}`;
  return maximum === undefined ? base : `${base} <= ${maximum}`;
}

function joined(members: readonly TypeExpr[], operator: "|" | "&"): Definition {
  return members
    .map((member) => definitionOf(member))
    .reduce((left, right) => [left, operator, right]);
}
