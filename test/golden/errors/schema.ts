export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export const PARSE_ERROR = -32700;
export const INVALID_PARAMS = -32602;
export const HEADER_MISMATCH = -32020;
/** Outside JSON-RPC's range, but somebody's code. */
export const APPLICATION = 4000;
export const LIMIT = 100;
export interface Error {
  code: number;
  message: string;
  data?: unknown;
}
export interface OtherError extends Error {
  code: typeof INVALID_PARAMS;
  data: string;
}
export interface InvalidParamsError extends Error {
  code: typeof INVALID_PARAMS;
}
export interface ErrorResponse {
  id?: string;
  error: Error;
}
export interface HeaderMismatchError extends Omit<ErrorResponse, "error"> {
  error: Error & {
    code: typeof HEADER_MISMATCH;
    data: { header: string };
  };
}
export interface ApplicationError extends Error {
  code: typeof APPLICATION;
}
