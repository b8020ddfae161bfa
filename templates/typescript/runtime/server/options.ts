/** What a server is given when it is made, in addition to its handlers. */
import type { JSONRPCNotification, Tool } from "../../types.js";
import type { RequestContext } from "../eras/request-context.js";
import type { Handler } from "../eras/server-era.js";
import type { ServerEraOptions } from "../eras/server-options.js";
import type { JsonSchemaValidator } from "../protocol/tool-schema.js";

/** A method that the schema does not have; `method` makes one. */
export interface CustomMethod {
  readonly handle: Handler;
}

/** Options of a server in addition to its handlers. Durations are in milliseconds. */
export interface ServerOptions extends ServerEraOptions {
  /**
   * Methods that the schema does not have, by name: those of extensions. See `method`.
   * Clients call them with `client.request("acme/search", params)`.
   */
  readonly methods?: Readonly<Record<string, CustomMethod>> | undefined;
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
   * peers and of the wire. What handlers threw comes with their context. Default:
   * faults of this program's own code go to stderr, a line each; errors that refuse
   * a request (`McpError`) are none.
   */
  readonly onError?:
    ((error: unknown, context?: RequestContext) => void) | undefined;
  /** Called with notifications from clients, none of which ask for anything here. */
  readonly onNotification?:
    ((notification: JSONRPCNotification) => void) | undefined;
}
