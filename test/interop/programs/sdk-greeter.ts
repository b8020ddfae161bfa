/** `sdk-greeter.ts [port]`: the same on version 2 of the official SDK. */
import { createServer } from "node:http";
import { serveFetch } from "../../transports/serve-fetch.js";

// Not installed where types are checked.
const names = [
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/server/stdio",
  "zod",
];
const [sdk, stdio, { z }] = (await Promise.all(
  names.map((name) => import(name)),
)) as [any, any, any];

function greeter(): unknown {
  const server = new sdk.McpServer({ name: "greeter", version: "1.0.0" });
  server.registerTool(
    "greet",
    {
      description: "Greets somebody by name",
      inputSchema: z.object({ name: z.string() }),
    },
    ({ name }: { readonly name: string }) => ({
      content: [{ type: "text", text: `Hello ${name}` }],
    }),
  );
  return server;
}

const port = process.argv[2];
if (port === undefined) stdio.serveStdio(greeter);
else {
  const handler = sdk.createMcpHandler(greeter);
  const serve = serveFetch((request) => handler.fetch(request));
  createServer(serve).listen(Number(port), "127.0.0.1");
}
