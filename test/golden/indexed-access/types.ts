// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface PaginatedRequest {
  params?: { cursor?: string; limit: number };
}

export interface ListTasksRequest extends PaginatedRequest {
  method: "tasks/list";
  params?: { cursor?: string; limit: number } & { status?: "open" | "done" };
}

export interface Task {
  status: "open" | "done";
  owner: { name: string; tags: string[] };
  /** Of the type that is being read. */
  previous?: "open" | "done";
}

export interface Report {
  owner: { name: string; tags: string[] };
  name: string;
  tag: string;
  cursor?: string | undefined;
  nameOrStatus: "open" | "done" | (string & {});
  either?: "open" | "done" | undefined;
  keys: "status" | "owner" | "previous";
}
