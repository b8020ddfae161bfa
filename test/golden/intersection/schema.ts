export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Failure {
  code: number;
  message: string;
  data?: unknown;
}
export interface VersionFailure {
  error: Failure & { data: { supported: string[] } };
}
export type Both = Failure & { message: "stop"; at: string };
