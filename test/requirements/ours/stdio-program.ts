/** The fixture on generated code, as a program. */
import { serveStdio } from "../../../out/draft/server.js";
import { fixtureServer } from "./server.js";

await serveStdio(fixtureServer(process.argv[2] ?? "http://127.0.0.1:1/"));
