/** The fixture on version 1 of the official SDK, as a program. */
import type { ServerSettings } from "../subject.js";
import { sdkServer } from "./server.js";

// Not installed where types are checked.
const base = "@modelcontextprotocol/sdk";
const names = [
  `${base}/server/mcp.js`,
  `${base}/types.js`,
  `${base}/experimental/tasks/stores/in-memory.js`,
  `${base}/server/completable.js`,
  "zod",
  `${base}/server/stdio.js`,
];
const [mcp, types, tasks, completable, z, stdio] = (await Promise.all(
  names.map((name) => import(name)),
)) as [any, any, any, any, any, any];
const settings = JSON.parse(process.argv[2] ?? "{}") as ServerSettings;
await sdkServer(
  { mcp, types, tasks, completable, z },
  {
    sessions: new Set(),
    subscribed: new Map(),
    taskStore: new tasks.InMemoryTaskStore(),
  },
  settings,
).connect(new stdio.StdioServerTransport());
// Its transport does not look for the end of input.
process.stdin.on("end", () => process.exit(0));
