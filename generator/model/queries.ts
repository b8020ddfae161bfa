/**
 * Questions about a protocol model. All pure: the same model, the same answer.
 *
 * Most take {@link Types} in place of a whole model, so that they can be asked
 * while the rest of the model is still being made.
 */
import type {
  Check,
  ErrorCode,
  Heritage,
  InterfaceDeclaration,
  Method,
  Property,
  ProtocolModel,
  Side,
  TypeDeclaration,
  TypeExpr,
} from "./model.js";
import { bothConstraints, isNone, mergeLimits } from "./constraints.js";
import { intersectTypes } from "./normalise.js";

/** The part of a model that questions about types need. */
export type Types = Pick<ProtocolModel, "types">;

/** The part of a model that validators are made from. */
export type RuledTypes = Pick<ProtocolModel, "types" | "rules">;

/** Every member that a value of a type has, inherited ones included. */
export interface Members {
  readonly properties: readonly Property[];
  /** Type of the members without a name of their own, when those are allowed for. */
  readonly rest?: TypeExpr;
  /** True when there are no other members. */
  readonly closed?: true;
}

const indexes = new WeakMap<Types["types"], Map<string, TypeDeclaration>>();

function indexOf({ types }: Types): ReadonlyMap<string, TypeDeclaration> {
  let index = indexes.get(types);
  if (index === undefined) {
    index = new Map(types.map((type) => [type.name, type]));
    indexes.set(types, index);
  }
  return index;
}

/** The exported type of this name. */
export function findType(
  model: Types,
  name: string,
): TypeDeclaration | undefined {
  return indexOf(model).get(name);
}

/** Whether the schema exports a type of this name. */
export function hasType(model: Types, name: string): boolean {
  return indexOf(model).has(name);
}

/** The exported interfaces, in the order of the schema. */
export function interfacesOf(model: Types): readonly InterfaceDeclaration[] {
  return model.types.filter((type) => type.kind === "interface");
}

/**
 * Follows names through aliases: the first expression that is not an alias, which
 * is a `ref` only when it names an interface (or nothing at all).
 */
export function resolve(model: Types, type: TypeExpr): TypeExpr {
  const seen = new Set<string>();
  let current = type;
  while (current.kind === "ref" && !seen.has(current.name)) {
    seen.add(current.name);
    const declaration = findType(model, current.name);
    if (declaration?.kind !== "alias") return current;
    current = declaration.type;
  }
  return current;
}

/** Adds properties as an interface does: one of the same name takes the old one's place. */
function override(
  inherited: ReadonlyMap<string, Property>,
  own: readonly Property[],
): Property[] {
  const byName = new Map(inherited);
  for (const property of own) byName.set(property.name, property);
  return [...byName.values()];
}

function membersOf(
  properties: readonly Property[],
  rest: TypeExpr | undefined,
): Members {
  return rest === undefined ? { properties } : { properties, rest };
}

/**
 * What TypeScript's `Omit` leaves. Over an index signature that is the signature
 * alone: `keyof` is then `string`, so the mapped type forgets every named member.
 */
function omit(members: Members, names: readonly string[]): Members {
  if (names.length === 0) return members;
  if (members.rest !== undefined) return membersOf([], members.rest);
  return membersOf(
    members.properties.filter(({ name }) => !names.includes(name)),
    undefined,
  );
}

/** What both say of a value: the narrower type, and the limits of both. */
function intersectLimited(
  left: Property,
  right: Property,
): Pick<Property, "type" | "constraints"> {
  const [, apart] = mergeLimits(left.constraints, right.constraints);
  if (isNone(apart)) {
    return {
      type: intersectTypes(left.type, right.type),
      constraints: bothConstraints(left.constraints, right.constraints),
    };
  }
  const checked = ({ type, constraints }: Property): TypeExpr => ({
    kind: "checked",
    type,
    constraints,
    checks: [],
  });
  return {
    type: intersectTypes(checked(left), checked(right)),
    constraints: {},
  };
}

