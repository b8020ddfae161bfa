// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Inline {
  /** Beside the brace. */
  first: string;
  /** Beside the first. */
  second: string;
}

export interface Plain {
  name: string;
  title: string;
}

/** The last one is. */
export interface Last {
  /** One line. */
  one: string;
  /** Without stars. Indented. */
  unstarred: string;
  three: string;
  /**
   *     code
   *
   * - item continued
   */
  list: string;
}

export type Status = "working" | "done";
