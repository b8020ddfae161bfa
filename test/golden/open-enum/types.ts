// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type ResultType = "complete" | "input_required" | (string & {});

export type Reversed = "endTurn" | (string & {});

export type Closed = "low" | "high";

export type Single = "only" | null;

export type Parenthesised = "a" | "b" | "c" | (string & {});

export type Idiom = "a" | (string & {});

export interface Level {
  level?: Closed | "extreme";
  text: number | "auto" | "none";
}
