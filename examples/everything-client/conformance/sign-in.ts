/** Scenarios of the conformance suite that are about signing in. */
import { connect } from "../connect.js";
import { Account } from "../sign-in/account.js";
import { signedIn } from "../sign-in/fetch.js";
import type { Scenario, ScenarioContext } from "./scenario.js";

/** Where the suite's authorization servers believe this client to be published. */
const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";

/** Scenarios in which the right thing to do is not to sign in, or to give up. */
const refusals: ReadonlySet<string> = new Set([
  "auth/resource-mismatch",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
  "auth/scope-retry-limit",
]);

/** The scenario of that name; undefined if it is not about signing in. */
export function signInScenario(name: string): Scenario | undefined {
  if (!name.startsWith("auth/")) return undefined;
  return refusals.has(name) ? failsToUseTool : usesTool;
}

const usesTool: Scenario = async (url, context) => {
  const client = connect(url, signedIn(accountFor(context), url));
  try {
    await client.listTools();
    await client.callTool({ name: "test-tool", arguments: {} });
  } finally {
    await client.close();
  }
};

const failsToUseTool: Scenario = async (url, context) => {
  try {
    await usesTool(url, context);
  } catch (error) {
    console.error(`As it should be: ${String(error)}`);
    return;
  }
  throw new Error("The client trusted a server that it should not trust.");
};

function accountFor(context: ScenarioContext): Account {
  const { client_id, client_secret, issuer } = context;
  return new Account({
    browse: followOneRedirect,
    clientMetadataUrl,
    registered:
      client_id === undefined
        ? undefined
        : {
            client_id,
            ...(client_secret !== undefined && { client_secret }),
            ...(issuer !== undefined && { issuer }),
          },
  });
}

/**
 * Stands in for the browser: the suite's authorization servers show no page, they send
 * the user back at once.
 */
async function followOneRedirect(page: URL): Promise<URL> {
  const response = await fetch(page, { redirect: "manual" });
  await response.body?.cancel();
  return new URL(response.headers.get("location") ?? "", page);
}
