/** The fixture on the official SDK's server, as a program. */
import { announce, sdkServerFactory } from "./server.js";

// Not installed where types are checked.
const names = [
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/server/stdio",
  "zod",
];
const [sdk, stdio, z] = (await Promise.all(
  names.map((name) => import(name)),
)) as [any, any, any];
const handle = stdio.serveStdio(
  sdkServerFactory(sdk, z, process.argv[2] ?? "http://127.0.0.1:1/", {
    change: announce,
    shutDown: () => void handle.close(),
  }),
  { legacy: "reject", onerror: () => undefined },
);
