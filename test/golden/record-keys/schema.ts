export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export type Axis = "x" | "y";

export interface Preferences {
  /** Plain `string` takes in the literal beside it. */
  hints?: Record<"name" | string, string>[];
  /** Literals are properties that must be there. */
  limits?: Record<Axis | "z-index", number>;
  /** Undefined values may be absent. */
  styles?: Record<Axis, string | undefined>;
  only: Record<"one", Axis>;
}

export type Limits = Record<Exclude<Axis, "y">, { least: number }>;
