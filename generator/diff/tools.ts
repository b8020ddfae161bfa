/** What changed between two states of a server's tools, and whom it breaks. */
import type { Property, TypeExpr } from "../model/model.js";
import { flatten, type Members } from "../model/queries.js";
import type { ToolModel, ToolsModel } from "../model/tools.js";
import { isAccepted, isWithin, wireType } from "./containment.js";
import { typeText } from "./type-text.js";
import type { Verdict } from "./change.js";

/** One difference between two lists of tools. */
export interface ToolChange {
  /** The name of the tool. */
  readonly tool: string;
  /** What of it: the tool itself, its arguments, its result, its words. */
  readonly subject: "tool" | "arguments" | "result" | "hints" | "description";
  /** The property, where one is meant: `path`, `edits[].oldText` is `edits`. */
  readonly path?: string;
  /** What happened, in words: "was added (required, string)". */
  readonly what: string;
  /** The old words or type, where there are any. */
  readonly before?: string;
  readonly after?: string;
  /** Whether programs that call the tool may stay as they are. */
  readonly callers: Verdict;
  /** Whether a server that has the tool may stay as it is. */
  readonly server: Verdict;
}

/** A comparison of two lists of tools. */
export interface ToolsDiff {
  readonly before: ComparedTools;
  readonly after: ComparedTools;
  readonly changes: readonly ToolChange[];
}

/** One of the two lists. */
export interface ComparedTools {
  readonly path: string;
  /** `server 1.2.3`; empty where nobody said so. */
  readonly server: string;
  readonly tools: number;
}

/** Compares two models. Changes come by tool, in the order of the names. */
export function compareTools(before: ToolsModel, after: ToolsModel): ToolsDiff {
  const names = [
    ...new Set([...before.tools, ...after.tools].map(({ name }) => name)),
  ].sort();
  const find = (model: ToolsModel, name: string): ToolModel | undefined =>
    model.tools.find((tool) => tool.name === name);
  return {
    before: comparedOf(before),
    after: comparedOf(after),
    changes: names.flatMap((name): readonly ToolChange[] => {
      const old = find(before, name);
      const now = find(after, name);
      if (old === undefined)
        return [toolChange(name, "was added", false, true)];
      if (now === undefined)
        return [toolChange(name, "was removed", true, false)];
      return changesOf({ old, now, before, after });
    }),
  };
}

/** True when a change breaks callers or the server. */
export function isBreakingTool({ callers, server }: ToolChange): boolean {
  return callers === "breaking" || server === "breaking";
}

function comparedOf({ source, server, tools }: ToolsModel): ComparedTools {
  return {
    path: source.path,
    server:
      server === undefined ? "" : `${server.name} ${server.version}`.trim(),
    tools: tools.length,
  };
}

interface Pair {
  readonly old: ToolModel;
  readonly now: ToolModel;
  readonly before: ToolsModel;
  readonly after: ToolsModel;
}

function verdict(isBroken: boolean): Verdict {
  return isBroken ? "breaking" : "compatible";
}

function toolChange(
  tool: string,
  what: string,
  breaksCallers: boolean,
  breaksServer: boolean,
): ToolChange {
  return {
    tool,
    subject: "tool",
    what,
    callers: verdict(breaksCallers),
    server: verdict(breaksServer),
  };
}

function changesOf(pair: Pair): readonly ToolChange[] {
  const { old, now } = pair;
  return [
    ...typeChanges(pair, "arguments", old.argumentsType, now.argumentsType),
    ...resultChanges(pair),
    ...hintChanges(old, now),
    ...wordChanges(pair),
  ];
}

function resultChanges(pair: Pair): readonly ToolChange[] {
  const { old, now } = pair;
  if (old.resultType === undefined && now.resultType === undefined) return [];
  const head = { tool: old.name, subject: "result" } as const;
  // A call gives a structured result in the place of content, or the other way round.
  if (old.resultType === undefined) {
    return [
      {
        ...head,
        what: "has an outputSchema now",
        callers: "breaking",
        server: "breaking",
      },
    ];
  }
  if (now.resultType === undefined) {
    return [
      {
        ...head,
        what: "has no outputSchema any more",
        callers: "breaking",
        server: "compatible",
      },
    ];
  }
  return typeChanges(pair, "result", old.resultType, now.resultType);
}

