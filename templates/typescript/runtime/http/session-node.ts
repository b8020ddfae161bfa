/** The adapter for node:http and node:http2, for a server with sessions. */
import { handshakeFacts } from "../handshake.js";
import type { MessageServer } from "../peer/serve.js";
import { SharedWatch } from "./server/long-running.js";
import {
  nodeListener,
  type NodeHandlerOptions as AdapterOptions,
  type NodeRequest,
  type NodeResponse,
} from "./server/node-adapter.js";
import type { SessionOptions } from "./server/session-options.js";
import { SessionService } from "./server/session-service.js";

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions<Request extends NodeRequest = NodeRequest>
  extends AdapterOptions<Request>, SessionOptions {}

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
 * @throws {TypeError} If an allowed host or origin can never match a request.
 */
export function nodeHandler<Request extends NodeRequest = NodeRequest>(
  server: MessageServer,
  options: NodeHandlerOptions<Request> = {},
): (request: Request, response: NodeResponse) => void {
  const watch = new SharedWatch();
  const service = new SessionService(
    server,
    handshakeFacts,
    options,
    () => watch,
  );
  return nodeListener(service, server, options);
}
