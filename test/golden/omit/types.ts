// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

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
  error: Failure & { code: -32020 };
}
