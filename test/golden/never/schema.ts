export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** Plain content, and nothing structured beside it. */
export interface UnstructuredResult {
  content: string[];
  structuredContent?: never;
  /** No value has this one. */
  impossible?: { inner: never };
}

export type NothingNamed = Record<string, never>;

export interface Holder {
  extension: { [key: string]: never };
  none: never[];
  /** What no value has adds nothing to a union. */
  name: string | never;
}

export type Nothing = never;
