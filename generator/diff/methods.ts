/** Compares the methods of two revisions: which exist, who sends them, and how. */
import type { Method, ProtocolModel, Side } from "../model/model.js";
import type { Change, Verdicts } from "./change.js";
import { otherSide } from "./change.js";
import { isAccepted } from "./containment.js";
import { deprecationOf } from "./deprecation.js";
import { compareAnswers } from "./answers.js";
import type { Comparison } from "./comparison.js";
import { codeText } from "./type-text.js";
import {
  breaks,
  effectOfSets,
  joinVerdicts,
  NOBODY,
  OPTIONAL_REMOVED,
  verdictsOf,
  WIDENED,
} from "./verdict.js";

/** Compares all methods; one that goes both ways is one method. */
export function compareMethods(comparison: Comparison): readonly Change[] {
  const before = byName(comparison.before.model);
  const after = byName(comparison.after.model);
  const changes: Change[] = [];
  for (const [name, entries] of before)
    if (!after.has(name))
      changes.push(
        methodChange(name, {
          action: "removed",
          what: `was removed (${routesText(entries)})`,
          verdicts: joinVerdicts(entries.map(removalOf)),
        }),
      );
  for (const [name, entries] of after) {
    const old = before.get(name);
    if (old === undefined)
      changes.push(
        methodChange(name, {
          action: "added",
          what: `was added (${routesText(entries)})`,
          verdicts: joinVerdicts(entries.map(additionOf)),
        }),
      );
    else changes.push(...compareEntries(name, old, entries, comparison));
  }
  return [...changes, ...compareAnswers(comparison)];
}

function byName(model: ProtocolModel): ReadonlyMap<string, readonly Method[]> {
  const names = new Map<string, Method[]>();
  for (const method of model.methods)
    names.set(method.name, [...(names.get(method.name) ?? []), method]);
  return names;
}

/** "request from the client", "notification from the client, from the server". */
function routesText(entries: readonly Method[]): string {
  const kinds = new Map<Method["kind"], Side[]>();
  for (const { kind, from } of entries)
    kinds.set(kind, [...(kinds.get(kind) ?? []), from]);
  return [...kinds]
    .map(
      ([kind, sides]) =>
        `${KIND_TEXT[kind]} from ${sides.map((side) => `the ${side}`).join(" and ")}`,
    )
    .join(", ");
}

const KIND_TEXT: Readonly<Record<Method["kind"], string>> = {
  request: "request",
  notification: "notification",
  inputRequest: "input request",
};

/** A sender is refused or not understood; the other end is never asked again. */
function removalOf(method: Method): Verdicts {
  return verdictsOf(new Set([method.from]), OPTIONAL_REMOVED);
}

/**
 * Unknown notifications are ignored, and a capability that was never declared
 * keeps a request away; a request without one has to be answered.
 */
function additionOf(method: Method): Verdicts {
  return method.kind === "notification" || gateOf(method) !== undefined
    ? breaks(NOBODY)
    : breaks(new Set([otherSide(method.from)]));
}

/** The capability by which the answering side offers the method. */
function gateOf(method: Method): string | undefined {
  return method.from === "client"
    ? method.serverCapability
    : method.clientCapability;
}

function compareEntries(
  name: string,
  before: readonly Method[],
  after: readonly Method[],
  comparison: Comparison,
): readonly Change[] {
  const pairs = pairsOf(before, after);
  const paired = new Set(pairs.flat());
  const changes: Change[] = [];
  for (const old of before)
    if (!paired.has(old))
      changes.push(
        methodChange(name, {
          action: "changed",
          what: `is no longer ${sentText(old, after)}`,
          verdicts: removalOf(old),
        }),
      );
  for (const [old, now] of pairs)
    changes.push(...compareMethod(old, now, comparison));
  for (const now of after)
    if (!paired.has(now))
      changes.push(
        methodChange(name, {
          action: "changed",
          what: `is now ${sentText(now, before)} too`,
          verdicts: additionOf(now),
        }),
      );
  return distinct(changes);
}

/**
 * The entries of a method that belong together: of one sender and kind, and of what is
 * left over those of one sender, whose kind has changed.
 */
function pairsOf(
  before: readonly Method[],
  after: readonly Method[],
): readonly (readonly [Method, Method])[] {
  const pairs: (readonly [Method, Method])[] = [];
  const pairUp = (fits: (old: Method, now: Method) => boolean): void => {
    const paired = new Set(pairs.flat());
    for (const old of before) {
      const now = after.find((each) => !paired.has(each) && fits(old, each));
      if (paired.has(old) || now === undefined) continue;
      paired.add(old).add(now);
      pairs.push([old, now]);
    }
  };
  pairUp((old, now) => old.from === now.from && old.kind === now.kind);
  pairUp((old, now) => old.from === now.from);
  return pairs;
}

