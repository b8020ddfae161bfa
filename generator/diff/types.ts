/**
 * Compares the types of two revisions, each field at the one place that declares
 * it: what a type inherits is told at its supertype, and what it gains or loses
 * by inheriting differently is told once for all types concerned.
 */
import type {
  Heritage,
  InterfaceDeclaration,
  Method,
  TypeDeclaration,
} from "../model/model.js";
import { findType, flatten, hasType } from "../model/queries.js";
import type { Change } from "./change.js";
import { deprecationOf } from "./deprecation.js";
import type { Placed } from "./containment.js";
import { isAccepted, isObject, isSame, wireType } from "./containment.js";
import type { Comparison } from "./comparison.js";
import { compareExpr } from "./expressions.js";
import type { Found } from "./inheritance.js";
import { attributed, joinInherited } from "./inheritance.js";
import { compareConstraints } from "./limits.js";
import {
  compareObjects,
  compareRest,
  isAbsorbed,
  isCommonMeta,
} from "./objects.js";
import type { Place } from "./place.js";
import { lastingSenders, placeOfField, placeOfType } from "./place.js";
import { compareProperty, fieldAdded, fieldRemoved } from "./properties.js";
import type { Field } from "./revision.js";
import { codeText, typeText } from "./type-text.js";
import {
  ANYBODY,
  breaks,
  effectOfSets,
  NOBODY,
  verdictsOf,
} from "./verdict.js";

/**
 * The unions from which the model's methods are derived, and the bases of all
 * messages, whose params each message replaces: what changes there is reported for the
 * methods and of their own types.
 */
const MESSAGES: ReadonlySet<string> = new Set([
  "ClientRequest",
  "ServerRequest",
  "ClientNotification",
  "ServerNotification",
  "ClientResult",
  "ServerResult",
  "InputRequest",
  "InputResponse",
  "Request",
  "Notification",
]);

/** Compares all types. Renamed ones must bear their new name in both revisions. */
export function compareTypes(comparison: Comparison): readonly Change[] {
  const { before, after } = comparison;
  const removed = before.model.types.filter(
    (type) => !hasType(after.model, type.name),
  );
  const added = after.model.types.filter(
    (type) => !hasType(before.model, type.name),
  );
  return [
    ...removed.filter(isReported).map(({ name }) => typeRemoved(name)),
    ...added.filter(isReported).map(({ name }) => typeAdded(name)),
    ...compareCommonTypes(comparison),
  ];
}

function isReported(type: TypeDeclaration): boolean {
  return !MESSAGES.has(type.name);
}

/** Generated code names the type, so whatever uses it has to be edited. */
function typeRemoved(name: string): Change {
  return {
    subject: "type",
    action: "removed",
    path: name,
    place: `\`${name}\``,
    what: "was removed",
    verdicts: breaks(ANYBODY),
  };
}

function typeAdded(name: string): Change {
  return {
    subject: "type",
    action: "added",
    path: name,
    place: `\`${name}\``,
    what: "was added",
    verdicts: breaks(NOBODY),
  };
}

function compareCommonTypes(comparison: Comparison): readonly Change[] {
  const { before, after } = comparison;
  const messages = namesOf(comparison, (method) => method.type);
  const responses = namesOf(comparison, (method) => method.response);
  const found: Found[] = [];
  for (const now of after.model.types) {
    const old = findType(before.model, now.name);
    if (old === undefined || !isReported(now)) continue;
    const place = placeOfType(
      now.name,
      lastingSenders(now.name, before, after),
    );
    // A message's deprecation is its method's.
    if (!messages.has(now.name))
      found.push(
        ...deprecationOf(
          { subject: "type", path: place.path, place: place.words },
          old.documentation,
          now.documentation,
        ),
      );
    if (old.kind === "interface" && now.kind === "interface")
      // What the response to a method may hold is a fact of the method.
      found.push(
        ...compareFields(old, now, place, comparison, (name) =>
          name === "result" ? responses.has(now.name) : false,
        ),
      );
    else if (old.kind === "alias" && now.kind === "alias")
      found.push(
        ...compareExpr(wireType(old), wireType(now), place, comparison),
        ...compareConstraints(old.constraints, now.constraints, place),
      );
    else found.push(...compareKinds(old, now, place, comparison));
  }
  return joinInherited(found);
}

