// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 1 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string | number;
  method: string;
  params?: { [key: string]: unknown };
}

export interface InitializeRequest extends JSONRPCRequest {
  method: "initialize";
  params: { protocolVersion: 1 };
}

export interface InitializeResult {
  protocolVersion: 1;
}

export interface ProgressNotification {
  method: "progress";
  params: { progressToken: string | number };
}

export type ClientRequest = InitializeRequest;

export type ServerNotification = ProgressNotification;
