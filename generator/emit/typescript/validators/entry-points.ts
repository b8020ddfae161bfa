/** Functions of `validators.ts` that are not about one type: messages by method, and rules of the prose. */
import type { Method, ProtocolModel, RuleData } from "../../../model/model.js";
import { findProperty, hasType, methodsOf } from "../../../model/queries.js";
import { afterOperator, bracketed, printLayout } from "../print/layout.js";
import { printString, printValueKey } from "../print/print-literal.js";
import type { Scope } from "./scope.js";

/** One method of a table, printed: `"tools/call": callToolRequestShape,`. */
type Entry = string;

/** What the template shows; what a revision does not have is undefined or empty. */
export interface EntryPoints {
  readonly messages: MessageView | undefined;
  readonly requests: readonly Entry[];
  readonly notifications: readonly Entry[];
  readonly inputResponses: readonly Entry[];
  readonly results: readonly Entry[];
  /** Whether a task may answer a request in place of its result. */
  readonly hasTasks: boolean;
  /** Where results say themselves what they are. */
  readonly resultTypes: ResultTypesView | undefined;
  readonly reservedPrefix: ReservedPrefixView | undefined;
  /** The shape of an elicitation's params. */
  readonly elicitation: string | undefined;
}

export interface MessageView {
  readonly kinds: readonly {
    readonly kind: string;
    readonly shape: string;
  }[];
  readonly batches: boolean;
  readonly type: string;
}

export interface ResultTypesView {
  readonly result: string;
  readonly inputRequired: string;
  readonly inputRequiredType: string;
  readonly mayRequireInput: string;
}

export interface ReservedPrefixView {
  /** The rule in words. */
  readonly summary: string;
  /** The function that applies it. */
  readonly test: string;
  /** The list of labels, printed. */
  readonly labels: string;
}

/** The revision's types that entry points mention. */
const RESULT = "Result";
const INPUT_REQUIRED = "InputRequiredResult";
const ELICITATION = "ElicitRequestParams";

/**
 * Derives the entry points of a revision.
 *
 * @param nameOf What the file calls a type of the schema that it imports.
 */
export function entryPoints(
  model: ProtocolModel,
  scope: Scope,
  nameOf: (typeName: string) => string,
): EntryPoints {
  const requests = methodsOf(model, { kind: "request" });
  const notifications = methodsOf(model, { kind: "notification" });
  const inputRequests = methodsOf(model, { kind: "inputRequest" });
  if (methodsOf(model).length > 0) scope.use("validateByMethod");
  return {
    messages: messages(model, scope, nameOf),
    requests: entries(requests, ({ type }) => [type], scope),
    notifications: entries(notifications, ({ type }) => [type], scope),
    inputResponses: entries(inputRequests, ({ result }) => [result], scope),
    results: entries(
      requests,
      ({ result, task }) => [result, task?.result],
      scope,
    ),
    hasTasks: requests.some(({ task }) => task !== undefined),
    resultTypes:
      requests.length > 0 ? resultTypes(model, scope, nameOf) : undefined,
    reservedPrefix: reservedPrefix(model, scope),
    elicitation: elicitation(model, scope),
  };
}

/** Types that the entry points import. */
export function typesOfEntryPoints(model: ProtocolModel): readonly string[] {
  return [
    ...(model.envelope === undefined ? [] : [model.envelope.message]),
    ...(hasResultTypes(model) ? [INPUT_REQUIRED] : []),
  ];
}

/** Functions of the prose's rules that `validators.ts` passes on. */
export function ruleExports(model: ProtocolModel): readonly string[] {
  const has = (kind: RuleData["kind"], check?: string): boolean =>
    model.rules.some(
      ({ data }) =>
        data?.kind === kind &&
        (check === undefined ||
          (data.kind === "check" && data.check === check)),
    );
  return [
    ...(has("check", "sampling-messages") ? ["checkSamplingMessages"] : []),
    ...(has("check", "tool-headers") ? ["checkToolHeaders"] : []),
    ...(has("extensionIds") ? ["isExtensionId"] : []),
    ...(has("check", "icon-source") ? ["isIconSource"] : []),
    ...(has("reservedMetaPrefix") ? ["isMetaKey"] : []),
    ...(has("check", "trace-context")
      ? ["isBaggage", "isTraceparent", "isTracestate"]
      : []),
  ];
}

