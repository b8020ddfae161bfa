// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/** A moment in JSON is the text that `JSON.stringify` makes of a date. */
export interface Annotations {
  /** @format date-time */
  lastModified?: string;
  /**
   * When it began.
   *
   * @format date-time
   */
  begun?: string | undefined;
  /** @format date */
  day: string;
  all: string[];
}
