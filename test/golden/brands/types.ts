// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/** Told apart in TypeScript, the same text or number in JSON. */
export interface Limits {
  ttl: number;
  id?: string;
  unit: Unit;
  /** An empty object type adds nothing. */
  whole: Named;
}

export type Unit = string;

export interface Named {
  name: string;
}
