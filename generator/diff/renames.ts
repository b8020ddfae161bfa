/** Finds types that only changed their name. */
import type {
  Method,
  Property,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "../model/model.js";
import { typeText } from "./type-text.js";

/** New names by old names. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Pairs a type that is gone with a new one of exactly the same contents, where no
 * other type of either revision could be meant.
 */
export function findRenames(
  before: ProtocolModel,
  after: ProtocolModel,
): Renames {
  const gone = byContents(before, after);
  const come = byContents(after, before);
  const renames = new Map<string, string>();
  for (const [contents, [old, ...others]] of gone) {
    const [now, ...rivals] = come.get(contents) ?? [];
    if (
      old !== undefined &&
      now !== undefined &&
      others.length === 0 &&
      rivals.length === 0
    )
      renames.set(old, now);
  }
  return renames;
}

/** The types of one model that the other lacks, by what they hold. */
function byContents(
  model: ProtocolModel,
  other: ProtocolModel,
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(other.types.map((type) => type.name));
  const groups = new Map<string, string[]>();
  for (const type of model.types) {
    const contents = contentsOf(type);
    if (known.has(type.name) || contents === undefined) continue;
    groups.set(contents, [...(groups.get(contents) ?? []), type.name]);
  }
  return groups;
}

/** What a type holds, as text; undefined when it is too little to tell types apart. */
function contentsOf(type: TypeDeclaration): string | undefined {
  if (type.kind === "alias")
    return ["object", "union", "intersection", "enum"].includes(type.type.kind)
      ? JSON.stringify([typeText(type.type), type.constraints])
      : undefined;
  if (type.properties.length === 0) return undefined;
  return JSON.stringify([
    type.extends,
    type.properties.map(({ name, optional, type: held, constraints }) => [
      name,
      optional,
      typeText(held),
      constraints,
    ]),
    type.rest === undefined ? undefined : typeText(type.rest),
  ]);
}

/** The same model with types under their new names, so that the rest compares. */
export function applyRenames(
  model: ProtocolModel,
  renames: Renames,
): ProtocolModel {
  if (renames.size === 0) return model;
  const rename = (name: string): string => renames.get(name) ?? name;
  return {
    ...model,
    types: model.types.map((type) => renameIn(type, rename)),
    errors: model.errors.map((error) => ({
      ...error,
      ...(error.type === undefined ? {} : { type: rename(error.type) }),
      ...(error.data === undefined
        ? {}
        : { data: renameExpr(error.data, rename) }),
    })),
    methods: model.methods.map((method) => renameMethod(method, rename)),
    metaKeys: model.metaKeys.map((key) => ({
      ...key,
      type: renameExpr(key.type, rename),
    })),
  };
}

type Rename = (name: string) => string;

function renameIn(type: TypeDeclaration, rename: Rename): TypeDeclaration {
  const name = rename(type.name);
  if (type.kind === "alias")
    return { ...type, name, type: renameExpr(type.type, rename) };
  return {
    ...type,
    name,
    extends: type.extends.map((heritage) => ({
      ...heritage,
      name: rename(heritage.name),
    })),
    properties: renameProperties(type.properties, rename),
    ...(type.rest === undefined ? {} : { rest: renameExpr(type.rest, rename) }),
  };
}

function renameMethod(method: Method, rename: Rename): Method {
  return {
    ...method,
    type: rename(method.type),
    ...(method.params === undefined
      ? {}
      : {
          params: {
            ...method.params,
            type: renameExpr(method.params.type, rename),
          },
        }),
    ...(method.result === undefined ? {} : { result: rename(method.result) }),
    ...(method.response === undefined
      ? {}
      : { response: rename(method.response) }),
  };
}

function renameProperties(
  properties: readonly Property[],
  rename: Rename,
): readonly Property[] {
  return properties.map((property) => ({
    ...property,
    type: renameExpr(property.type, rename),
  }));
}

function renameExpr(expr: TypeExpr, rename: Rename): TypeExpr {
  switch (expr.kind) {
    case "ref":
      return { ...expr, name: rename(expr.name) };
    case "array":
      return { ...expr, items: renameExpr(expr.items, rename) };
    case "tuple":
      return {
        ...expr,
        items: expr.items.map((item) => renameExpr(item, rename)),
        ...(expr.rest && { rest: renameExpr(expr.rest, rename) }),
      };
    case "record":
      return { ...expr, value: renameExpr(expr.value, rename) };
    case "object":
      return {
        ...expr,
        properties: renameProperties(expr.properties, rename),
        ...(expr.rest === undefined
          ? {}
          : { rest: renameExpr(expr.rest, rename) }),
      };
    case "union":
    case "intersection":
      return {
        ...expr,
        members: expr.members.map((member) => renameExpr(member, rename)),
      };
    default:
      return expr;
  }
}
