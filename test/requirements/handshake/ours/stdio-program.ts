/** The fixture on generated code, as a program. */
import type { ServerSettings } from "../subject.js";
import { importCode } from "./code-import.js";
import { fixtureServer } from "./server.js";

const [settings = "{}", folder = ""] = process.argv.slice(2);
const code = await importCode(folder);
await code.server.serveStdio(
  fixtureServer(code, JSON.parse(settings) as ServerSettings),
);
