// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type Axis = "x" | "y";

export interface Preferences {
  /** Plain `string` takes in the literal beside it. */
  hints?: { [key: string]: string }[];
  /** Literals are properties that must be there. */
  limits?: { x: number; y: number; "z-index": number };
  /** Undefined values may be absent. */
  styles?: { x?: string | undefined; y?: string | undefined };
  only: { one: Axis };
}

export type Limits = { x: { least: number } };
