/** Derives the methods of the protocol from the schema's types. */
import type {
  Era,
  Method,
  MethodFeatures,
  TypeDeclaration,
  TypeExpr,
} from "../../model/model.js";
import {
  findProperty,
  findType,
  resolve,
  type Types,
} from "../../model/queries.js";
import { capabilitiesOf } from "./capabilities.js";
import { functionNameOf } from "./function-name.js";
import {
  MESSAGE_UNIONS,
  unionMembers,
  type MessageUnion,
} from "./method-unions.js";
import type { Reporter, Span } from "./reporter.js";
import { resultOf, type ResultFacts } from "./results.js";
import { taskAugmentation } from "./task-augmentation.js";

function declarationSpan(
  report: Reporter,
  declaration: TypeDeclaration | undefined,
): Span {
  const start =
    declaration === undefined ? 0 : report.offset(declaration.position);
  return { start, end: start + (declaration?.name.length ?? 1) };
}

/** The method that a message type names, when it is a literal. */
function methodName(model: Types, type: TypeExpr): string | undefined {
  const property = findProperty(model, type, "method");
  const literal =
    property === undefined ? undefined : resolve(model, property.type);
  return literal?.kind === "literal" && typeof literal.value === "string"
    ? literal.value
    : undefined;
}

function featuresOf(
  model: Types,
  params: TypeExpr | undefined,
  { result, mayRequireInput }: ResultFacts,
): MethodFeatures {
  const hasParam = (name: string): boolean =>
    params !== undefined && findProperty(model, params, name) !== undefined;
  const hasField = (name: string): boolean =>
    result !== undefined && findProperty(model, result, name) !== undefined;
  return {
    paginated: hasParam("cursor") && hasField("nextCursor"),
    cacheable: hasField("ttlMs") && hasField("cacheScope"),
    mayRequireInput,
  };
}

function readMethod(
  model: Types,
  { name: unionName, kind, from }: MessageUnion,
  member: TypeExpr,
  report: Reporter,
): Method | undefined {
  const type = member.kind === "ref" ? member.name : undefined;
  const declaration = type === undefined ? undefined : findType(model, type);
  if (type === undefined || declaration === undefined) {
    // A name that leads nowhere has been reported where it is written.
    if (type === undefined && member.kind !== "unknown") {
      report.error(
        "unionMember",
        declarationSpan(report, findType(model, unionName)),
        {
          message: `${unionName} has a member without a name.`,
          hint: "Declare each message as an interface and list its name.",
        },
      );
    }
    return undefined;
  }
  const name = methodName(model, member);
  if (name === undefined) {
    report.error("methodName", declarationSpan(report, declaration), {
      message: `${type} is listed in ${unionName}, but names no method.`,
      hint: 'Give it a property method with a literal: method: "tools/call".',
    });
    return undefined;
  }
  const params = findProperty(model, member, "params");
  const facts: ResultFacts =
    kind === "notification"
      ? { mayRequireInput: false }
      : resultOf(model, { type }, report);
  const task = taskAugmentation(model, { kind, from, name }, params?.type);
  return {
    name,
    kind,
    from,
    type,
    functionName: functionNameOf(type, kind),
    ...(params && {
      params: { type: params.type, optional: params.optional },
    }),
    ...(facts.result !== undefined && { result: facts.result }),
    ...(facts.response !== undefined && { response: facts.response }),
    features: featuresOf(model, params?.type, facts),
    ...(task && { task }),
    ...capabilitiesOf(model, { kind, from, name, type }),
    documentation: declaration.documentation,
  };
}

/** Drops repetitions of one type in a union; two types with one name are reported. */
function readUnion(
  model: Types,
  union: MessageUnion,
  report: Reporter,
): readonly Method[] {
  const byName = new Map<string, Method>();
  const byFunction = new Map<string, Method>();
  for (const member of unionMembers(model, union.name)) {
    const method = readMethod(model, union, member, report);
    if (method === undefined) continue;
    const sameName = byName.get(method.name);
    if (sameName?.type === method.type) continue;
    const span = declarationSpan(report, findType(model, method.type));
    if (sameName !== undefined) {
      report.error("duplicateMethod", span, {
        message: `${method.type} and ${sameName.type} in ${union.name} both are "${method.name}".`,
        hint: "List one type for each method.",
      });
      continue;
    }
    byName.set(method.name, method);
    const sameFunction = byFunction.get(method.functionName);
    if (sameFunction !== undefined) {
      report.error("duplicateFunctionName", span, {
        message: `${method.type} and ${sameFunction.type} in ${union.name} would both be called ${method.functionName}.`,
        hint: "Rename one of the types.",
      });
    }
    byFunction.set(method.functionName, method);
  }
  return [...byName.values()];
}

/** Every method that the schema's message unions list. */
export function readMethods(model: Types, report: Reporter): readonly Method[] {
  return MESSAGE_UNIONS.flatMap((union) => readUnion(model, union, report));
}

/** The era of a revision: in the handshake era the client can send `initialize`. */
export function eraOf(methods: readonly Method[]): Era {
  return methods.some(
    ({ name, kind, from }) =>
      name === "initialize" && kind === "request" && from === "client",
  )
    ? "handshake"
    : "stateless";
}
