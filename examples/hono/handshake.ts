/** The server of 2025-11-25 with `fetchHandler`, served by Hono on Node. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import {
  fetchHandler,
  InMemoryEventStore,
} from "../everything-server/handshake/mcp.js";
import { createHandshakeServer } from "../everything-server/handshake/server.js";
import { ajvValidator } from "../everything-server/json-schema.js";

const port = Number(process.env["PORT"] ?? 3000);
const handle = fetchHandler(createHandshakeServer(ajvValidator()), {
  allowedOrigins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  allowedHosts: ["localhost", "127.0.0.1"],
  eventStore: new InMemoryEventStore(),
});
const app = new Hono();
// GET and DELETE belong to sessions as well.
app.all("/mcp", (context) => handle(context.req.raw));

serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () =>
  console.log(`http://127.0.0.1:${port}/mcp`),
);
