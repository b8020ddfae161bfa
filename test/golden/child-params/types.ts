// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type Token = string | number;

export interface Request {
  method: string;
  params?: { _meta?: { progressToken?: Token }; [key: string]: unknown };
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
