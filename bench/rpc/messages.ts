/** The call that everything is measured with, as it stands on the wire. */

/** The tool that every server of the benchmark has. */
export const toolName = "greet";

/** Arguments of the call. */
export const toolArguments: Readonly<Record<string, unknown>> = {
  name: "Ada",
  loud: true,
};

/** What the tool says. */
export function greeting(name: unknown): string {
  return `Hello, ${String(name)}!`;
}

/** Name and version of both sides. */
export const info: { readonly name: string; readonly version: string } = {
  name: "bench",
  version: "1.0.0",
};

/** The request. */
export const callRequest: object = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: toolName,
    arguments: toolArguments,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": info,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

/** The response of a server of this revision. */
export const callResponse: Readonly<
  Record<"jsonrpc" | "id" | "result", unknown>
> = {
  jsonrpc: "2.0",
  id: 1,
  result: {
    resultType: "complete",
    content: [{ type: "text", text: greeting(toolArguments["name"]) }],
    _meta: { "io.modelcontextprotocol/serverInfo": info },
  },
};

/** Headers of the request over HTTP, the length of its body among them. */
export const callHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "content-length": `${Buffer.byteLength(JSON.stringify(callRequest))}`,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": toolName,
};
