/** The server over HTTP: a client connects to the URL that this program prints. */
import { ajvValidator } from "./json-schema.js";
import { listen } from "./listen.js";
import { legacy } from "./mcp.js";
import { createEverythingServer } from "./server.js";

// Most clients still begin with a handshake: `legacy` serves them as well.
listen(createEverythingServer({ schemaValidator: ajvValidator() }), { legacy });
