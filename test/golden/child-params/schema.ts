export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export type Token = string | number;
export interface Request {
  method: string;
  params?: {
    _meta?: { progressToken?: Token };
    [key: string]: unknown;
  };
}
export interface CallToolRequest extends Request {
  method: "tools/call";
  params: { name: string };
}
export interface PingRequest extends Request {
  method: "ping";
}
export type ClientRequest = CallToolRequest | PingRequest;
export type ServerRequest = PingRequest;
