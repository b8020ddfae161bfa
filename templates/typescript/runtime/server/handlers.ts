/** Handlers as a program gives them: by the names of the client's methods. */
import type { Handler, ServerFacts } from "../eras/server-era.js";
import { isObject } from "../protocol/message.js";

/**
 * The handlers of a server, by the methods that they answer.
 *
 * @param handlers - By function name; a class instance will do.
 */
export function handlersByMethod(
  handlers: object,
  { methods }: ServerFacts,
): Map<string, Handler> {
  const named = new Map<string, Handler>();
  const byName = handlers as Record<string, Handler | undefined>;
  for (const [method, { functionName }] of Object.entries(methods)) {
    const handler = byName[functionName];
    if (handler !== undefined) named.set(method, handler.bind(handlers));
  }
  return named;
}

/**
 * Looks for slips that only a compiler would see: what JavaScript misspells is never
 * called. Instances of classes may have functions of their own.
 *
 * @throws {TypeError} If handlers are missing, or one has a name that no method has.
 */
export function checkHandlers(
  handlers: unknown,
  { methods, eraMethods }: ServerFacts,
): void {
  if (!isObject(handlers)) {
    throw new TypeError(
      "A server needs handlers: { info, handlers: { listTools() { ... } } }.",
    );
  }
  if (Object.getPrototypeOf(handlers) !== Object.prototype) return;
  const names = Object.keys(methods)
    .filter((method) => !eraMethods.includes(method))
    .map((method) => methods[method]?.functionName);
  const unknown = Object.keys(handlers).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `handlers.${unknown} is never called; handlers are: ${names.join(", ")}. Methods that the schema does not have belong into methods.`,
    );
  }
}
