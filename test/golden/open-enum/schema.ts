export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export type ResultType = "complete" | "input_required" | string;
export type Reversed = string | "endTurn";
export type Closed = "low" | "high" | "low";
export type Single = "only" | null;
export type Parenthesised = ("a" | "b") | ("c" | string);
export type Idiom = "a" | (string & {});
export interface Level {
  level?: Closed | "extreme";
  text: number | "auto" | "none";
}