function shapeNameOf(typeName: string, scope: Scope): string {
  return scope.namesOf(scope.units.named(typeName)).shape;
}

/**
 * One entry a method; where there are several types, any of them will do: both sides
 * have the method, or a task may answer in place of the result.
 */
function entries(
  methods: readonly Method[],
  typesOf: (method: Method) => readonly (string | undefined)[],
  scope: Scope,
): readonly Entry[] {
  const types = new Map<string, Set<string>>();
  for (const method of methods) {
    for (const type of typesOf(method)) {
      if (type === undefined || !hasType(scope.model, type)) continue;
      types.set(method.name, (types.get(method.name) ?? new Set()).add(type));
    }
  }
  return [...types].map(([name, alternatives]) => {
    const shapes = [...alternatives].map((type) => shapeNameOf(type, scope));
    const [first = "", second] = shapes;
    const shape =
      second === undefined
        ? afterOperator(first)
        : [" ", bracketed(`${scope.use("eitherOf")}(`, shapes, ")")];
    return printLayout([`${printValueKey(name)}:`, shape, ","], 2);
  });
}

function messages(
  model: ProtocolModel,
  scope: Scope,
  nameOf: (typeName: string) => string,
): MessageView | undefined {
  const { envelope } = model;
  if (envelope === undefined) return undefined;
  scope.use("readMessage");
  const kinds = ["request", "notification", "result", "error"] as const;
  return {
    kinds: kinds.map((kind) => ({
      kind,
      shape: shapeNameOf(envelope[kind], scope),
    })),
    batches: envelope.batching,
    type: nameOf(envelope.message),
  };
}

function hasResultTypes(model: ProtocolModel): boolean {
  return (
    findProperty(model, RESULT, "resultType") !== undefined &&
    hasType(model, INPUT_REQUIRED)
  );
}

function resultTypes(
  model: ProtocolModel,
  scope: Scope,
  nameOf: (typeName: string) => string,
): ResultTypesView | undefined {
  if (!hasResultTypes(model)) return undefined;
  scope.use("validateResultByType");
  const asking = methodsOf(model, { kind: "request" }).filter(
    ({ features }) => features.mayRequireInput,
  );
  const names = asking.map(({ name }) => printString(name));
  return {
    result: shapeNameOf(RESULT, scope),
    inputRequired: shapeNameOf(INPUT_REQUIRED, scope),
    inputRequiredType: nameOf(INPUT_REQUIRED),
    mayRequireInput: printLayout(
      bracketed("mayRequireInput: [", names, "],"),
      2,
    ),
  };
}

function reservedPrefix(
  model: ProtocolModel,
  scope: Scope,
): ReservedPrefixView | undefined {
  for (const { data } of model.rules) {
    if (data?.kind !== "reservedMetaPrefix") continue;
    const labels = data.labels.map((label) => `\`${label}\``).join(" or ");
    const isSecond = data.rule === "second-label";
    return {
      summary: isSecond
        ? `its\n * second label is ${labels}.`
        : `it has a\n * label ${labels} that another one follows.`,
      test: scope.use(isSecond ? "hasSecondLabel" : "hasLabelBeforeAnother"),
      labels: `[${data.labels.map(printString).join(", ")}]`,
    };
  }
  return undefined;
}

function elicitation(model: ProtocolModel, scope: Scope): string | undefined {
  const isRuled = model.rules.some(
    ({ data }) => data?.kind === "check" && data.check === "elicitation-url",
  );
  if (!isRuled || !hasType(model, ELICITATION)) return undefined;
  scope.use("elicitationIssues");
  return shapeNameOf(ELICITATION, scope);
}
