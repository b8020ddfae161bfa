/** Capabilities by a path such as `tools.listChanged`. */
import { hasOwn, isObject } from "../protocol/message.js";

/** True if capabilities have something at a path such as `tools.listChanged`. */
export function hasCapability(capabilities: object, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of path.split(".")) {
    if (!isObject(value) || !hasOwn(value, name)) return false;
    value = value[name];
  }
  return value !== undefined && value !== false;
}
