/** The server of 2025-11-25 over HTTP. */
import { InMemoryEventStore } from "#mcp";
import { ajvValidator } from "../json-schema.js";
import { listen } from "../listen.js";
import { createHandshakeServer } from "./server.js";

listen(createHandshakeServer(ajvValidator()), {
  // Clients that lost their connection get what they missed.
  eventStore: new InMemoryEventStore(),
});
