export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** The first. */
export interface Tool {
  name: string;
}
export interface Titled {
  title?: string;
}
export interface Tool extends Titled {
  name: string;
  size?: number;
}
