/**
 * What `validators.ts` has a function for: every exported type, and every type
 * written inline that is too much for an expression.
 */
import { limitedType } from "../../../model/limits.js";
import type { Property, RuleData, TypeExpr } from "../../../model/model.js";
import { isNever } from "../../../model/normalise.js";
import {
  findType,
  flatten,
  isSubtype,
  type RuledTypes,
  typesOfCheck,
  type Members,
} from "../../../model/queries.js";
import { pascalCase } from "../../../model/names.js";
import { componentsOf } from "./components.js";
import { isLeaf, MAX_INLINE_VALUES } from "./leaf.js";

/** A type that has a check and a description of its own. */
export interface Unit {
  /** The exported type's name, or one made from where the inline type stands. */
  readonly label: string;
  /** False for a type that is written inline. */
  readonly exported: boolean;
  readonly type: TypeExpr;
  /** All members, inherited ones included; only of types that are a single object. */
  readonly shape?: Members;
  /** Sets of members of which one must be there. */
  readonly oneRequired: readonly (readonly string[])[];
  /** Types written inline in this one, in order; each is a unit too. */
  readonly inline: readonly Unit[];
}

/** All units of a model, by what refers to them. */
export interface Units {
  /** The exported types in the order of the schema. */
  readonly exported: readonly Unit[];
  /** The unit of an exported type. */
  readonly named: (typeName: string) => Unit;
  /** The unit of a type written inline, when it has one. */
  readonly inlined: (type: TypeExpr) => Unit | undefined;
  /** The units that a type mentions, at whatever depth of its expression. */
  readonly within: (type: TypeExpr) => readonly Unit[];
  /** Whether a value of the unit has properties, which must not be inherited ones. */
  readonly readsProperties: (unit: Unit) => boolean;
  /** Whether `to` contains `from` again, so that a value of it can be nested without end. */
  readonly isCycle: (from: Unit, to: Unit) => boolean;
  /** A number that units have in common which contain each other; undefined for all others. */
  readonly cycleOf: (unit: Unit) => number | undefined;
}

/** What is known of units that contain each other. */
interface Group {
  /** Place of the first exported one; undefined where a unit does not contain itself. */
  readonly cycle: number | undefined;
  /** Whether a value of one of them has properties at any depth. */
  readonly readsProperties: boolean;
}

