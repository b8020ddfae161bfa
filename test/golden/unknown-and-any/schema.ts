export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Values {
  any: any;
  unknown: unknown;
  object: object;
  empty: {};
  objects?: { [key: string]: object };
  anything: string | unknown;
  ttl: number | null;
}
