/**
 * `greeter.ts [port]`: the server of ours that clients are driven against, for clients of
 * both eras, on stdio or at a port.
 */
import { createServer } from "node:http";
import { z } from "zod";
import { legacy } from "../../../out/draft/legacy.js";
import {
  createMcpServer,
  nodeHandler,
  serveStdio,
  tools,
} from "../../../out/draft/server.js";

const server = createMcpServer({
  info: { name: "greeter", version: "1.0.0" },
  handlers: tools({
    greet: {
      description: "Greets somebody by name",
      input: z.object({ name: z.string() }),
      run: ({ name }) => `Hello ${name}`,
    },
  }),
});

const port = process.argv[2];
if (port === undefined) await serveStdio(server, { legacy });
else
  createServer(nodeHandler(server, { legacy })).listen(
    Number(port),
    "127.0.0.1",
  );
