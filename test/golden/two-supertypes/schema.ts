export const LATEST_PROTOCOL_VERSION = "2026-07-28";

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
