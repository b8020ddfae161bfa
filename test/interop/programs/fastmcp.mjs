// `fastmcp.mjs [port]`: a server on fastmcp, on stdio or at a port.
import { FastMCP } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "greeter", version: "1.0.0" });
server.addTool({
  name: "greet",
  description: "Greets somebody by name",
  parameters: z.object({ name: z.string() }),
  execute: async ({ name }) => `Hello ${name}`,
});
const port = process.argv[2];
await server.start(
  port === undefined
    ? { transportType: "stdio" }
    : { transportType: "httpStream", httpStream: { port: Number(port) } },
);
