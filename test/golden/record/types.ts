// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type MetaObject = { [key: string]: unknown };

export interface RequestMeta extends MetaObject {
  token?: string;
  "com.example/version": string;
}

export interface Counters {
  total: number;
  [key: string]: number;
}
