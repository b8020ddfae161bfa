// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Result {
  resultType: string;
  [key: string]: unknown;
}

export interface Paginated extends Result {
  nextCursor?: string;
}

export interface Cacheable extends Result {
  ttl: number;
  scope: "public" | "private";
}

export interface ListResult extends Paginated, Cacheable {
  items: string[];
}
