/** The adapter for `Request` and `Response`, for a server of the stateless era. */
import type { MessageServer } from "../peer/serve.js";
import {
  fetchListener,
  type FetchHandlerOptions as AdapterOptions,
} from "./server/fetch-adapter.js";
import { HttpService } from "./server/handler.js";
import { OwnWatch } from "./server/long-running.js";
import type { LegacyOptions } from "./server/session-options.js";

/** Options of {@link fetchHandler}. */
export interface FetchHandlerOptions extends AdapterOptions, LegacyOptions {}

/**
 * Makes a server a function from `Request` to `Response`, as Bun, Deno, workers
 * and most web frameworks call it.
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
  const newWatch = (): OwnWatch => new OwnWatch();
  const service =
    options.legacy?.http(server, options, newWatch) ??
    new HttpService(server, options, newWatch);
  return fetchListener(service, server, options);
}
