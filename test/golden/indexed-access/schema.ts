export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface PaginatedRequest {
  params?: { cursor?: string; limit: number };
}

export interface ListTasksRequest extends PaginatedRequest {
  method: "tasks/list";
  params?: PaginatedRequest["params"] & { status?: Task["status"] };
}

export interface Task {
  status: "open" | "done";
  owner: { name: string; tags: string[] };
  /** Of the type that is being read. */
  previous?: Task["status"];
}

export interface Report {
  owner: Task["owner"];
  name: Task["owner"]["name"];
  tag: Task["owner"]["tags"][number];
  cursor?: NonNullable<PaginatedRequest["params"]>["cursor"];
  nameOrStatus: Task["status"] | Task["owner"]["name"];
  either?: Task["status" | "previous"];
  keys: keyof Task;
}