/** Finds every unit of a model. */
export function unitsOf(model: RuledTypes): Units {
  const inlined = new Map<TypeExpr, Unit>();
  const limited = new Map<Property, TypeExpr>();
  const exported = model.types.map((declaration): Unit => {
    const type: TypeExpr =
      declaration.kind === "alias"
        ? limitedType(model, declaration.type, declaration.constraints)
        : { kind: "ref", name: declaration.name };
    const shape =
      type.kind === "ref" && declaration.kind === "alias"
        ? undefined
        : flatten(model, type);
    return unitOf(
      { label: declaration.name, exported: true, type },
      shape && limitedShape(withRules(shape, declaration.name, model)),
      oneRequired(model, declaration.name),
    );
  });
  const byName = new Map(exported.map((unit) => [unit.label, unit]));

  function unitOf(
    head: Pick<Unit, "label" | "exported" | "type">,
    shape: Members | undefined,
    required: Unit["oneRequired"],
  ): Unit {
    const parts = shape ? partsOfShape(shape) : partsOf(head.type);
    const inline = parts.flatMap((part) =>
      partUnits(part, `${head.label}${pascalCase(part.hint)}`),
    );
    return {
      ...head,
      ...(shape && { shape }),
      oneRequired: required,
      inline,
    };
  }

  /** The units that a type at some place needs: itself, or those inside it. */
  function inlineUnits(type: TypeExpr, label: string): readonly Unit[] {
    if (inlined.has(type)) return [];
    if (needsUnit(type)) {
      const shape = flatten(model, type);
      const unit = unitOf(
        { label, exported: false, type },
        shape && limitedShape(shape),
        [],
      );
      inlined.set(type, unit);
      return [unit];
    }
    return partsOf(type).flatMap((part) =>
      partUnits(part, `${label}${pascalCase(part.hint)}`),
    );
  }

  /** The units that a part of a type needs, and one for itself where a function is asked for. */
  function partUnits(part: Part, label: string): readonly Unit[] {
    const { type } = part;
    const isUnit =
      (part.needsFunction && isFormless(type)) ||
      (part.needsUnit === true && type.kind !== "ref" && !needsUnit(type));
    return isUnit ? functionUnits(type, label) : inlineUnits(type, label);
  }

  /** A unit for an item that would do as an expression, where a function is asked for. */
  function functionUnits(type: TypeExpr, label: string): readonly Unit[] {
    // Types that inherit or intersect share what is written once, and its function.
    if (inlined.has(type)) return [];
    const unit = unitOf({ label, exported: false, type }, undefined, []);
    inlined.set(type, unit);
    return [unit];
  }

  /** A shape with the limits of its properties on their types; types that inherit a property share its type. */
  function limitedShape(shape: Members): Members {
    return { ...shape, properties: shape.properties.map(limitedProperty) };
  }

  function limitedProperty(property: Property): Property {
    let type = limited.get(property);
    if (type === undefined) {
      type = limitedType(model, property.type, property.constraints);
      limited.set(property, type);
    }
    return { ...property, type };
  }

  /** Whether a type has properties itself; what it refers to is left out. */
  function hasObject(type: TypeExpr): boolean {
    return (
      ["object", "record", "intersection"].includes(type.kind) ||
      (type.kind === "checked" && type.checks.length > 0) ||
      partsOf(type).some((part) => hasObject(part.type))
    );
  }
  function nextUnits(unit: Unit): readonly Unit[] {
    const types = unit.shape
      ? partsOfShape(unit.shape).map(({ type }) => type)
      : [unit.type];
    return types.flatMap((type) => unitsWithin(type, unit));
  }
  function unitsWithin(type: TypeExpr, within?: Unit): readonly Unit[] {
    const own = inlined.get(type);
    if (own !== undefined && own !== within) return [own];
    if (type.kind === "ref") {
      const unit = byName.get(type.name);
      return unit === undefined ? [] : [unit];
    }
    return partsOf(type).flatMap((part) => unitsWithin(part.type, within));
  }

  const groups = groupsOf([...exported, ...inlined.values()]);

  /** Units that contain each other, and what is known of all of them. */
  function groupsOf(units: readonly Unit[]): ReadonlyMap<Unit, Group> {
    const found = new Map<Unit, Group>();
    const places = new Map(exported.map((unit, index) => [unit, index + 1]));
    for (const members of componentsOf(units, nextUnits)) {
      const own = new Set(members);
      const within = members.flatMap(nextUnits);
      const cycle = within.some((unit) => own.has(unit))
        ? Math.min(...members.map((unit) => places.get(unit) ?? Infinity))
        : undefined;
      const group: Group = {
        cycle,
        // What a group contains comes before it.
        readsProperties:
          members.some(
            ({ shape, type }) => shape !== undefined || hasObject(type),
          ) || within.some((unit) => found.get(unit)?.readsProperties === true),
      };
      for (const unit of members) found.set(unit, group);
    }
    return found;
  }

  return {
    exported,
    named: (name) => {
      const unit = byName.get(name);
      if (unit === undefined) throw new Error(`There is no type ${name}.`);
      return unit;
    },
    inlined: (type) => inlined.get(type),
    within: (type) => unitsWithin(type),
    readsProperties: (unit) => groups.get(unit)?.readsProperties === true,
    isCycle: (from, to) => {
      const group = groups.get(from);
      return group?.cycle !== undefined && group === groups.get(to);
    },
    cycleOf: (unit) => groups.get(unit)?.cycle,
  };
}

/** A type inside another. */
interface Part {
  readonly type: TypeExpr;
  /** What to call it, after the name of the type around it. */
  readonly hint: string;
  /** Whether a check of it is passed on as a function. */
  readonly needsFunction: boolean;
  /** Whether a rule mentions it, by the name of its function and its shape. */
  readonly needsUnit?: boolean;
}

