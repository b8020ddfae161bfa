/** The server of both eras, as a program. */
import { bothServer } from "./both-server.js";
import { importBoth } from "./both.js";

const [settings = "{}", folder = ""] = process.argv.slice(2);
const { legacy } = JSON.parse(settings) as { legacy?: boolean };
const code = await importBoth(folder);
await code.server.serveStdio(
  bothServer(code),
  legacy === false ? {} : { legacy: code.legacy.legacy },
);