/** Both of two same-named properties of an intersection. */
export function intersectProperties(left: Property, right: Property): Property {
  const { orUndefined, ...rest } = left;
  return {
    ...rest,
    ...(orUndefined && right.orUndefined && { orUndefined }),
    optional: left.optional && right.optional,
    ...intersectLimited(left, right),
    documentation:
      right.documentation.text === ""
        ? left.documentation
        : right.documentation,
  };
}

/** Whether a shape says something of members that it does not name: it cannot be merged. */
function limitsOthers({ rest, closed }: Members): boolean {
  return closed === true || (rest !== undefined && rest.kind !== "unknown");
}

/** What a value has that is of both shapes; undefined when no single shape says so. */
function intersectMembers(left: Members, right: Members): Members | undefined {
  if (limitsOthers(left) || limitsOthers(right)) return undefined;
  const byName = new Map(
    left.properties.map((property) => [property.name, property]),
  );
  for (const property of right.properties) {
    const other = byName.get(property.name);
    byName.set(
      property.name,
      other === undefined ? property : intersectProperties(other, property),
    );
  }
  return membersOf([...byName.values()], left.rest ?? right.rest);
}

/**
 * Every member of an object type, as TypeScript sees it: supertypes in order,
 * own properties in place of inherited ones of the same name, the members of an
 * intersection merged (properties of the same name intersect).
 *
 * Gives `undefined` for what is not one object type: unions, primitives,
 * arrays, unknown names.
 */
export function flatten(
  model: Types,
  type: string | TypeExpr,
): Members | undefined {
  return typeof type === "string"
    ? membersOfNamed(model, type)
    : membersOfExpression(model, type);
}

const flattened = new WeakMap<
  Types["types"],
  Map<string, Members | undefined>
>();

/**
 * The properties of a declared type, kept: emitters ask for the same types over and over,
 * and each type of a chain for all above it. A type that leads back to itself has none there.
 */
function membersOfNamed(model: Types, name: string): Members | undefined {
  let known = flattened.get(model.types);
  if (known === undefined) flattened.set(model.types, (known = new Map()));
  if (known.has(name)) return known.get(name);
  known.set(name, undefined);
  const declaration = findType(model, name);
  if (declaration === undefined) return undefined;
  const members =
    declaration.kind === "alias"
      ? membersOfExpression(model, declaration.type)
      : flattenInterface(model, declaration);
  known.set(name, members);
  return members;
}

function membersOfExpression(
  model: Types,
  type: TypeExpr,
): Members | undefined {
  switch (type.kind) {
    case "object":
      return type;
    case "record":
      return membersOf([], type.value);
    case "intersection": {
      let merged: Members | undefined;
      for (const member of type.members) {
        const members = membersOfExpression(model, member);
        if (members === undefined) return undefined;
        merged =
          merged === undefined ? members : intersectMembers(merged, members);
        if (merged === undefined) return undefined;
      }
      return merged;
    }
    case "ref":
      return membersOfNamed(model, type.name);
    default:
      return undefined;
  }
}

function flattenInterface(
  model: Types,
  declaration: InterfaceDeclaration,
): Members {
  const inherited = new Map<string, Property>();
  let rest: TypeExpr | undefined;
  for (const heritage of declaration.extends) {
    const members = inheritedMembers(model, heritage);
    for (const property of members?.properties ?? []) {
      // Where two supertypes differ, TypeScript demands an own property; the first stands.
      if (!inherited.has(property.name)) {
        inherited.set(property.name, property);
      }
    }
    rest ??= members?.rest;
  }
  const members = membersOf(
    override(inherited, declaration.properties),
    declaration.rest ?? rest,
  );
  return declaration.closed ? { ...members, closed: true } : members;
}

