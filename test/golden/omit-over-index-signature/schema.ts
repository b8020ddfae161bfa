export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Open {
  name: string;
  title?: string;
  [key: string]: unknown;
}
export interface Narrowed extends Omit<Open, "title"> {
  size: number;
}
