/** The adapter for node:http and node:http2, for a server of the stateless era. */
import type { MessageServer } from "../peer/serve.js";
import { HttpService } from "./server/handler.js";
import { SharedWatch } from "./server/long-running.js";
import {
  nodeListener,
  type NodeHandlerOptions as AdapterOptions,
  type NodeRequest,
  type NodeResponse,
} from "./server/node-adapter.js";
import type { LegacyOptions } from "./server/session-options.js";

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions<Request extends NodeRequest = NodeRequest>
  extends AdapterOptions<Request>, LegacyOptions {}

/**
 * Makes a server a listener for requests of node:http.
 *
 * ```ts
 * createServer(nodeHandler(server)).listen(3000, "127.0.0.1");
 * ```
 *
 * It answers every request. Which path leads to it is for the caller to decide. Where
 * middleware reads bodies, the option `body` passes them on.
 *
 * @throws {TypeError} if an allowed host or origin can never match a request
 */
export function nodeHandler<Request extends NodeRequest = NodeRequest>(
  server: MessageServer,
  options: NodeHandlerOptions<Request> = {},
): (request: Request, response: NodeResponse) => void {
  const watch = new SharedWatch();
  const newWatch = (): SharedWatch => watch;
  const service =
    options.legacy?.http(server, options, newWatch) ??
    new HttpService(server, options, newWatch);
  return nodeListener(service, server, options);
}