function inheritedMembers(
  model: Types,
  { name, omit: names }: Heritage,
): Members | undefined {
  const members = membersOfNamed(model, name);
  return members === undefined ? undefined : omit(members, names);
}

/** The property of this name, inherited or own, of an object type. */
export function findProperty(
  model: Types,
  type: string | TypeExpr,
  name: string,
): Property | undefined {
  return flatten(model, type)?.properties.find(
    (property) => property.name === name,
  );
}

/** Names of all interfaces and aliases that an expression mentions, in order. */
export function referencesOf(type: TypeExpr): readonly string[] {
  switch (type.kind) {
    case "ref":
      return [type.name];
    case "array":
      return referencesOf(type.items);
    case "tuple":
      return [...type.items, ...(type.rest ? [type.rest] : [])].flatMap(
        referencesOf,
      );
    case "checked":
      return [type.type, ...type.checks.flatMap(typesOfCheck)].flatMap(
        referencesOf,
      );
    case "record":
      return referencesOf(type.value);
    case "union":
    case "intersection":
      return type.members.flatMap(referencesOf);
    case "object":
      return [
        ...type.properties.flatMap((property) => referencesOf(property.type)),
        ...(type.rest === undefined ? [] : referencesOf(type.rest)),
      ];
    default:
      return [];
  }
}

/** The types that a check asks about, in order. */
export function typesOfCheck(check: Check): readonly TypeExpr[] {
  switch (check.kind) {
    case "not":
    case "contains":
    case "propertyNames":
    case "dependentType":
      return [check.type];
    case "oneOf":
      return check.members;
    case "if":
      return [check.test, check.then, check.otherwise].filter(
        (each) => each !== undefined,
      );
    case "properties":
      return [
        ...check.patterns.map(({ type }) => type),
        ...(check.rest ? [check.rest] : []),
      ];
    case "dependentRequired":
      return [];
  }
}

/** Names of an interface's supertypes at any distance, itself first. */
export function ancestorsOf(model: Types, name: string): readonly string[] {
  const names = new Set([name]);
  for (const known of names) {
    const declaration = findType(model, known);
    if (declaration?.kind === "interface") {
      for (const heritage of declaration.extends) names.add(heritage.name);
    }
  }
  return [...names];
}

/** Whether an interface is, or extends at any distance, the named type. */
export function isSubtype(
  model: Types,
  name: string,
  ancestor: string,
): boolean {
  return ancestorsOf(model, name).includes(ancestor);
}

/** Which methods are asked for; what is left out does not matter. */
export interface MethodFilter {
  readonly kind?: Method["kind"];
  readonly from?: Side;
}

/** The methods of one kind and sender, in the order of the schema's unions. */
export function methodsOf(
  model: Pick<ProtocolModel, "methods">,
  { kind, from }: MethodFilter = {},
): readonly Method[] {
  return model.methods.filter(
    (method) =>
      (kind === undefined || method.kind === kind) &&
      (from === undefined || method.from === from),
  );
}

/** The method of this name on the wire, for one kind and sender. */
export function findMethod(
  model: Pick<ProtocolModel, "methods">,
  name: string,
  filter: MethodFilter = {},
): Method | undefined {
  return methodsOf(model, filter).find((method) => method.name === name);
}

/**
 * Client requests whose result itself tells who the server is, in a `serverInfo`
 * field: `initialize`, and `server/discover` in drafts before that became a
 * `_meta` key of every result.
 */
export function serverInfoResults(model: ProtocolModel): readonly string[] {
  return methodsOf(model, { kind: "request", from: "client" })
    .filter(
      ({ result }) =>
        result !== undefined &&
        findProperty(model, result, "serverInfo") !== undefined,
    )
    .map(({ name }) => name);
}

/** The error code that this constant names. */
export function findError(
  model: Pick<ProtocolModel, "errors">,
  name: string,
): ErrorCode | undefined {
  return model.errors.find((error) => error.name === name);
}
