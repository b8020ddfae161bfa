/** The server of 2025-11-25 over stdio. */
import { serveStdio } from "#mcp";
import { ajvValidator } from "../json-schema.js";
import { createHandshakeServer } from "./server.js";

await serveStdio(createHandshakeServer(ajvValidator()));
