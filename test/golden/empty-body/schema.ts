export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface HasUri {
  uri: string;
}
export interface HasInput {
  input?: string;
}
export interface ReadParams extends HasUri, HasInput {}
