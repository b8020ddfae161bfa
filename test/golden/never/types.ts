// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/** Plain content, and nothing structured beside it. */
export interface UnstructuredResult {
  content: string[];
  structuredContent?: never;
  /** No value has this one. */
  impossible?: { inner: never };
}

export type NothingNamed = { [key: string]: never };

export interface Holder {
  extension: { [key: string]: never };
  none: never[];
  /** What no value has adds nothing to a union. */
  name: string;
}

export type Nothing = never;
