/**
 * What the sources in `templates/typescript/runtime` take for granted of a revision.
 * They are copied as they are, so a schema that lacks one of these things can have no
 * client and no server: what would be emitted does not compile.
 */
import type { Era, ProtocolModel, RuleData } from "../../../model/model.js";
import { findError, findProperty, hasType } from "../../../model/queries.js";

/** Types of the schema that the runtime imports in any era. */
const TYPES_OF_BOTH_ERAS: readonly string[] = [
  "CallToolResult",
  "ClientCapabilities",
  "GetPromptResult",
  "Implementation",
  "JSONRPCMessage",
  "JSONRPCNotification",
  "JSONRPCRequest",
  "LoggingLevel",
  "Prompt",
  "ReadResourceResult",
  "RequestId",
  "Resource",
  "ResourceTemplate",
  "ServerCapabilities",
  "Tool",
];

/** Types of the schema that the runtime imports, by era. */
export const neededTypes: Readonly<Record<Era, readonly string[]>> = {
  handshake: TYPES_OF_BOTH_ERAS,
  stateless: [
    ...TYPES_OF_BOTH_ERAS,
    "InputRequests",
    "InputRequiredResult",
    "SubscriptionFilter",
  ].sort(),
};

/** Constants of JSON-RPC's own error codes that the runtime answers with. */
export const neededErrors: readonly string[] = [
  "INTERNAL_ERROR",
  "INVALID_PARAMS",
  "INVALID_REQUEST",
  "METHOD_NOT_FOUND",
  "PARSE_ERROR",
];

/** Keys of a request's `_meta`, by the last segment of their names, that the runtime fills in and reads. */
const neededMetaKeys: readonly string[] = [
  "clientCapabilities",
  "clientInfo",
  "logLevel",
  "progressToken",
  "protocolVersion",
];

/** Members of the schema's types that the runtime writes. */
const NEEDED_MEMBERS: readonly (readonly [type: string, member: string])[] = [
  ["InputRequiredResult", "_meta"],
  ["InputRequiredResult", "inputRequests"],
  ["InputRequiredResult", "requestState"],
  ["JSONRPCErrorResponse", "error"],
  ["JSONRPCNotification", "method"],
  ["JSONRPCRequest", "id"],
];

/** Rules of the prose whose checks the runtime calls. */
const NEEDED_RULES: readonly {
  readonly subject: string;
  readonly is: (data: RuleData) => boolean;
}[] = [
  {
    subject: "_meta in its Result that takes any key",
    is: ({ kind }) => kind === "reservedMetaPrefix",
  },
  {
    subject: "inputSchema in its Tool",
    is: (data) => data.kind === "check" && data.check === "tool-headers",
  },
];

/** The first thing that the runtime needs and a schema lacks, in a few words; undefined if there is none. */
export function lackedByRuntime(model: ProtocolModel): string | undefined {
  if (model.era === "handshake") {
    return [
      ...neededTypes.handshake.filter((name) => !hasType(model, name)),
      ...neededErrors.filter((name) => findError(model, name) === undefined),
      ...(model.envelope === undefined ? ["messages of JSON-RPC"] : []),
    ][0];
  }
  const metaKeys = new Set(
    model.metaKeys
      .filter(({ on }) => on === "request")
      .map(({ key }) => key.slice(key.lastIndexOf("/") + 1)),
  );
  const has = ({ is }: (typeof NEEDED_RULES)[number]): boolean =>
    model.rules.some(({ data }) => data !== undefined && is(data));
  const [lacked] = [
    ...neededTypes.stateless.filter((name) => !hasType(model, name)),
    ...neededErrors.filter((name) => findError(model, name) === undefined),
    ...neededMetaKeys
      .filter((name) => !metaKeys.has(name))
      .map((name) => `key ${name} in the _meta of its requests`),
    ...NEEDED_MEMBERS.filter(
      ([type, member]) => findProperty(model, type, member) === undefined,
    ).map(([type, member]) => `${member} in its ${type}`),
    ...NEEDED_RULES.filter((rule) => !has(rule)).map(({ subject }) => subject),
  ];
  return lacked;
}