/** Changes of the arguments, which callers send, or of the result, which the server does. */
function typeChanges(
  { old: { name: tool }, before, after }: Pair,
  subject: "arguments" | "result",
  oldName: string,
  newName: string,
): readonly ToolChange[] {
  const change = (
    what: string,
    oldFitsNew: boolean,
    newFitsOld: boolean,
    further: Pick<ToolChange, "path" | "before" | "after"> = {},
  ): ToolChange => {
    const [sender, receiver] = [verdict(!oldFitsNew), verdict(!newFitsOld)];
    return {
      tool,
      subject,
      ...further,
      what,
      callers: subject === "arguments" ? sender : receiver,
      server: subject === "arguments" ? receiver : sender,
    };
  };
  const fits = (
    inner: TypeExpr,
    outer: TypeExpr,
    isForward: boolean,
  ): boolean =>
    isAccepted(
      { expr: inner, model: isForward ? before : after },
      { expr: outer, model: isForward ? after : before },
    );
  const whole = (name: string): TypeExpr => ({ kind: "ref", name });
  const oldShape = flatten(before, oldName);
  const newShape = flatten(after, newName);
  if (oldShape === undefined || newShape === undefined) {
    const forward = fits(whole(oldName), whole(newName), true);
    const backward = fits(whole(newName), whole(oldName), false);
    return forward && backward
      ? []
      : [change("changed its type", forward, backward)];
  }
  return [
    ...propertyChanges(oldShape, newShape, change, fits),
    ...(oldShape.closed === newShape.closed
      ? []
      : [
          newShape.closed
            ? change("allows no other properties any more", false, true)
            : change("allows other properties now", true, true),
        ]),
  ];
}

function propertyChanges(
  before: Members,
  after: Members,
  change: (
    what: string,
    oldFitsNew: boolean,
    newFitsOld: boolean,
    further?: Pick<ToolChange, "path" | "before" | "after">,
  ) => ToolChange,
  fits: (inner: TypeExpr, outer: TypeExpr, isForward: boolean) => boolean,
): readonly ToolChange[] {
  const find = (shape: Members, name: string): Property | undefined =>
    shape.properties.find((property) => property.name === name);
  const names = [
    ...new Set(
      [...before.properties, ...after.properties].map(({ name }) => name),
    ),
  ];
  return names.flatMap((path): readonly ToolChange[] => {
    const old = find(before, path);
    const now = find(after, path);
    if (old === undefined && now !== undefined) {
      const kind = `${now.optional ? "optional" : "required"}, ${typeText(now.type)}`;
      return [change(`was added (${kind})`, now.optional, true, { path })];
    }
    if (old !== undefined && now === undefined) {
      return [change("was removed", false, old.optional, { path })];
    }
    if (old === undefined || now === undefined) return [];
    const found: ToolChange[] = [];
    if (old.optional !== now.optional) {
      found.push(
        now.optional
          ? change("is optional now", true, false, { path })
          : change("is required now", false, true, { path }),
      );
    }
    const forward =
      fits(wireType(old), wireType(now), true) &&
      isWithin(old.constraints, now.constraints);
    const backward =
      fits(wireType(now), wireType(old), false) &&
      isWithin(now.constraints, old.constraints);
    if (!forward || !backward) {
      const [was, is] = [limitedText(old), limitedText(now)];
      const texts = was === is ? {} : { before: was, after: is };
      const what = was === is ? "changed its type" : `was ${was}, is ${is}`;
      found.push(change(what, forward, backward, { path, ...texts }));
    }
    return found;
  });
}

/** A type and its limits on one line. */
function limitedText({ type, constraints }: Property): string {
  const limits = Object.entries(constraints).map(
    ([name, limit]) => `${name} ${String(limit)}`,
  );
  return [typeText(type), ...limits].join(", ");
}

function hintChanges(old: ToolModel, now: ToolModel): readonly ToolChange[] {
  const names = new Set([...Object.keys(old.hints), ...Object.keys(now.hints)]);
  return [...names].sort().flatMap((name) => {
    const [was, is] = [String(old.hints[name]), String(now.hints[name])];
    return was === is
      ? []
      : [
          {
            tool: old.name,
            subject: "hints" as const,
            path: name,
            what: `was ${was.replace("undefined", "absent")}, is ${is.replace("undefined", "absent")}`,
            callers: "compatible" as const,
            server: "compatible" as const,
          },
        ];
  });
}

/** Titles and descriptions: a model reads them as instructions. */
function wordChanges({ old, now, before, after }: Pair): readonly ToolChange[] {
  const words = (
    path: string | undefined,
    was: string | undefined,
    is: string | undefined,
  ): readonly ToolChange[] =>
    was === is
      ? []
      : [
          {
            tool: old.name,
            subject: "description",
            ...(path !== undefined && { path }),
            what:
              was === undefined
                ? "was added"
                : is === undefined
                  ? "was removed"
                  : "changed",
            ...(was !== undefined && { before: was }),
            ...(is !== undefined && { after: is }),
            callers: "compatible",
            server: "compatible",
          },
        ];
  const described = (model: ToolsModel, name: string): Map<string, string> =>
    new Map(
      (flatten(model, name)?.properties ?? []).map((property) => [
        property.name,
        property.documentation.text,
      ]),
    );
  const oldWords = described(before, old.argumentsType);
  const newWords = described(after, now.argumentsType);
  return [
    ...words(undefined, old.description, now.description),
    ...words("title", old.title, now.title),
    ...[...newWords].flatMap(([path, is]) => {
      const was = oldWords.get(path);
      return was === undefined ? [] : words(path, was, is);
    }),
  ];
}
