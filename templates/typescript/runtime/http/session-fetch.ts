/** The adapter for `Request` and `Response`, for a server with sessions. */
import { handshakeFacts } from "../handshake.js";
import type { MessageServer } from "../peer/serve.js";
import {
  fetchListener,
  type FetchHandlerOptions as AdapterOptions,
} from "./server/fetch-adapter.js";
import { OwnWatch } from "./server/long-running.js";
import type { SessionOptions } from "./server/session-options.js";
import { SessionService } from "./server/session-service.js";

/** Options of {@link fetchHandler}. */
export interface FetchHandlerOptions extends AdapterOptions, SessionOptions {}

/**
 * Makes a server a function from `Request` to `Response`, as Bun, Deno, workers
 * and most web frameworks call it. Platforms that keep nothing from one request to the
 * next need `sessions: false`.
 *
 * ```ts
 * export default { fetch: fetchHandler(server) };
 * ```
 *
 * It answers every request and never rejects. Which path leads to it is for the
 * caller to decide.
 */
export function fetchHandler(
  server: MessageServer,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const service = new SessionService(
    server,
    handshakeFacts,
    options,
    () => new OwnWatch(),
  );
  return fetchListener(service, server, options);
}
