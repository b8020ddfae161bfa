/** Messages of a session, as they stand on the wire. */
import { greeting, info, toolArguments, toolName } from "../messages.js";

/** The revision that is measured. */
export const revision = "2025-11-25";

/** Begins a session. */
export const initializeRequest: object = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: revision, capabilities: {}, clientInfo: info },
};

/** Ends the handshake. */
export const initialized: object = {
  jsonrpc: "2.0",
  method: "notifications/initialized",
};

/** A call in a session. */
export const callRequest: object = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: toolName, arguments: toolArguments },
};

/** The answer to it. */
export const callResponse: Readonly<
  Record<"jsonrpc" | "id" | "result", unknown>
> = {
  jsonrpc: "2.0",
  id: 1,
  result: {
    content: [{ type: "text", text: greeting(toolArguments["name"]) }],
  },
};

/** Headers of a POST; the session's own come with it. */
export const postHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": revision,
};
