/** Names of functions in generated code. */
import type { Method } from "../../model/model.js";

/** Names that every JavaScript object has a meaning for already. */
const MEANT_OTHERWISE: ReadonlySet<string> = new Set([
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "then",
  "toJSON",
  "toLocaleString",
  "toString",
  "valueOf",
]);

/**
 * Members that the generated class of a kind has in addition to its methods: the client of
 * requests, the context of a handler of input requests. Notifications have none.
 */
export const classMembers: Readonly<
  Record<Method["kind"], ReadonlySet<string>>
> = {
  request: new Set(["close", "era", "listen", "protocolVersion", "request"]),
  inputRequest: new Set([
    "clientCapabilities",
    "clientInfo",
    "facts",
    "handled",
    "headers",
    "inputRequest",
    "inputRequired",
    "inputResponse",
    "log",
    "meta",
    "method",
    "principal",
    "progress",
    "protocolVersion",
    "requestId",
    "requireCapabilities",
    "signState",
    "signal",
    "trace",
    "verifyState",
  ]),
  notification: new Set(),
};

/** `CallTool` -> `callTool`, `URLOpened` -> `urlOpened`. */
export function lowerCamel(name: string): string {
  return name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) =>
    start.toLowerCase(),
  );
}

/** What comes before the suffix that names the kind of message. */
export function stemOf(type: string): string {
  const stem = type.replace(/(?:Request|Notification)$/, "");
  return stem === "" ? type : stem;
}

/**
 * The function name for a message type: `CallToolRequest` -> `callTool`. The
 * suffix stays where the short name would hide something of JavaScript's own, or of
 * the class that the function is a member of.
 */
export function functionNameOf(type: string, kind: Method["kind"]): string {
  const short = lowerCamel(stemOf(type));
  return MEANT_OTHERWISE.has(short) || classMembers[kind].has(short)
    ? lowerCamel(type)
    : short;
}
