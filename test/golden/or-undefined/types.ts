// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/** `undefined` behind a key says that the key may be absent. */
export interface Options {
  title?: string | undefined;
  level?: "low" | "high" | undefined;
  anything?: string | number | null | undefined;
  list?: string[] | undefined;
  inner?: { deep?: boolean | undefined } | undefined;
  gone?: undefined;
  either?: Options | string | undefined;
}

/**
 * A named member that may be absent fits an index signature with `undefined`
 * alone.
 */
export interface Labels {
  first?: string;
  [key: string]: string | undefined;
}

export interface Counts {
  total: number;
  [key: string]: number | undefined;
}

export interface Settings {
  map: { [key: string]: number | null | undefined };
  inner: { deep?: string; [key: string]: string | undefined };
  record: { [key: string]: "on" | "off" | undefined };
  partial: { [key: string]: boolean | undefined };
  value?: string | undefined;
}
