/** What the program does: a tour, or what the conformance suite asks for. */
import type { Client } from "#mcp";
import { connect, start } from "./connect.js";
import type { Scenario, ScenarioContext } from "./conformance/scenario.js";
import { signInScenario } from "./conformance/sign-in.js";

/**
 * Runs the scenario that the suite names, else the tour of the server on the command line.
 *
 * @param scenarios - Those without authorization, by name.
 */
export async function run(
  scenarios: Readonly<Record<string, Scenario>>,
  tour: (client: Client, print: (line: string) => void) => Promise<void>,
): Promise<void> {
  const [target = "http://127.0.0.1:3000/mcp", ...more] = process.argv.slice(2);
  const name = process.env["MCP_CONFORMANCE_SCENARIO"];
  if (name !== undefined) {
    const scenario = scenarios[name] ?? signInScenario(name);
    if (scenario === undefined) throw new Error(`Unknown scenario: ${name}`);
    const context: ScenarioContext = JSON.parse(
      process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}",
    );
    await scenario(new URL(target), context);
    return;
  }
  const client = target.startsWith("http")
    ? connect(new URL(target))
    : start(target, more);
  try {
    await tour(client, (line) => console.log(line));
  } finally {
    await client.close();
  }
}
