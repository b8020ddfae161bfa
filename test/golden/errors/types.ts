// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Error {
  code: number;
  message: string;
  data?: unknown;
}

export interface OtherError extends Error {
  code: -32602;
  data: string;
}

export interface InvalidParamsError extends Error {
  code: -32602;
}

export interface ErrorResponse {
  id?: string;
  error: Error;
}

export interface HeaderMismatchError extends Omit<ErrorResponse, "error"> {
  error: Error & { code: -32020; data: { header: string } };
}

export interface ApplicationError extends Error {
  code: 4000;
}
