/** What an entry of the prose is, and what several areas look for in a schema. */
import type {
  Constraints,
  Era,
  Position,
  Property,
  ProtocolModel,
  RuleData,
  TypeExpr,
} from "../model.js";
import { unionOf } from "../normalise.js";
import { findProperty, findType, hasType, resolve } from "../queries.js";
import type { RevisionRange } from "../revisions.js";
import { rewriteProperties } from "../rewrite.js";

/** What became of an entry in one model. */
export type Outcome =
  | { readonly kind: "absent" }
  | { readonly kind: "stale"; readonly found: string; readonly at?: Position }
  | {
      readonly kind: "holds";
      /** The model with the rule worked in, where it changes what the schema says. */
      readonly model?: ProtocolModel;
      /** What generated code needs to know. */
      readonly data?: RuleData;
    };

export interface ProseEntry extends RevisionRange {
  /** Stable name; a rule that changes with the revisions keeps it. */
  readonly id: string;
  /** The specification page that states it. */
  readonly page: string;
  /** The rule in one sentence of ours. */
  readonly summary: string;
  /** The era it belongs to, where it belongs to one. */
  readonly era?: Era;
  /** The schema fact it builds on, in one sentence of ours. */
  readonly fact: string;
  /** Looks for the subject, checks the fact, works the rule in. */
  readonly apply: (model: ProtocolModel) => Outcome;
}

/** The last revision of the handshake era, and the first of the stateless one. */
export const LAST_HANDSHAKE = "2025-11-25";
export const FIRST_STATELESS = "2026-07-28";

export const ABSENT: Outcome = { kind: "absent" };

export const INTEGER: TypeExpr = { kind: "integer" };

export function holds(data: RuleData): Outcome {
  return { kind: "holds", data };
}

export function changes(model: ProtocolModel): Outcome {
  return { kind: "holds", model };
}

export function stale(found: string, at: Position | undefined): Outcome {
  return { kind: "stale", found, ...(at && { at }) };
}

/** The type's place in the schema. */
export function placeOf(
  model: ProtocolModel,
  type: string,
): Position | undefined {
  return findType(model, type)?.position;
}

/** A type in a few words, for messages. */
export function named(type: TypeExpr): string {
  switch (type.kind) {
    case "ref":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "union":
      return type.members.map(named).join(" | ");
    case "array":
      return `${named(type.items)}[]`;
    default:
      return type.kind;
  }
}

/** The property at the end of a path of names, through aliases and inline objects. */
export function propertyAt(
  model: ProtocolModel,
  type: string,
  path: readonly string[],
): Property | undefined {
  let holder: TypeExpr = { kind: "ref", name: type };
  let property: Property | undefined;
  for (const name of path) {
    property = findProperty(model, resolve(model, holder), name);
    if (property === undefined) return undefined;
    holder = property.type;
  }
  return property;
}

/** `number` -> `integer`, alone or in a union. */
export function withInteger(type: TypeExpr): TypeExpr {
  if (type.kind === "number") return INTEGER;
  return type.kind === "union" ? unionOf(type.members.map(withInteger)) : type;
}

/** Makes a `number` at one place of the schema an integer, with limits of its own. */
export function integerAt(
  model: ProtocolModel,
  type: string,
  path: readonly string[],
  limits: Constraints = {},
): Outcome {
  const property = propertyAt(model, type, path);
  if (property === undefined) return ABSENT;
  if (property.type.kind !== "number" && property.type.kind !== "integer") {
    return stale(
      `${[type, ...path].join(".")} is ${named(property.type)}`,
      property.position,
    );
  }
  const name = path.at(-1);
  return changes(
    rewriteProperties(model, (candidate, owner) =>
      owner === type && candidate.name === name
        ? {
            ...candidate,
            type: withInteger(candidate.type),
            constraints: { ...limits, ...candidate.constraints },
          }
        : candidate,
    ),
  );
}

/** A code that the schema has no constant for. */
export function codeWithoutConstant(
  model: ProtocolModel,
  method: string,
  data: RuleData & { readonly kind: "legacyErrorCode" },
): Outcome {
  if (!model.methods.some(({ name }) => name === method)) return ABSENT;
  const defined = model.errors.find(({ code }) => code === data.code);
  if (defined === undefined) return holds(data);
  return data.forbidden
    ? stale(
        `${defined.name} is ${data.code}`,
        model.constants.find(({ name }) => name === defined.name)?.position,
      )
    : ABSENT;
}

/** A rule on a required string property of a type. */
export function onStringProperty(
  model: ProtocolModel,
  type: string,
  property: string,
  data: RuleData,
): Outcome {
  if (!hasType(model, type)) return ABSENT;
  const found = findProperty(model, type, property);
  return found !== undefined &&
    !found.optional &&
    resolve(model, found.type).kind === "string"
    ? holds(data)
    : stale(
        `${type} has no required string ${property}`,
        found?.position ?? placeOf(model, type),
      );
}
