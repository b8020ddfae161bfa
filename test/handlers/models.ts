/** Models that differ from the embedded one in a single respect. */
import type {
  Method,
  Property,
  ProtocolModel,
  TypeExpr,
} from "../../generator/model/model.js";
import { embeddedModel } from "../shared.js";

/** The embedded model with requests of clients that no revision has. */
export function withMethods(...names: readonly string[]): ProtocolModel {
  const model = embeddedModel();
  const [pattern] = model.methods.filter(({ name }) => name === "tools/call");
  const added = names.map((name): Method => {
    const { serverCapability: _capability, ...method } = pattern as Method;
    return {
      ...method,
      name,
      functionName: name.replace(/[^a-z0-9]+(.)/gi, (_rest, letter: string) =>
        letter.toUpperCase(),
      ),
      features: { paginated: false, cacheable: false, mayRequireInput: false },
    };
  });
  return { ...model, methods: [...model.methods, ...added] };
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
