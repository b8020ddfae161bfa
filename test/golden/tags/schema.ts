export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/**
 * What a tool is.
 *
 * Second paragraph with {@link Level} and {@link Level | a label}.
 *
 * @category Tools
 * @internal
 * @see {@link https://example.com | Example}
 * @see [Page](/page) with a
 *   second line.
 */
export interface Tool {
  /**
   * @format uri
   */
  uri: string;
  /** @pattern ^[a-z %]+ @x$ */
  pattern?: string;
  /**
   * Between nothing and all.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   * @default 0.5
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
  /** @internal @deprecated Use `uri`. */
  url?: string;
  /**
   * @deprecated Since 2025,
   * in all its forms.
   * @remarks Not a tag of the model.
   */
  old?: string;
}

/** @maxItems 3 */
export type Levels = Level[];
export type Level = "low" | "high";
