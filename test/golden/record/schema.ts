export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export type MetaObject = Record<string, unknown>;
export interface RequestMeta extends MetaObject {
  token?: string;
  "com.example/version": string;
}
export interface Counters extends Record<string, number> {
  total: number;
}
