export const PROTOCOL_VERSION = 1;

export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string | number;
  method: string;
  params?: { [key: string]: unknown };
}
export interface InitializeRequest extends JSONRPCRequest {
  method: "initialize";
  params: { protocolVersion: typeof PROTOCOL_VERSION };
}
export interface InitializeResult {
  protocolVersion: typeof PROTOCOL_VERSION;
};
export interface ProgressNotification {
  method: "progress";
  params: { progressToken: string | number };
}
export type ClientRequest = InitializeRequest;
export type ServerNotification = ProgressNotification;
