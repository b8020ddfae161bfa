/** The everything-server as a worker: a module whose `fetch` answers requests. */
import { createEverythingServer } from "../everything-server/server.js";
import { interpretingValidator } from "./json-schema.js";
import { fetchHandler } from "./mcp.js";

/** Variables and secrets of the worker. */
interface Environment {
  /** Origins of web pages that may call, with commas in between. */
  readonly ALLOWED_ORIGINS?: string;
}

// One server for all requests that this instance gets. It keeps nothing between them.
const server = createEverythingServer(interpretingValidator());
let handle: ((request: Request) => Promise<Response>) | undefined;

export default {
  fetch(
    request: Request,
    environment: Environment,
  ): Response | Promise<Response> {
    if (new URL(request.url).pathname !== "/mcp") {
      return new Response(null, { status: 404 });
    }
    handle ??= fetchHandler(server, {
      allowedOrigins: environment.ALLOWED_ORIGINS?.split(",") ?? [],
    });
    return handle(request);
  },
};
