/** Names of functions in generated code. */

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
 * suffix stays where the short name would hide something of JavaScript's own.
 */
export function functionNameOf(type: string): string {
  const short = lowerCamel(stemOf(type));
  return MEANT_OTHERWISE.has(short) ? lowerCamel(type) : short;
}
