// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/**
 * Backticks ` and ${"$"}{evil} and *\/ and <script> and "quotes". Line
 * separator and paragraph separator inside.
 */
export interface constructor {
  __proto__: string;
  constructor: "*/";
  "*/ alert(1) /*"?: "`${x}`";
  "\u2028": "\u2029";
  '\n"\\': "__proto__";
  hasOwnProperty?: "`${process.exit()}`";
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
