/** Models that differ from the embedded one in a single respect. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pascalCase } from "../../generator/model/names.js";
import type {
  Property,
  ProtocolModel,
  TypeExpr,
} from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { embeddedModel, repositoryPath, schemaText } from "../shared.js";

/** The embedded schema with requests of clients that no revision has, read. */
export function withMethods(...names: readonly string[]): ProtocolModel {
  const schema = readFileSync(
    resolve(repositoryPath, "schema/draft/schema.ts"),
    "utf8",
  );
  const types = names.map((name) =>
    pascalCase(name.replace(/\W+/g, "_")).replace(/^(?=\d)/, "The"),
  );
  const declarations = names.map((name, index) => {
    const type = types[index];
    return `
/** Unheard of. */
export interface ${type}Request extends JSONRPCRequest {
  method: ${JSON.stringify(name)};
  params: RequestParams;
}
export interface ${type}Result extends Result { value: string }
export interface ${type}ResultResponse extends JSONRPCResultResponse {
  result: ${type}Result;
}
`;
  });
  const union = "export type ClientRequest =";
  const members = types.map((type) => `\n  | ${type}Request`).join("");
  const text = schema.replace(union, union + members) + declarations.join("");
  return readModel(schemaText(text)).model;
}

/** The embedded model without a request. */
export function withoutMethod(name: string): ProtocolModel {
  const model = embeddedModel();
  return {
    ...model,
    methods: model.methods.filter((method) => method.name !== name),
  };
}

/** The embedded model with one more required member in an interface. */
export function withMember(type: string, name: string): ProtocolModel {
  return withProperties(type, (properties, sample) => [
    ...properties,
    { ...sample, name, optional: false, type: { kind: "string" } },
  ]);
}

/** The embedded model with another type for a member of an interface. */
export function withMemberType(
  type: string,
  name: string,
  expression: TypeExpr,
): ProtocolModel {
  return withProperties(type, (properties) =>
    properties.map((property) =>
      property.name === name ? { ...property, type: expression } : property,
    ),
  );
}

function withProperties(
  type: string,
  change: (
    properties: readonly Property[],
    sample: Property,
  ) => readonly Property[],
): ProtocolModel {
  const model = embeddedModel();
  return {
    ...model,
    types: model.types.map((declaration) => {
      if (declaration.name !== type || declaration.kind !== "interface")
        return declaration;
      const [sample] = declaration.properties;
      if (sample === undefined) throw new Error(`${type} has no members`);
      return {
        ...declaration,
        properties: change(declaration.properties, sample),
      };
    }),
  };
}
