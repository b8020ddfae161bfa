export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export const __proto__ = "__proto__";
export const toString = "`${process.exit()}`";
/**
 * Backticks ` and ${"$"}{evil} and *\/ and <script> and "quotes".
 * Line separator   and paragraph separator   inside.
 */
export interface constructor {
  __proto__: string;
  constructor: "*/";
  "*/ alert(1) /*"?: "`${x}`";
  "\u2028": "\u2029";
  "\n\"\\": typeof __proto__;
  hasOwnProperty?: typeof toString;
  class: "</script>";
  emoji: "😀\ud83d";
}
export interface __proto__ extends constructor {
  valueOf: constructor[];
}
export interface PrototypeRequest {
  method: "__proto__";
  params?: { constructor?: __proto__ };
}
export type ClientRequest = PrototypeRequest;
