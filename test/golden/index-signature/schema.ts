export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Schema {
  $schema?: string;
  type: "object";
  [key: string]: unknown;
}
export interface Tool {
  input: { $schema?: string; type: "object"; [key: string]: unknown };
  labels: { [key: string]: string };
}
export interface Labels {
  [key: string]: string;
}
