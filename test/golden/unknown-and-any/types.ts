// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Values {
  any: any;
  unknown: unknown;
  object: object;
  empty: {};
  objects?: { [key: string]: object };
  anything: unknown;
  ttl: number | null;
}
