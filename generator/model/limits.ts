/**
 * Limits where they apply. The model keeps the limits of documentation tags with the property
 * or alias that they are written on; checks need them on the strings, numbers and arrays
 * inside its type: behind aliases, in unions, with `null`, as items.
 */
import {
  isNone,
  type LimitedKind,
  type Limits,
  LIMITS,
  limitsFor,
} from "./constraints.js";
import type { Constraints, TypeExpr } from "./model.js";
import { findType, flatten, resolve, type Types } from "./queries.js";

/**
 * A type with its limits on the expressions that they concern. Of what is nested in each
 * other, the outermost takes a limit: that of a number on an array concerns its items.
 * Properties have limits of their own. The expressions are `checked` ones: as with the
 * keywords of JSON Schema, values of a JSON type that a limit is not about pass.
 *
 * @returns The type itself where no limit concerns it.
 */
export function limitedType(
  types: Types,
  type: TypeExpr,
  constraints: Constraints,
): TypeExpr {
  return new Limiter(types).limit(type, constraints);
}

const INTEGER: TypeExpr = { kind: "integer" };

class Limiter {
  readonly #types: Types;
  /** The aliases that are being followed. */
  readonly #open: string[] = [];

  constructor(types: Types) {
    this.#types = types;
  }

  limit(type: TypeExpr, constraints: Constraints): TypeExpr {
    const { nullable, ...limits } = constraints;
    const limited = this.#limit(type, limits);
    if (!nullable || allowsNull(type)) return limited;
    const members = limited.kind === "union" ? limited.members : [limited];
    return { kind: "union", members: [...members, { kind: "null" }] };
  }

  #limit(type: TypeExpr, constraints: Constraints): TypeExpr {
    if (isNone(constraints)) return type;
    const { jsonType, items, ...limits } = constraints;
    switch (type.kind) {
      case "boolean":
      case "null":
        return type;
      case "string":
        return withLimits(type, limitsFor("string", limits));
      case "number":
      case "integer":
        return withLimits(
          jsonType === "integer" ? INTEGER : type,
          limitsFor("number", limits),
        );
      case "enum":
        return withLimits(type, limitsFor("string", limits));
      case "literal":
        return typeof type.value === "boolean"
          ? type
          : withLimits(type, limitsFor(typeof type.value as "string", limits));
      case "unknown":
        return withLimits(type, limits);
      case "array": {
        const inner = this.#limitInside(
          this.#limitInside(type.items, without("array", constraints)),
          items ?? {},
        );
        return withLimits(
          inner === type.items ? type : { ...type, items: inner },
          limitsFor("array", limits),
        );
      }
      case "record": {
        const value = this.#limitInside(
          type.value,
          without("object", constraints),
        );
        return withLimits(
          value === type.value ? type : { ...type, value },
          limitsFor("object", limits),
        );
      }
      case "object":
        return withLimits(type, limitsFor("object", limits));
      case "union": {
        const members = type.members.map((member) =>
          this.#limit(member, constraints),
        );
        return members.every((each, index) => each === type.members[index])
          ? type
          : { kind: "union", members };
      }
      case "tuple":
        return withLimits(type, limitsFor("array", limits));
      case "intersection":
        return withLimits(type, this.#concerned(type, limits));
      case "checked": {
        const inner = this.#limit(type.type, constraints);
        return inner === type.type ? type : { ...type, type: inner };
      }
      case "ref":
        return this.#limitRef(type, constraints);
    }
  }

  /** Limits items and values; those of a type that leads back to itself have no end. */
  #limitInside(type: TypeExpr, constraints: Constraints): TypeExpr {
    return type.kind === "ref" && this.#isRecursive(type.name)
      ? type
      : this.#limit(type, constraints);
  }

  #limitRef(
    type: TypeExpr & { readonly kind: "ref" },
    constraints: Constraints,
  ): TypeExpr {
    const { jsonType: _, items: __, ...limits } = constraints;
    const declaration = findType(this.#types, type.name);
    if (
      declaration?.kind !== "alias" ||
      this.#open.includes(type.name) ||
      flatten(this.#types, type) !== undefined
    ) {
      return declaration === undefined
        ? type
        : withLimits(type, this.#concerned(type, limits));
    }
    this.#open.push(type.name);
    const own = this.limit(declaration.type, declaration.constraints);
    const limited = this.#limit(own, constraints);
    this.#open.pop();
    return limited === own ? type : limited;
  }

  /** Whether an alias mentions itself outside of properties. */
  #isRecursive(name: string): boolean {
    const seen = new Set<string>();
    const leadsBack = (type: TypeExpr): boolean => {
      switch (type.kind) {
        case "array":
          return leadsBack(type.items);
        case "record":
          return leadsBack(type.value);
        case "checked":
          return leadsBack(type.type);
        case "union":
        case "intersection":
          return type.members.some(leadsBack);
        case "ref": {
          if (type.name === name && seen.size > 0) return true;
          if (seen.has(type.name)) return false;
          seen.add(type.name);
          const declaration = findType(this.#types, type.name);
          return declaration?.kind === "alias" && leadsBack(declaration.type);
        }
        default:
          return false;
      }
    };
    return leadsBack({ kind: "ref", name });
  }

  /** Those limits that can concern a value of a type itself. */
  #concerned(type: TypeExpr, limits: Limits): Limits {
    const kinds = this.#kindsOf(type, new Set());
    return Object.assign(
      {},
      ...[...kinds].map((kind) => limitsFor(kind, limits)),
    ) as Limits;
  }

  #kindsOf(type: TypeExpr, open: ReadonlySet<string>): Set<LimitedKind> {
    const resolved = resolve(this.#types, type);
    switch (resolved.kind) {
      case "string":
      case "enum":
        return new Set(["string"]);
      case "number":
      case "integer":
        return new Set(["number"]);
      case "literal":
        return typeof resolved.value === "boolean"
          ? new Set()
          : new Set([typeof resolved.value as "string" | "number"]);
      case "array":
      case "tuple":
        return new Set(["array"]);
      case "checked":
        return this.#kindsOf(resolved.type, open);
      case "record":
      case "object":
      case "ref":
        return new Set(["object"]);
      case "unknown":
        return new Set(Object.keys(LIMITS) as LimitedKind[]);
      case "union":
      case "intersection": {
        const name = type.kind === "ref" ? type.name : "";
        if (open.has(name)) return new Set();
        const within = new Set([...open, ...(name === "" ? [] : [name])]);
        return new Set(
          resolved.members.flatMap((each) => [...this.#kindsOf(each, within)]),
        );
      }
      case "boolean":
      case "null":
        return new Set();
    }
  }
}

/** Whether `null` is allowed by a type already, so that `@nullable` says nothing new. */
function allowsNull(type: TypeExpr): boolean {
  return (
    type.kind === "null" ||
    type.kind === "unknown" ||
    (type.kind === "union" && type.members.some(allowsNull))
  );
}

/** An expression with limits on it. */
function withLimits(type: TypeExpr, constraints: Limits): TypeExpr {
  return isNone(constraints)
    ? type
    : { kind: "checked", type, constraints, checks: [] };
}

/** What of some constraints the parts of an array or a record still need. */
function without(
  kind: "array" | "object",
  constraints: Constraints,
): Constraints {
  const { items, ...rest } = constraints;
  const left = Object.fromEntries(
    Object.entries(rest).filter(
      ([key]) => !(LIMITS[kind] as readonly string[]).includes(key),
    ),
  ) as Constraints;
  return kind === "array" || items === undefined ? left : { ...left, items };
}
