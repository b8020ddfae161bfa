export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Page {
  cursor?: string;
}

/** What is written inline here is shared with all that inherit or intersect it. */
export interface Filter {
  kinds?: ("task" | "tool")[];
  levels?: Record<string, "low" | "high">;
}

export interface NarrowFilter extends Filter {
  name: string;
}

export interface ListTasksRequest {
  params?: Page & Filter;
}
