/** What a scenario of the official conformance suite is to the client under test. */
import type { Client } from "#mcp";
import { connect } from "../connect.js";

/** Details that the suite gives as JSON in `MCP_CONFORMANCE_CONTEXT`. */
export interface ScenarioContext {
  /** Calls to make. */
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }[];
  /** Credentials that were registered beforehand, and with whom. */
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
}

/**
 * Does what a scenario asks for. The suite plays the server, and judges what arrives
 * there; a client that fails rejects.
 *
 * @param url - The server that the suite plays.
 */
export type Scenario = (url: URL, context: ScenarioContext) => Promise<void>;

/** A scenario with a client that is closed in the end. */
export function withClient(
  run: (client: Client, context: ScenarioContext) => Promise<void>,
): Scenario {
  return async (url, context) => {
    const client = connect(url);
    try {
      await run(client, context);
    } finally {
      await client.close();
    }
  };
}
