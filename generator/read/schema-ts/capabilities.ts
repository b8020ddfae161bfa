/** Matches methods with the capabilities that offer them. */
import type { Method, Property } from "../../model/model.js";
import { flatten, resolve, type Types } from "../../model/queries.js";
import { lowerCamel, stemOf } from "./function-name.js";

type Capabilities = Pick<Method, "serverCapability" | "clientCapability">;

/** Not features of the protocol but places for those of others. */
const FOREIGN: ReadonlySet<string> = new Set(["experimental", "extensions"]);

/** `list_changed` -> `listChanged`, `unsubscribe` -> `subscribe`. */
function flagName(segment: string): string {
  return segment
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^un(?=subscribe$)/, "");
}

function plural(word: string): string {
  return `${word}s`;
}

/**
 * Path of the capability that a method belongs to, in the named type: by the
 * first segment of its name (`tools/call` -> `tools`, `completion/complete` ->
 * `completions`), else by the first word of its type (`notifications/message` is
 * `LoggingMessageNotification` -> `logging`); then on, where the next segment
 * names a flag (`tools/list_changed` -> `tools.listChanged`).
 */
function capabilityPath(
  model: Types,
  capabilities: string,
  method: string,
  type: string,
): string | undefined {
  const properties = flatten(model, capabilities)?.properties ?? [];
  const known = (name: string): Property | undefined =>
    FOREIGN.has(name)
      ? undefined
      : properties.find((property) => property.name === name);
  const [head = "", ...tail] = method
    .replace(/^notifications\//, "")
    .split("/");
  const firstWord = lowerCamel(/^[A-Z][a-z]*/.exec(stemOf(type))?.[0] ?? "");
  const capability = known(head) ?? known(plural(head)) ?? known(firstWord);
  if (capability === undefined) return undefined;
  const flags = flatten(model, resolve(model, capability.type))?.properties;
  const [next] = tail;
  const flag =
    next === undefined
      ? undefined
      : flags?.find(({ name }) => name === flagName(next));
  return flag === undefined
    ? capability.name
    : `${capability.name}.${flag.name}`;
}

/**
 * The capability that a method needs. A request is offered by its receiver; a
 * notification by its sender, or, where that has no such capability, it is about
 * one of the receiver's (`notifications/elicitation/complete`).
 */
export function capabilitiesOf(
  model: Types,
  { kind, from, name, type }: Pick<Method, "kind" | "from" | "name" | "type">,
): Capabilities {
  const ofServer = (): Capabilities | undefined => {
    const path = capabilityPath(model, "ServerCapabilities", name, type);
    return path === undefined ? undefined : { serverCapability: path };
  };
  const ofClient = (): Capabilities | undefined => {
    const path = capabilityPath(model, "ClientCapabilities", name, type);
    return path === undefined ? undefined : { clientCapability: path };
  };
  if (kind === "notification") {
    return (
      (from === "server"
        ? (ofServer() ?? ofClient())
        : (ofClient() ?? ofServer())) ?? {}
    );
  }
  return (from === "client" ? ofServer() : ofClient()) ?? {};
}
