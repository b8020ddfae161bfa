/** What a server is given when it is made, in addition to its handlers. */
import type { JSONRPCNotification, Tool } from "../../types.js";
import type { RequestContext } from "../eras/request-context.js";
import type { ServerEraOptions } from "../eras/server-options.js";
import type { JsonSchemaValidator } from "../protocol/tool-schema.js";

/** Options of a server in addition to its handlers. Durations are in milliseconds. */
export interface ServerOptions extends ServerEraOptions {
  /**
   * Checks the arguments of tools against `inputSchema` and what they return
   * against `outputSchema`; absent: handlers check for themselves.
   */
  readonly schemaValidator?: JsonSchemaValidator | undefined;
  /**
   * Finds a tool by name, for those checks and for HTTP's parameter headers.
   * Default: looks through the pages of the handler that lists tools.
   */
  readonly findTool?:
    | ((
        name: string,
        context: RequestContext,
      ) => Tool | undefined | PromiseLike<Tool | undefined>)
    | undefined;
  /**
   * Called with every error: what handlers throw, invalid results, faults of
   * peers and of the wire. What handlers threw comes with their context.
   */
  readonly onError?:
    ((error: unknown, context?: RequestContext) => void) | undefined;
  /** Called with notifications from clients, none of which ask for anything here. */
  readonly onNotification?:
    ((notification: JSONRPCNotification) => void) | undefined;
}