/** "sent by the server", with its kind where the server sends the other kind as well. */
function sentText(method: Method, others: readonly Method[]): string {
  const { from, kind } = method;
  const isOtherKind = others.some((other) => other.from === from);
  return `sent by the ${from}${isOtherKind ? ` as ${withArticle(KIND_TEXT[kind])}` : ""}`;
}

function withArticle(text: string): string {
  return `${/^[aeiou]/.test(text) ? "an" : "a"} ${text}`;
}

function compareMethod(
  before: Method,
  after: Method,
  comparison: Comparison,
): readonly Change[] {
  return [
    ...compareKind(before, after),
    ...compareResult(before, after, comparison),
    ...compareInput(before, after),
    ...compareCapability(before, after, "server"),
    ...compareCapability(before, after, "client"),
    ...compareHeader(before, after),
    ...deprecationOf(
      { subject: "method", path: after.name, place: `\`${after.name}\`` },
      before.documentation,
      after.documentation,
    ),
  ];
}

function compareKind(before: Method, after: Method): readonly Change[] {
  if (before.kind === after.kind) return [];
  return [
    methodChange(after.name, {
      action: "changed",
      what: `changed its kind from ${KIND_TEXT[before.kind]} to ${KIND_TEXT[after.kind]}`,
      before: before.kind,
      after: after.kind,
      verdicts: BOTH,
    }),
  ];
}

/** Whether it answers with another type; what a type holds is the type's affair. */
function compareResult(
  before: Method,
  after: Method,
  comparison: Comparison,
): readonly Change[] {
  const [was, is] = [before.result, after.result];
  if (was === undefined || is === undefined || was === is) return [];
  const old = {
    expr: { kind: "ref", name: was },
    model: comparison.before.model,
  } as const;
  const now = {
    expr: { kind: "ref", name: is },
    model: comparison.after.model,
  } as const;
  return [
    methodChange(after.name, {
      action: "typeChanged",
      what: `answers with ${codeText(is)} (was ${codeText(was)})`,
      before: was,
      after: is,
      verdicts: verdictsOf(
        new Set([otherSide(after.from)]),
        effectOfSets(isAccepted(old, now), isAccepted(now, old)),
      ),
    }),
  ];
}

function compareInput(before: Method, after: Method): readonly Change[] {
  const now = after.features.mayRequireInput;
  if (before.features.mayRequireInput === now) return [];
  return [
    methodChange(after.name, {
      action: "changed",
      what: now
        ? "may now answer that it needs input first"
        : "no longer answers that it needs input first",
      verdicts: verdictsOf(
        new Set([otherSide(after.from)]),
        now ? WIDENED : OPTIONAL_REMOVED,
      ),
    }),
  ];
}

/**
 * A capability that is now asked for must be declared by one side and looked up
 * by the other; one that is not asked for any more leaves a method that cannot be
 * declined.
 */
function compareCapability(
  before: Method,
  after: Method,
  side: Side,
): readonly Change[] {
  const key = side === "server" ? "serverCapability" : "clientCapability";
  const [was, is] = [before[key], after[key]];
  if (was === is) return [];
  return [
    methodChange(after.name, {
      action: "changed",
      what:
        is === undefined
          ? `no longer depends on a ${side} capability${formerly(was)}`
          : `now depends on the ${side} capability ${codeText(is)}${formerly(was)}`,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
      verdicts: is === undefined ? breaks(new Set([side])) : BOTH,
    }),
  ];
}

/** The header is checked by the receiver of the request. */
function compareHeader(before: Method, after: Method): readonly Change[] {
  const [was, is] = [before.headerName, after.headerName];
  if (was === is) return [];
  return [
    methodChange(after.name, {
      action: "changed",
      what:
        is === undefined
          ? `no longer repeats a param in the Mcp-Name header${formerly(was)}`
          : `repeats its ${codeText(is)} in the Mcp-Name header${formerly(was)}`,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
      verdicts:
        was === undefined
          ? breaks(new Set([after.from]))
          : is === undefined
            ? breaks(new Set([otherSide(after.from)]))
            : BOTH,
    }),
  ];
}

function formerly(was: string | undefined): string {
  return was === undefined ? "" : ` (was ${codeText(was)})`;
}

const BOTH: Verdicts = { clients: "breaking", servers: "breaking" };

/** Joins what is said of both directions of a method in the same words. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const told = new Map<string, Change>();
  for (const change of changes) {
    const known = told.get(change.what);
    told.set(
      change.what,
      known === undefined
        ? change
        : {
            ...known,
            verdicts: joinVerdicts([known.verdicts, change.verdicts]),
          },
    );
  }
  return [...told.values()];
}

function methodChange(
  name: string,
  change: Omit<Change, "subject" | "path" | "place">,
): Change {
  return { subject: "method", path: name, place: `\`${name}\``, ...change };
}
