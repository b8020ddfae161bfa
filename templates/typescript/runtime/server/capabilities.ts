/** What a server declares on discovery: what its handlers can do, in the detail its options give. */
import type { ServerCapabilities } from "../../types.js";
import { isObject } from "../protocol/message.js";
import type { ServerFacts } from "../eras/server-era.js";
import { topics } from "../revision.js";

/**
 * The capabilities of a server. Handlers bring those of their methods, and with
 * them the promise to announce changes, since the server can; what the options
 * say stands as it is.
 *
 * @param served - Names of the methods that have handlers.
 * @throws {TypeError} If a capability is declared whose methods have no handler.
 */
export function serverCapabilities(
  served: ReadonlySet<string>,
  declared: ServerCapabilities | undefined,
  { methods, eraMethods }: ServerFacts,
): ServerCapabilities {
  const capabilities: Record<string, unknown> = {};
  const offered = new Set<string>();
  for (const [method, info] of Object.entries(methods)) {
    const { serverCapability: capability } = info;
    if (capability === undefined || eraMethods.includes(method)) continue;
    if (served.has(method)) capabilities[capability] ??= {};
    offered.add(capability);
  }
  for (const { capability } of Object.values<{ capability: string }>(topics)) {
    const [name = "", detail] = capability.split(".");
    const own = capabilities[name];
    if (isObject(own) && detail !== undefined) own[detail] = true;
  }
  for (const [name, value] of Object.entries(declared ?? {})) {
    if (value === undefined) continue;
    const own = capabilities[name];
    if (own === undefined && offered.has(name)) {
      throw new TypeError(
        `The capability ${name} is declared, but no handler gives it.`,
      );
    }
    capabilities[name] =
      isObject(own) && isObject(value) ? { ...own, ...value } : value;
  }
  return capabilities as ServerCapabilities;
}
