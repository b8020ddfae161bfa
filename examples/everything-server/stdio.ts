/** The server over stdio: a client starts this program and talks to it line by line. */
import { ajvValidator } from "./json-schema.js";
import { legacy, serveStdio } from "./mcp.js";
import { createEverythingServer } from "./server.js";

// Settles when the client closes our stdin; the program ends by itself then.
await serveStdio(createEverythingServer({ schemaValidator: ajvValidator() }), {
  legacy,
});
