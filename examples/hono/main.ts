/** The application on Node. On Bun, Deno or a worker, `export default createApp(...)`. */
import { serve } from "@hono/node-server";
import { createApp } from "./app.js";

const port = Number(process.env["PORT"] ?? 3000);
const app = createApp({
  allowedOrigins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  allowedHosts: ["localhost", "127.0.0.1"],
});

serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () =>
  console.log(`http://127.0.0.1:${port}/mcp`),
);
