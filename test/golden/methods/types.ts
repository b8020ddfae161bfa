// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Request {
  method: string;
  params?: { [key: string]: any };
}

export interface JSONRPCRequest extends Request {
  jsonrpc: "2.0";
  id: string | number;
}

export interface Notification {
  method: string;
  params?: { [key: string]: any };
}

export interface Result {
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

export interface ResultResponse {
  result: Result;
}

export interface PageParams {
  cursor?: string;
}

export interface ListToolsRequest extends JSONRPCRequest {
  method: "tools/list";
  params: PageParams;
}

export interface ListToolsResult extends Result {
  tools: string[];
  nextCursor?: string;
  ttlMs: number;
  cacheScope: "public" | "private";
}

export interface ListToolsResultResponse extends ResultResponse {
  result: ListToolsResult;
}

export interface CallToolRequest extends JSONRPCRequest {
  method: "tools/call";
  params: { name: string };
}

export interface CallToolResult extends Result {
  content: string[];
}

export interface InputRequiredResult extends Result {
  inputRequests?: { [key: string]: InputRequest };
  requestState?: string;
}

export interface CallToolResultResponse extends ResultResponse {
  result: CallToolResult | InputRequiredResult;
}

export interface SetLevelRequest extends JSONRPCRequest {
  method: "logging/setLevel";
  params: { level: string };
}

export interface SubscribeRequest extends JSONRPCRequest {
  method: "resources/subscribe";
}

export interface CompleteRequest extends JSONRPCRequest {
  method: "completion/complete";
}

export interface CompleteResult extends Result {
  values: string[];
}

export interface ElicitRequest {
  method: "elicitation/create";
  params: { message: string };
}

export interface ElicitResult {
  action: string;
}

export interface ToolListChangedNotification extends Notification {
  method: "notifications/tools/list_changed";
}

export interface LoggingMessageNotification extends Notification {
  method: "notifications/message";
}

export interface ConstructorRequest extends JSONRPCRequest {
  method: "constructor";
}

export type EmptyResult = Result;

export interface ServerCapabilities {
  tools?: { listChanged?: boolean };
  logging?: {};
  completions?: object;
  resources?: { subscribe?: boolean };
}

export interface ClientCapabilities {
  elicitation?: {};
}

export type InputRequest = ElicitRequest;

export type OtherRequest = SetLevelRequest | SubscribeRequest;

export type ClientRequest =
  | ListToolsRequest
  | CallToolRequest
  | OtherRequest
  | CompleteRequest
  | ConstructorRequest;

export type ServerNotification =
  ToolListChangedNotification | LoggingMessageNotification;
