export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** @internal */
export const JSONRPC_VERSION = "2.0";
export const PARSE_ERROR = -32700;
export const HEX = 0xff;
export const GROUPED = 1_000;
export const FIXED = "fixed" as const;
const UNUSED = ["not", "part", "of", "it"];
export interface Message {
  jsonrpc: typeof JSONRPC_VERSION;
  code?: typeof PARSE_ERROR | typeof HEX;
  fixed: (typeof FIXED)[];
}
