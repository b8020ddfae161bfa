// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Page {
  cursor?: string;
}

/**
 * What is written inline here is shared with all that inherit or intersect it.
 */
export interface Filter {
  kinds?: ("task" | "tool")[];
  levels?: { [key: string]: "low" | "high" };
}

export interface NarrowFilter extends Filter {
  name: string;
}

export interface ListTasksRequest {
  params?: Page & Filter;
}
