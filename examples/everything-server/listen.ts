/** A server over HTTP, with node:http and nothing else. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler, type McpServer, type NodeHandlerOptions } from "#mcp";

/**
 * Listens on this machine, at the port of the environment variable `PORT`, until the
 * program is told to end. Prints the server's URL.
 */
export function listen(
  server: McpServer,
  options: NodeHandlerOptions = {},
): void {
  const http = createServer();

  // Only this machine can reach 127.0.0.1. PORT=0 takes any port that is free.
  http.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
    const { port } = http.address() as AddressInfo;
    const handle = nodeHandler(server, {
      ...options,
      // Web pages may call only if they come from here; programs send no Origin. Which
      // Host names are let through needs no option: on 127.0.0.1 only its own.
      allowedOrigins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    });
    http.on("request", (request, response) => {
      // Which path leads to the server is up to the program.
      if (request.url === "/mcp") handle(request, response);
      else response.writeHead(404).end();
    });
    console.log(`http://127.0.0.1:${port}/mcp`);
  });

  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      // Subscriptions end with a result, and what is running is told to stop.
      void server.close().then(() => {
        http.close();
        http.closeAllConnections();
      });
    });
  }
}
