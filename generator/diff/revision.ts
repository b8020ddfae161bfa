/** One revision, indexed for comparison: fields with their origin, senders. */
import type { Property, ProtocolModel } from "../model/model.js";
import { ancestorsOf, findType, flatten } from "../model/queries.js";
import { sendersOfTypes } from "./senders.js";
import type { Senders } from "./verdict.js";
import { NOBODY } from "./verdict.js";

/** A field as a type has it, own or inherited. */
export interface Field {
  readonly property: Property;
  /** The type that declares it. */
  readonly owner: string;
}

/** A model with the look-ups that a comparison needs. */
export interface Revision {
  readonly model: ProtocolModel;
  /** Own and inherited fields of a type; none for a type that is no object. */
  readonly fieldsOf: (name: string) => ReadonlyMap<string, Field>;
  /** Types of `_meta` objects, with their supertypes. */
  readonly metaTypes: ReadonlySet<string>;
  /** Who sends values of that type. */
  readonly sendersOf: (name: string) => Senders;
}

/** Indexes a model. Look-ups are computed once and kept. */
export function indexRevision(model: ProtocolModel): Revision {
  const fields = new Map<string, ReadonlyMap<string, Field>>();
  const senders = sendersOfTypes(model);
  return {
    model,
    fieldsOf: (name) => {
      const known = fields.get(name) ?? readFields(model, name);
      fields.set(name, known);
      return known;
    },
    metaTypes: metaTypesOf(model),
    sendersOf: (name) => senders.get(name) ?? NOBODY,
  };
}

function readFields(
  model: ProtocolModel,
  name: string,
): ReadonlyMap<string, Field> {
  const declared = new Map<Property, string>();
  for (const owner of ancestorsOf(model, name)) {
    const type = findType(model, owner);
    if (type?.kind === "interface")
      for (const property of type.properties) declared.set(property, owner);
  }
  return new Map(
    (flatten(model, name)?.properties ?? []).map((property) => [
      property.name,
      { property, owner: declared.get(property) ?? name },
    ]),
  );
}

function metaTypesOf(model: ProtocolModel): ReadonlySet<string> {
  return new Set(
    model.types
      .flatMap((type) => (type.kind === "interface" ? type.properties : []))
      .flatMap(({ name, type }) =>
        name === "_meta" && type.kind === "ref"
          ? ancestorsOf(model, type.name)
          : [],
      ),
  );
}
