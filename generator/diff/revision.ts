/** One revision, indexed for comparison: fields with their origin, senders. */
import type { Property, ProtocolModel, TypeExpr } from "../model/model.js";
import {
  ancestorsOf,
  findProperty,
  findType,
  flatten,
} from "../model/queries.js";
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
  /** Own and inherited fields of a type; none for a type that is not an object. */
  readonly fieldsOf: (name: string) => ReadonlyMap<string, Field>;
  /** Types of `_meta` objects, with their supertypes. */
  readonly metaTypes: ReadonlySet<string>;
  /** The type that declares a field of a type, by name or as an intersection has it. */
  readonly ownerOf: (type: TypeExpr, field: string) => string | undefined;
  /**
   * Whether what stands at a path is the params of a message, any of which may carry a
   * `_meta` in this revision, whether or not its own type says so.
   */
  readonly takesMeta: (path: string) => boolean;
  /** Who sends values of that type. */
  readonly sendersOf: (name: string) => Senders;
}

/** Indexes a model. Look-ups are computed once and kept. */
export function indexRevision(model: ProtocolModel): Revision {
  const fields = new Map<string, ReadonlyMap<string, Field>>();
  const senders = sendersOfTypes(model);
  const metaPaths = metaPathsOf(model);
  const fieldsOf = (name: string): ReadonlyMap<string, Field> => {
    const known = fields.get(name) ?? readFields(model, name);
    fields.set(name, known);
    return known;
  };
  return {
    model,
    fieldsOf,
    ownerOf: (type, field) =>
      partsOf(type)
        .map((part) =>
          part.kind === "ref"
            ? fieldsOf(part.name).get(field)?.owner
            : undefined,
        )
        .find((owner) => owner !== undefined),
    metaTypes: metaTypesOf(model),
    takesMeta: (path) => metaPaths.has(path),
    sendersOf: (name) => senders.get(name) ?? NOBODY,
  };
}

function readFields(
  model: ProtocolModel,
  name: string,
): ReadonlyMap<string, Field> {
  const declared = new Map<Property, string>();
  for (const owner of sourcesOf(model, name)) {
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

/** The types from which a type can have its fields, itself first. */
function sourcesOf(model: ProtocolModel, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const known of names) {
    const type = findType(model, known);
    if (type?.kind === "interface")
      for (const heritage of type.extends) names.add(heritage.name);
    else if (type !== undefined)
      for (const part of partsOf(type.type))
        if (part.kind === "ref") names.add(part.name);
  }
  return names;
}

function partsOf(type: TypeExpr): readonly TypeExpr[] {
  return type.kind === "intersection" ? type.members : [type];
}

/** The params of every message whose kind has an optional `_meta` in common. */
function metaPathsOf(model: ProtocolModel): ReadonlySet<string> {
  const isCommon = (base: string): boolean => {
    const written = findProperty(model, base, "params");
    return [`${base}Params`, written?.type].some(
      (params) =>
        params !== undefined &&
        findProperty(model, params, "_meta")?.optional === true,
    );
  };
  const [requests, notifications] = ["Request", "Notification"].map(isCommon);
  return new Set(
    model.methods
      .filter(({ kind }) =>
        kind === "notification" ? notifications : requests,
      )
      .flatMap(({ type, params }) => [
        `${type}.params`,
        ...(params?.type.kind === "ref" ? [params.type.name] : []),
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
