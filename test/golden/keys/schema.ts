export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Keys {
  plain: string;
  "io.example/quoted": string;
  'single quotes'?: string;
  404: string;
  default: string;
  "": string;
}
