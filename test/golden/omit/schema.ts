export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export const CODE = -32020;
export interface Failure {
  code: number;
  message: string;
  data?: unknown;
}
export interface Response {
  jsonrpc: "2.0";
  id?: string;
  error: Failure;
}
export interface HeaderError extends Omit<Response, "error" | "extra"> {
  error: Failure & { code: typeof CODE };
}
