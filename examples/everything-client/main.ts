/**
 * The program: a tour of a server, or a scenario of the official conformance suite.
 *
 *     node dist/main.js http://127.0.0.1:3000/mcp
 *     node dist/main.js node ../everything-server/dist/stdio.js
 */
import { openScenarios } from "./conformance/open.js";
import { run } from "./run.js";
import { tour } from "./tour.js";

await run(openScenarios, tour);
