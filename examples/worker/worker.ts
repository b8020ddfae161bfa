/** The everything-server as a worker: a module whose `fetch` answers requests. */
import { createEverythingServer } from "../everything-server/server.js";
import { interpretingValidator } from "./json-schema.js";
import { fetchHandler, legacy } from "./mcp.js";

/** Variables and secrets of the worker. */
interface Environment {
  /** Origins of web pages that may call, with commas in between. */
  readonly ALLOWED_ORIGINS?: string;
  /**
   * Protects the state of calls with several rounds, each of which may reach another
   * instance: `npx wrangler secret put STATE_KEY`, with 32 random bytes or more.
   */
  readonly STATE_KEY?: string;
}

type Handle = (request: Request) => Promise<Response>;

/**
 * One server for all requests that this instance gets: it keeps nothing between them.
 * Made on the first one, because only requests bring the environment along; a server
 * that needs none can be made when the module is loaded.
 */
let handle: Handle | undefined;

function start(environment: Environment): Handle {
  const { ALLOWED_ORIGINS, STATE_KEY } = environment;
  const server = createEverythingServer({
    schemaValidator: interpretingValidator(),
    stateKeys: STATE_KEY === undefined ? undefined : [STATE_KEY],
  });
  return fetchHandler(server, {
    // Clients that begin with a handshake are served without sessions, which another
    // instance would not know.
    legacy,
    sessions: false,
    allowedOrigins: ALLOWED_ORIGINS?.split(",") ?? [],
  });
}

export default {
  fetch(
    request: Request,
    environment: Environment,
  ): Response | Promise<Response> {
    if (new URL(request.url).pathname !== "/mcp") {
      return new Response(null, { status: 404 });
    }
    handle ??= start(environment);
    return handle(request);
  },
};