/** An interface that became an alias, or the other way round. */
function compareKinds(
  before: TypeDeclaration,
  after: TypeDeclaration,
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const [old, now] = [comparison.before, comparison.after].map(
    ({ model }): Placed => ({ expr: { kind: "ref", name: after.name }, model }),
  );
  if (old === undefined || now === undefined || isSame(old, now)) return [];
  if (isObject(old) && isObject(now))
    return compareObjects(old.expr, now.expr, place, comparison);
  const [was, is] = [before, after].map((type) =>
    type.kind === "alias" ? codeText(typeText(type.type)) : "an interface",
  );
  return [
    {
      subject: place.subject,
      action: "typeChanged",
      path: place.path,
      place: place.words,
      what: `changed from ${was} to ${is}`,
      verdicts: verdictsOf(
        place.senders,
        effectOfSets(isAccepted(old, now), isAccepted(now, old)),
      ),
    },
  ];
}

/** The types that methods of both revisions use in one role. */
function namesOf(
  { before, after }: Comparison,
  role: (method: Method) => string | undefined,
): ReadonlySet<string | undefined> {
  const old = new Set(before.model.methods.map(role));
  return new Set(after.model.methods.map(role).filter((name) => old.has(name)));
}

/**
 * Compares the fields that belong to this type and not to a common supertype.
 *
 * @param isTold names of fields that are spoken of elsewhere.
 */
function compareFields(
  before: InterfaceDeclaration,
  after: InterfaceDeclaration,
  place: Place,
  comparison: Comparison,
  isTold: (name: string) => boolean,
): readonly Found[] {
  const type = after.name;
  const old = comparison.before.fieldsOf(type);
  const now = comparison.after.fieldsOf(type);
  const parents = commonParents(before, after);
  const isMeta =
    comparison.before.metaTypes.has(type) ||
    comparison.after.metaTypes.has(type);
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => !isTold(name) && !(isMeta && comparison.metaKeys.has(name)),
  );
  return [
    ...names.flatMap((name): readonly Found[] => {
      const [was, is] = [old.get(name), now.get(name)];
      const at = placeOfField(place, name);
      if (parents.some((parent) => shares(parent, name, was, is, comparison)))
        return [];
      if (was !== undefined && is !== undefined)
        // What one supertype declares in both revisions is told there.
        return was.owner === is.owner && was.owner !== type
          ? []
          : compareProperty(was.property, is.property, at, comparison);
      const field = was ?? is;
      if (
        field === undefined ||
        ENVELOPES.has(field.owner) ||
        isCommonMeta(field.property, place, comparison)
      )
        return [];
      const change =
        was === undefined
          ? fieldAdded(field.property, at)
          : fieldRemoved(
              field.property,
              at,
              isAbsorbed(
                field.property,
                flatten(comparison.before.model, type),
                flatten(comparison.after.model, type),
                comparison,
              ),
            );
      return [attributed(change, field.owner, name, place, comparison)];
    }),
    ...compareRest(before.rest, after.rest, place, comparison),
  ];
}

/**
 * Supertypes that make an object a message of its own. Every message has been one
 * on the wire whether or not its type says so, and a method says of what kind it is.
 */
const ENVELOPES: ReadonlySet<string> = new Set([
  "JSONRPCRequest",
  "JSONRPCNotification",
]);

/** Direct supertypes of both revisions, with what either leaves out. */
function commonParents(
  before: InterfaceDeclaration,
  after: InterfaceDeclaration,
): readonly Heritage[] {
  return before.extends.flatMap(({ name, omit }) => {
    const same = after.extends.find((heritage) => heritage.name === name);
    return same === undefined ? [] : [{ name, omit: [...omit, ...same.omit] }];
  });
}

/** True when the supertype has the same field from the same place in both revisions. */
function shares(
  { name: parent, omit }: Heritage,
  name: string,
  was: Field | undefined,
  is: Field | undefined,
  { before, after }: Comparison,
): boolean {
  return (
    !omit.includes(name) &&
    before.fieldsOf(parent).get(name)?.owner === was?.owner &&
    after.fieldsOf(parent).get(name)?.owner === is?.owner
  );
}
