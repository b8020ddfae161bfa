/** Which spots of a valid message the schema has an opinion on. */
import type {
  Constraints,
  ProtocolModel,
  TypeExpr,
} from "../../generator/model/model.js";
import {
  findType,
  flatten,
  resolve,
  type Members,
} from "../../generator/model/queries.js";

export type Path = readonly (string | number)[];

/** A spot of a message and what the schema makes of it. */
export interface Place {
  readonly path: Path;
  /**
   * - `open`: an object that may hold keys that the schema does not name
   * - `required`: a member that must be there
   * - `leaf`: a scalar whose JSON type is fixed
   * - `literal`: a string that must be one of the schema's own
   */
  readonly kind: "open" | "required" | "leaf" | "literal";
}

/**
 * Walks a value along its type.
 *
 * @throws {Error} when the value fits none of a union's members
 */
export function placesIn(
  model: ProtocolModel,
  type: TypeExpr,
  value: unknown,
  path: Path = [],
): Place[] {
  const within = (member: TypeExpr, item: unknown, key: string | number) =>
    placesIn(model, member, item, [...path, key]);
  switch (type.kind) {
    case "unknown":
      return [];
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return [{ path, kind: "leaf" }];
    case "literal":
      return [
        { path, kind: "leaf" },
        { path, kind: "literal" },
      ];
    case "enum":
      return type.open
        ? [{ path, kind: "leaf" }]
        : [
            { path, kind: "leaf" },
            { path, kind: "literal" },
          ];
    case "array":
      return (value as unknown[]).flatMap((item, index) =>
        within(type.items, item, index),
      );
    case "tuple":
    case "checked":
      throw new Error(`No schema.ts has ${type.kind}.`);
    case "union": {
      const meant = type.members.find((member) => fits(model, member, value));
      if (!meant) throw new Error(`nothing fits at ${path.join("/")}`);
      return placesIn(model, meant, value, path);
    }
    case "record":
    case "object":
    case "intersection":
    case "ref": {
      const shape = flatten(model, type);
      if (!shape) return placesIn(model, resolve(model, type), value, path);
      return [
        ...placesOfShape(shape, path),
        ...Object.entries(value as object).flatMap(([key, member]) => {
          const expected =
            shape.properties.find(({ name }) => name === key)?.type ??
            shape.rest;
          return expected ? within(expected, member, key) : [];
        }),
      ];
    }
  }
}

function placesOfShape({ properties, rest }: Members, path: Path): Place[] {
  const required = properties
    .filter((property) => !property.optional)
    .map(({ name }): Place => ({ path: [...path, name], kind: "required" }));
  const isOpen = rest === undefined || rest.kind === "unknown";
  return isOpen ? [{ path, kind: "open" }, ...required] : required;
}

/** Whether a value is of a type, rules of the prose aside; a reading of its own, to find a union's member. */
function fits(
  model: ProtocolModel,
  type: TypeExpr,
  value: unknown,
  constraints: Constraints = {},
): boolean {
  switch (type.kind) {
    case "unknown":
      return true;
    case "string":
    case "boolean":
      return typeof value === type.kind;
    case "null":
      return value === null;
    case "number":
    case "integer": {
      const { minimum = -Infinity, maximum = Infinity } = constraints;
      return (
        typeof value === "number" &&
        (type.kind === "number" || Number.isInteger(value)) &&
        value >= minimum &&
        value <= maximum
      );
    }
    case "literal":
      return value === type.value;
    case "enum":
      return (
        typeof value === "string" && (type.open || type.values.includes(value))
      );
    case "tuple":
    case "checked":
      throw new Error(`No schema.ts has ${type.kind}.`);
    case "array":
      return (
        Array.isArray(value) &&
        value.length <= (constraints.maxItems ?? Infinity) &&
        value.every((item) => fits(model, type.items, item))
      );
    case "union":
      return type.members.some((member) =>
        fits(model, member, value, constraints),
      );
    case "record":
    case "object":
    case "intersection":
    case "ref": {
      const shape = flatten(model, type);
      if (shape) return fitsShape(model, shape, value);
      if (type.kind === "ref" && !findType(model, type.name)) return false;
      return fits(model, resolve(model, type), value, constraints);
    }
  }
}

function fitsShape(
  model: ProtocolModel,
  { properties, rest }: Members,
  value: unknown,
): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return false;
  }
  const members = new Map(Object.entries(value));
  const named = properties.every(({ name, optional, type, constraints }) =>
    members.has(name)
      ? fits(model, type, members.get(name), constraints)
      : optional,
  );
  if (!named || !rest) return named;
  const names = new Set(properties.map(({ name }) => name));
  return [...members].every(
    ([key, member]) => names.has(key) || fits(model, rest, member),
  );
}
