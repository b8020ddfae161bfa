/** A small protocol of which a test writes out the part that it changes. */
import { diffModels } from "../../generator/diff/diff.js";
import type { Change } from "../../generator/diff/change.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { schemaText } from "../shared.js";

/** What a test puts into the protocol; everything has a default. */
export interface Parts {
  readonly version?: string;
  /** Members of what the client sends as params. */
  readonly sent?: string;
  /** Members of what the server sends as result. */
  readonly received?: string;
  /** Members of what either side sends, as params of a notification. */
  readonly shared?: string;
  /** Members of the `_meta` of requests. */
  readonly requestMeta?: string;
  readonly clientCapabilities?: string;
  readonly serverCapabilities?: string;
  /** Further declarations. */
  readonly more?: string;
  /** Names of further requests of the client. */
  readonly requests?: readonly string[];
  /** Names of further notifications of the server. */
  readonly notifications?: readonly string[];
  /** Names of notifications of the client in addition to the common one. */
  readonly clientNotifications?: readonly string[];
  /** Names of input requests. */
  readonly inputRequests?: readonly string[];
  /** A comment on the request. */
  readonly comment?: string;
  /** Names of requests of the server. */
  readonly serverRequests?: readonly string[];
}

/** The schema's text. */
export function protocolText(parts: Parts): string {
  const union = (name: string, members: readonly string[]): string =>
    members.length === 0 ? "" : `export type ${name} = ${members.join(" | ")};`;
  return `
export const LATEST_PROTOCOL_VERSION = ${JSON.stringify(parts.version ?? "2026-07-28")};
export const JSONRPC_VERSION = "2.0";
export interface RequestMetaObject {
${parts.requestMeta ?? ""}
[key: string]: unknown }
export interface RequestParams { _meta: RequestMetaObject }
export interface Request { method: string; params?: { [key: string]: any } }
export interface Notification { method: string; params?: { [key: string]: any } }
export interface Result { [key: string]: unknown }
export interface JSONRPCRequest extends Request { jsonrpc: typeof JSONRPC_VERSION; id: string | number }
export interface JSONRPCNotification extends Notification { jsonrpc: typeof JSONRPC_VERSION }
export interface ClientCapabilities {
${parts.clientCapabilities ?? ""}
}
export interface ServerCapabilities {
${parts.serverCapabilities ?? ""}
}
export interface Sent extends RequestParams {
${parts.sent ?? ""}
}
export interface Received {
${parts.received ?? ""}
}
export interface Shared {
${parts.shared ?? ""}
}
${parts.comment ?? ""}
export interface AskRequest extends JSONRPCRequest { method: "ask"; params: Sent }
export interface AskResult extends Result { answer: Received }
export interface TellNotification extends JSONRPCNotification { method: "notifications/tell"; params: Shared }
${parts.more ?? ""}
${union("ClientRequest", ["AskRequest", ...(parts.requests ?? [])])}
${union("ServerRequest", parts.serverRequests ?? [])}
${union("InputRequest", parts.inputRequests ?? [])}
${union("ClientNotification", ["TellNotification", ...(parts.clientNotifications ?? [])])}
${union("ServerNotification", ["TellNotification", ...(parts.notifications ?? [])])}
`;
}

/** The protocol's model. */
export function protocol(parts: Parts): ProtocolModel {
  return readModel(schemaText(protocolText(parts))).model;
}

/** The changes from one protocol to another. */
export function changesOf(before: Parts, after: Parts): readonly Change[] {
  return diffModels(protocol(before), protocol(after));
}

/** A change on one line: "field added Sent.a: clients" names the sides it breaks. */
export function lineOf(change: Change): string {
  const broken = (["clients", "servers"] as const).filter(
    (side) => change.verdicts[side] === "breaking",
  );
  return `${change.subject} ${change.action} ${change.path}: ${broken.join(" ") || "-"}`;
}
