export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** `undefined` behind a key says that the key may be absent. */
export interface Options {
  title?: string | undefined;
  level?: "low" | "high" | undefined;
  anything?: string | number | null | undefined;
  list?: string[] | undefined;
  inner?: { deep?: boolean | undefined } | undefined;
  gone?: undefined;
  either?: (Options | undefined) | string;
}
