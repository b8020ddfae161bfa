/** A program: the fixture's server over its own stdin and stdout. */
import { serveStdio } from "../../../out/draft/runtime/stdio/server.js";
import { fixtureServer } from "../fixture.js";

const { server, errors } = fixtureServer();
process.on("uncaughtException", (error) => {
  process.stderr.write(`uncaught: ${String(error)}\n`);
  process.exit(70);
});
await serveStdio(server);
process.stderr.write(`ended after ${errors.length} errors\n`);
