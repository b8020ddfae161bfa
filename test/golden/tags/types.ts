// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/**
 * What a tool is.
 *
 * Second paragraph with {@link Level} and {@link Level | a label}.
 *
 * @see {@link https://example.com | Example}
 * @see [Page](/page) with a second line.
 * @category Tools
 * @internal
 */
export interface Tool {
  /** @format uri */
  uri: string;
  /** @pattern ^[a-z %]+ \@x$ */
  pattern?: string;
  /**
   * Between nothing and all.
   *
   * @default 0.5
   * @minimum 0
   * @maximum 1
   * @TJS-type number
   */
  priority?: number;
  /** @TJS-type integer */
  size?: number;
  /**
   * @minLength 1
   * @maxLength 64
   */
  name: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  values: string[];
  /** @nullable */
  ttl: number | null;
  /**
   * @deprecated Use `uri`.
   * @internal
   */
  url?: string;
  /**
   * @remarks Not a tag of the model.
   *
   * @deprecated Since 2025, in all its forms.
   */
  old?: string;
}

/** @maxItems 3 */
export type Levels = Level[];

export type Level = "low" | "high";
