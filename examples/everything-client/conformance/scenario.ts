/** What a scenario of the official conformance suite is to the client under test. */

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