function partsOfShape({ properties, rest }: Members): readonly Part[] {
  const parts = properties.map(({ type, name }) => ({
    type,
    hint: name,
    needsFunction: false,
  }));
  return rest === undefined
    ? parts
    : [...parts, { type: rest, hint: "member", needsFunction: false }];
}

function partsOf(type: TypeExpr): readonly Part[] {
  switch (type.kind) {
    case "array":
      return [{ type: type.items, hint: "item", needsFunction: true }];
    case "record":
      return [{ type: type.value, hint: "member", needsFunction: true }];
    case "tuple":
      return [
        ...type.items.map((item, index) => ({
          type: item,
          hint: `item ${index + 1}`,
          needsFunction: false,
        })),
        ...(type.rest
          ? [{ type: type.rest, hint: "rest", needsFunction: true }]
          : []),
      ];
    case "checked":
      return [
        { type: type.type, hint: "base", needsFunction: false },
        ...type.checks.flatMap((check) =>
          typesOfCheck(check).map((each, index) => ({
            type: each,
            hint: `${check.kind} ${index + 1}`,
            needsFunction: true,
            needsUnit: true,
          })),
        ),
      ];
    case "object":
      return partsOfShape(type);
    case "union":
    case "intersection":
      return type.members.map((member, index) => ({
        type: member,
        hint: `variant ${index + 1}`,
        needsFunction: false,
      }));
    default:
      return [];
  }
}

/** Whether a type is too much for an expression. */
function needsUnit(type: TypeExpr): boolean {
  switch (type.kind) {
    case "object":
      return (
        type.properties.length > 0 ||
        type.rest !== undefined ||
        type.closed === true
      );
    case "checked":
      return type.checks.length > 0;
    case "tuple":
    case "intersection":
      return true;
    case "enum":
      return !type.open && type.values.length > MAX_INLINE_VALUES;
    case "union":
      return !type.members.every(isLeaf);
    default:
      return false;
  }
}

/** Whether a type has neither a name nor a unit, so that a check of it would have to be made up on the spot. */
function isFormless(type: TypeExpr): boolean {
  if (needsUnit(type) || isNever(type)) return false;
  switch (type.kind) {
    case "ref":
    case "unknown":
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "object":
      return false;
    default:
      return true;
  }
}

/** Members of which the prose demands one (`InputRequiredResult`). */
function oneRequired(model: RuledTypes, typeName: string): Unit["oneRequired"] {
  return model.rules.flatMap(({ data }) =>
    data?.kind === "atLeastOneOf" && isSubtype(model, typeName, data.type)
      ? [data.properties]
      : [],
  );
}

/** The shape with what the prose demands of single members. */
function withRules(
  shape: Members,
  typeName: string,
  model: RuledTypes,
): Members {
  const prefixes = model.rules.flatMap(({ data }) =>
    data?.kind === "stringPrefix" && isSubtype(model, typeName, data.type)
      ? [data]
      : [],
  );
  if (prefixes.length === 0) return shape;
  return { ...shape, properties: shape.properties.map(withPrefix) };

  function withPrefix(
    property: Members["properties"][number],
  ): typeof property {
    const rule = prefixes.find((each) => each.property === property.name);
    if (rule === undefined) return property;
    const pattern = prefixPattern(rule);
    return { ...property, constraints: { ...property.constraints, pattern } };
  }
}

/** The regular expression for strings with a prefix. */
function prefixPattern({
  prefix,
}: Extract<RuleData, { kind: "stringPrefix" }>): string {
  return `^${prefix.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}`;
}

/** What a reference to an alias of something simple means; undefined for all other types. */
export function aliasedLeaf(
  model: RuledTypes,
  type: TypeExpr,
): TypeExpr | undefined {
  if (type.kind !== "ref") return undefined;
  const declaration = findType(model, type.name);
  if (declaration?.kind !== "alias") return undefined;
  const target = limitedType(model, declaration.type, declaration.constraints);
  if (target.kind === "ref") return aliasedLeaf(model, target);
  const isSimple =
    isLeaf(target) || (target.kind === "union" && target.members.every(isLeaf));
  return isSimple ? target : undefined;
}
