/** Making a client. */
import {
  Client,
  eras,
  httpTransport,
  stdioTransport,
  type Fetch,
  type Transport,
} from "#mcp";
import { inputs } from "./inputs.js";

/**
 * A client for the server at `url`. Nothing is sent yet: the first call finds out what
 * the server speaks.
 *
 * @param fetch - What sends the requests: `fetch` itself, or a wrapper around it that
 *   signs in (see `sign-in/`), traces or retries.
 */
export function connect(url: URL, fetch?: Fetch): Client {
  return clientOf(httpTransport(url, { fetch }));
}

/** A client for a server that is started for it, and ends with it. */
export function start(command: string, args: readonly string[]): Client {
  return clientOf(stdioTransport({ command, args, stderr: "ignore" }));
}

function clientOf(transport: Transport): Client {
  return new Client(transport, {
    info: { name: "everything-client", version: "1.0.0" },
    inputs,
    ...eras,
    // Log messages that belong to no call.
    onLog: ({ level, data }) =>
      console.log(`${level}: ${JSON.stringify(data)}`),
    // Faults that end no call, such as a tool whose definition is invalid.
    onError: (error) => console.error(error.message),
  });
}
