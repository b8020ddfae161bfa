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

/** A named member that may be absent fits an index signature with `undefined` alone. */
export interface Labels {
  first?: string;
  [key: string]: string | undefined;
}

export interface Counts extends Partial<Record<string, number>> {
  total: number;
}

export interface Settings {
  map: { [key: string]: number | null | undefined };
  inner: { deep?: string; [key: string]: string | undefined };
  record: Record<string, "on" | "off" | undefined>;
  partial: Partial<Record<string, boolean>>;
  value?: Labels["other"];
}
