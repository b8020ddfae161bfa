/**
 * The program for servers of 2025-11-25 and older revisions.
 *
 *     node dist/handshake/main.js http://127.0.0.1:3000/mcp
 *     node dist/handshake/main.js node ../everything-server/dist/handshake/stdio.js
 */
import { run } from "../run.js";
import { sessionScenarios } from "./scenarios.js";
import { sessionTour } from "./tour.js";

await run(sessionScenarios, sessionTour);
