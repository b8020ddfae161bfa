/** A web application in which MCP is one route among others. */
import { Hono } from "hono";
import { cors } from "hono/cors";
import { ajvValidator } from "../everything-server/json-schema.js";
import { fetchHandler, legacy } from "../everything-server/mcp.js";
import { createEverythingServer } from "../everything-server/server.js";

/** Options of {@link createApp}. */
export interface AppOptions {
  /** Origins of the web pages that may call. */
  readonly allowedOrigins: readonly string[];
  /** Names that this host goes by. */
  readonly allowedHosts: readonly string[];
}

/** Makes the application. Any framework that speaks `Request` and `Response` will do. */
export function createApp({ allowedOrigins, allowedHosts }: AppOptions): Hono {
  const handle = fetchHandler(
    createEverythingServer({ schemaValidator: ajvValidator() }),
    {
      legacy,
      // Who calls from where is checked here, whatever stands in front.
      allowedOrigins,
      allowedHosts,
      // What middleware has found out about the user reaches handlers as
      // `context.principal`. This one believes a header; yours verifies a token.
      principal: (request) => {
        const user = request.headers.get("x-demo-user");
        return user === null ? undefined : { id: user };
      },
    },
  );

  const app = new Hono();
  app.get("/", (context) => context.text("MCP is at /mcp."));
  // Pages of another origin need the framework's CORS headers as well.
  app.use("/mcp", cors({ origin: [...allowedOrigins] }));
  app.all("/mcp", (context) => handle(context.req.raw));
  return app;
}
