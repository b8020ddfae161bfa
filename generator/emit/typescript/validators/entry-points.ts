/** Functions of `validators.ts` that are not about one type: messages by method, and rules of the prose. */
import type { Method, ProtocolModel, RuleData } from "../../../model/model.js";
import {
  findProperty,
  findType,
  flatten,
  hasType,
  methodsOf,
  resolve,
} from "../../../model/queries.js";
import { afterOperator, bracketed, printLayout } from "../print/layout.js";
import { printString, printValueKey } from "../print/print-literal.js";
import type { Scope } from "./scope.js";

/** Names that the template gives to what it declares; types give way to them. */
export const TEMPLATE_NAMES: readonly string[] = [
  "checkElicitation",
  "inputResponses",
  "isReservedMetaPrefix",
  "messageKinds",
  "notifications",
  "NotificationTypes",
  "parseMessage",
  "requests",
  "RequestTypes",
  "results",
  "resultTypes",
  "validateInputResponse",
  "validateNotification",
  "validateRequest",
  "validateResult",
];

/** One method of a table, printed: `"tools/call": callToolRequestShape,`. */
type Entry = string;

/** What the template shows; what a revision does not have is undefined or empty. */
export interface EntryPoints {
  readonly messages: MessageView | undefined;
  readonly requests: readonly Entry[];
  readonly notifications: readonly Entry[];
  readonly inputResponses: readonly Entry[];
  readonly results: readonly Entry[];
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
const MESSAGE = "JSONRPCMessage";
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
    requests: entries(requests, ({ type }) => type, scope),
    notifications: entries(notifications, ({ type }) => type, scope),
    inputResponses: entries(inputRequests, ({ result }) => result, scope),
    results: entries(requests, ({ result }) => result, scope),
    resultTypes:
      requests.length > 0 ? resultTypes(model, scope, nameOf) : undefined,
    reservedPrefix: reservedPrefix(model, scope),
    elicitation: elicitation(model, scope),
  };
}

/** Types that the entry points import. */
export function typesOfEntryPoints(model: ProtocolModel): readonly string[] {
  return [
    ...(messageKinds(model) === undefined ? [] : [MESSAGE]),
    ...(hasResultTypes(model) ? [INPUT_REQUIRED] : []),
  ];
}

/** Modules of the prose's rules, and what `validators.ts` passes on of them. */
export function ruleExports(
  model: ProtocolModel,
): readonly { readonly module: string; readonly names: readonly string[] }[] {
  const has = (kind: RuleData["kind"], check?: string): boolean =>
    model.rules.some(
      ({ data }) =>
        data?.kind === kind &&
        (check === undefined ||
          (data.kind === "check" && data.check === check)),
    );
  const meta = [
    ...(has("check", "trace-context") ? ["isBaggage"] : []),
    ...(has("extensionIds") ? ["isExtensionId"] : []),
    ...(has("reservedMetaPrefix") ? ["isMetaKey"] : []),
    ...(has("check", "trace-context") ? ["isTraceparent", "isTracestate"] : []),
  ];
  return [
    {
      module: "formats",
      names: has("check", "icon-source") ? ["isIconSource"] : [],
    },
    {
      module: "client-features",
      names: has("check", "sampling-messages") ? ["checkSamplingMessages"] : [],
    },
    { module: "meta", names: meta },
    {
      module: "tool-headers",
      names: has("check", "tool-headers") ? ["checkToolHeaders"] : [],
    },
  ].filter(({ names }) => names.length > 0);
}

/** Everything that `ruleExports` may name. */
export const RULE_NAMES: readonly string[] = [
  "checkSamplingMessages",
  "checkToolHeaders",
  "isBaggage",
  "isExtensionId",
  "isIconSource",
  "isMetaKey",
  "isTraceparent",
  "isTracestate",
];

function shapeNameOf(typeName: string, scope: Scope): string {
  return scope.namesOf(scope.units.named(typeName)).shape;
}

/** One entry a method; where both sides have a method, either side's type will do. */
function entries(
  methods: readonly Method[],
  typeOf: (method: Method) => string | undefined,
  scope: Scope,
): readonly Entry[] {
  const types = new Map<string, Set<string>>();
  for (const method of methods) {
    const type = typeOf(method);
    if (type === undefined || !hasType(scope.model, type)) continue;
    types.set(method.name, (types.get(method.name) ?? new Set()).add(type));
  }
  return [...types].map(([name, alternatives]) => {
    const shapes = [...alternatives].map((type) => shapeNameOf(type, scope));
    const [first = "", second] = shapes;
    // Both sides have this method, with types of their own.
    const shape =
      second === undefined
        ? afterOperator(first)
        : [" ", bracketed(`${scope.use("eitherOf")}(`, shapes, ")")];
    return printLayout([`${printValueKey(name)}:`, shape, ","], 2);
  });
}

/** The kinds of messages by the types that have them. */
interface MessageKinds {
  readonly types: Readonly<Record<string, string>>;
  readonly batches: boolean;
}

/** The kinds of messages that `JSONRPCMessage` unites; undefined when it has not all of them. */
function messageKinds(model: ProtocolModel): MessageKinds | undefined {
  const names = memberNames(model, MESSAGE);
  const has = (type: string, property: string): boolean =>
    findProperty(model, type, property) !== undefined;
  const single = names.filter((name) => flatten(model, name) !== undefined);
  const calls = single.filter((name) => has(name, "method"));
  const request = calls.find((name) => has(name, "id"));
  const notification = calls.find((name) => !has(name, "id"));
  const result = single.find((name) => has(name, "result"));
  const error = single.find((name) => has(name, "error"));
  if (!request || !notification || !result || !error) return undefined;
  return {
    types: { request, notification, result, error },
    batches: names.some(
      (name) => resolve(model, { kind: "ref", name }).kind === "array",
    ),
  };
}

function messages(
  model: ProtocolModel,
  scope: Scope,
  nameOf: (typeName: string) => string,
): MessageView | undefined {
  const kinds = messageKinds(model);
  if (kinds === undefined) return undefined;
  scope.use("readMessage");
  return {
    kinds: Object.entries(kinds.types).map(([kind, type]) => ({
      kind,
      shape: shapeNameOf(type, scope),
    })),
    batches: kinds.batches,
    type: nameOf(MESSAGE),
  };
}

/** Names of the types that a union alias unites, through further unions. */
function memberNames(model: ProtocolModel, name: string): readonly string[] {
  const declaration = findType(model, name);
  if (declaration?.kind !== "alias" || declaration.type.kind !== "union") {
    return declaration === undefined ? [] : [name];
  }
  return declaration.type.members.flatMap((member) =>
    member.kind === "ref" ? memberNames(model, member.name) : [],
  );
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
