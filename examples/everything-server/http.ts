/** The server over HTTP: a client connects to the URL that this program prints. */
import { ajvValidator } from "./json-schema.js";
import { listen } from "./listen.js";
import { createEverythingServer } from "./server.js";

listen(createEverythingServer({ schemaValidator: ajvValidator() }));
