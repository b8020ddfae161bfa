/** A small protocol for the tests of the program: quick to read, easy to change. */

/** A schema with one request, and as many more types as asked for. */
export function smallSchema(...types: readonly string[]): string {
  return `/** Newest revision. */
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export const JSONRPC_VERSION = "2.0";

export interface Result {
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}
export type EmptyResult = Result;

export interface PingRequest {
  jsonrpc: typeof JSONRPC_VERSION;
  id: string | number;
  method: "ping";
  params?: { [key: string]: unknown };
}
export type ClientRequest = PingRequest;
export type ServerRequest = PingRequest;
${types.map((name) => `\n/** Added. */\nexport interface ${name} {\n  value: string;\n}\n`).join("")}`;
}
