// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Base {
  name: string;
  size?: number;
  tags: string[];
}

/** What the supertype comes to stands in the interface itself. */
export interface Named {
  name: string;
  id: string;
}

export interface Patch {
  /** Narrower than the supertype's. */
  name?: "a" | "b";
  size?: number;
  tags?: string[];
}

export interface Frozen extends Base {
  since: string;
}

export type Dropped = "size" | "tags";

export interface Small extends Omit<Base, "size" | "tags"> {
  small: true;
}

export interface Smaller {
  name?: string;
  size?: number;
  x: number;
  y: number;
  smaller: true;
}
