/**
 * The program: a tour of a server, or a scenario of the official conformance suite.
 *
 *     node dist/main.js http://127.0.0.1:3000/mcp
 *     node dist/main.js node ../everything-server/dist/stdio.js
 */
import { connect, start } from "./connect.js";
import { openScenarios } from "./conformance/open.js";
import type { ScenarioContext } from "./conformance/scenario.js";
import { signInScenario } from "./conformance/sign-in.js";
import { tour } from "./tour.js";

const [target = "http://127.0.0.1:3000/mcp", ...more] = process.argv.slice(2);
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"];

if (scenario !== undefined) {
  const run = openScenarios[scenario] ?? signInScenario(scenario);
  if (run === undefined) throw new Error(`Unknown scenario: ${scenario}`);
  const context: ScenarioContext = JSON.parse(
    process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}",
  );
  await run(new URL(target), context);
} else {
  const client = target.startsWith("http")
    ? connect(new URL(target))
    : start(target, more);
  try {
    await tour(client, (line) => console.log(line));
  } finally {
    await client.close();
  }
}
