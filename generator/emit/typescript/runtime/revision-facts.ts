/**
 * What the runtime has to know about a revision in addition to its registry: which methods
 * play the parts that the runtime takes over, which errors say what, what can be
 * subscribed to.
 */
import type { Method, ProtocolModel, TypeExpr } from "../../../model/model.js";
import {
  findProperty,
  flatten,
  methodsOf,
  resolve,
} from "../../../model/queries.js";
import { filterFields, type Topic } from "../../../model/topics.js";
import { lackedByRuntime } from "./runtime-needs.js";

/** See `templates/typescript/runtime/revision.ts.hbs`, which prints it. */
export interface RevisionFacts {
  readonly builtInMethods: {
    readonly discover: string;
    readonly listen: string;
    readonly callTool: string;
    readonly listTools: string;
  };
  readonly notificationNames: {
    readonly cancelled: string;
    readonly progress: string;
    readonly log: string;
    readonly acknowledged: string;
  };
  readonly errorCodes: {
    readonly headerMismatch: number;
    readonly missingClientCapability: number;
    readonly unsupportedVersion: number;
  };
  readonly subscriptionIdKey: string;
  readonly loggingLevels: readonly string[];
  /** The server capability that log messages belong to. */
  readonly logCapability: string;
  readonly topics: readonly Topic[];
  readonly listItems: readonly ListItems[];
}

/** Where the items of a paginated result are. */
export interface ListItems {
  readonly method: Method;
  readonly field: string;
  /** The type of one item. */
  readonly item: TypeExpr;
}

/** The revision has no per-request metadata, or lacks a part that the runtime needs. */
export class UnavailableError extends Error {}

/**
 * @throws {UnavailableError} Saying in one sentence why there is no client or server
 * for this revision.
 */
export function revisionFacts(model: ProtocolModel): RevisionFacts {
  if (model.era === "handshake") {
    throw new UnavailableError(
      `Revision ${model.version} begins with an \`initialize\` handshake; clients and servers are generated for revisions with metadata on each request.`,
    );
  }
  const lacked = lackedByRuntime(model);
  if (lacked !== undefined) throw lacks(model, lacked);
  const request = (type: string): string =>
    methodOf(model, type, { kind: "request", from: "client" }).name;
  const notification = (type: string): Method =>
    methodOf(model, type, { kind: "notification", from: "server" });
  const log = notification("LoggingMessageNotification");
  return {
    builtInMethods: {
      discover: request("DiscoverRequest"),
      listen: request("SubscriptionsListenRequest"),
      callTool: request("CallToolRequest"),
      listTools: request("ListToolsRequest"),
    },
    notificationNames: {
      cancelled: notification("CancelledNotification").name,
      progress: notification("ProgressNotification").name,
      log: log.name,
      acknowledged: notification("SubscriptionsAcknowledgedNotification").name,
    },
    errorCodes: errorCodes(model),
    subscriptionIdKey: subscriptionIdKey(model),
    loggingLevels: loggingLevels(model),
    logCapability: log.serverCapability ?? "logging",
    topics: filterFields(model).topics,
    listItems: listItems(model),
  };
}

/**
 * Why there is neither client nor server for a revision; undefined if there is. The
 * pipeline asks before it emits, see `Emitter.unavailable`.
 */
export function runtimeUnavailable(model: ProtocolModel): string | undefined {
  try {
    revisionFacts(model);
    return undefined;
  } catch (error) {
    if (error instanceof UnavailableError) return error.message;
    throw error;
  }
}

function methodOf(
  model: ProtocolModel,
  type: string,
  filter: Pick<Method, "kind" | "from">,
): Method {
  const found = methodsOf(model, filter).find((method) => method.type === type);
  if (found === undefined) throw lacks(model, type);
  return found;
}

function lacks({ version }: ProtocolModel, what: string): UnavailableError {
  return new UnavailableError(
    `Revision ${version} has no ${what}, which the client and the server of its era rely on.`,
  );
}

/** Errors of the protocol by their types; JSON-RPC's own codes stand in for those that a draft has not defined yet. */
function errorCodes(model: ProtocolModel): RevisionFacts["errorCodes"] {
  const invalidRequest = -32600;
  const invalidParams = -32602;
  return {
    headerMismatch: codeOf(model, "HeaderMismatchError") ?? invalidRequest,
    missingClientCapability:
      codeOf(model, "MissingRequiredClientCapabilityError") ?? invalidParams,
    unsupportedVersion:
      codeOf(model, "UnsupportedProtocolVersionError") ?? invalidParams,
  };
}

/** The code that a type of error carries, on itself or on its `error` member. */
function codeOf(model: ProtocolModel, type: string): number | undefined {
  const own = findProperty(model, type, "code");
  const inner = findProperty(model, type, "error");
  const code = own ?? (inner && findProperty(model, inner.type, "code"));
  return code && literalNumber(code.type);
}

function literalNumber(type: TypeExpr): number | undefined {
  if (type.kind === "intersection") {
    return type.members.map(literalNumber).find((each) => each !== undefined);
  }
  return type.kind === "literal" && typeof type.value === "number"
    ? type.value
    : undefined;
}

/** Drafts had the key in their prose before the schema named it. */
function subscriptionIdKey({ metaKeys }: ProtocolModel): string {
  const segment = (key: string): string => key.slice(key.lastIndexOf("/") + 1);
  const named = metaKeys.find(({ key }) => segment(key) === "subscriptionId");
  if (named !== undefined) return named.key;
  const version = metaKeys.find(
    ({ key, on }) => on === "request" && segment(key) === "protocolVersion",
  );
  const prefix = version?.key.slice(0, version.key.lastIndexOf("/") + 1) ?? "";
  return `${prefix}subscriptionId`;
}

function loggingLevels(model: ProtocolModel): readonly string[] {
  const levels = resolve(model, { kind: "ref", name: "LoggingLevel" });
  if (levels.kind !== "enum") {
    throw new UnavailableError(
      `Revision ${model.version} has no list of severities in LoggingLevel.`,
    );
  }
  return levels.values;
}

function listItems(model: ProtocolModel): readonly ListItems[] {
  return methodsOf(model, { kind: "request", from: "client" }).flatMap(
    (method) => {
      if (!method.features.paginated || method.result === undefined) return [];
      for (const { name, optional, type } of flatten(model, method.result)
        ?.properties ?? []) {
        if (!optional && type.kind === "array") {
          return [{ method, field: name, item: type.items }];
        }
      }
      return [];
    },
  );
}
