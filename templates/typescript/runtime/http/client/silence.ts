/**
 * Node's own `fetch` gives up when a server is silent for five minutes. How long a call
 * may take is for its caller to say, so that limit is lifted for calls.
 */

/** What is used of undici, which Node's `fetch` is made of. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Under this name every copy of undici in a program finds what carries its requests. */
const globalDispatcher: unique symbol = Symbol.for("undici.globalDispatcher.1");

/**
 * What to add to the options of Node's `fetch`, so that it waits as long as its signal
 * lets it. Proxies and other settings of the program's own dispatcher stay in force.
 * Where there is no such thing, the answer is empty.
 */
export function withoutSilenceLimit(): RequestInit {
  const { [globalDispatcher]: dispatcher } = globalThis as {
    [globalDispatcher]?: unknown;
  };
  if (!isDispatcher(dispatcher)) return {};
  const patient: Dispatcher = {
    dispatch: (options, handler) =>
      dispatcher.dispatch(
        { ...options, headersTimeout: 0, bodyTimeout: 0 },
        handler,
      ),
  };
  // Not part of the standard's options, nor of every version of Node's types.
  return { dispatcher: patient } as RequestInit;
}

function isDispatcher(value: unknown): value is Dispatcher {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "dispatch") === "function"
  );
}

/** What to say where `fetch` ran out of patience; undefined if it was something else. */
export function silenceLimitOf(cause: unknown): string | undefined {
  const code =
    typeof cause === "object" && cause !== null
      ? Reflect.get(cause, "code")
      : undefined;
  const limit =
    code === "UND_ERR_HEADERS_TIMEOUT"
      ? "headersTimeout"
      : code === "UND_ERR_BODY_TIMEOUT"
        ? "bodyTimeout"
        : undefined;
  return limit === undefined
    ? undefined
    : `the server was silent for longer than \`${limit}\` of undici, a limit of fetch and not of this client. ` +
        "Give a `fetch` that waits longer (option fetch), such as undici's with an Agent of your own.";
}
