/** The server of both eras, as a program. */
import { legacy } from "../../../../out/draft/legacy.js";
import { serveStdio } from "../../../../out/draft/server.js";
import type { BothSettings } from "../subject.js";
import { bothServer } from "./both-server.js";

const settings = JSON.parse(process.argv[2] ?? "{}") as BothSettings;
await serveStdio(bothServer(), settings.legacy === false ? {} : { legacy });
