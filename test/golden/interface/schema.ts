export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** A tool that the model may call. */
export interface Tool {
  /** Its name. */
  name: string;
  title?: string;
  readonly size: number;
  ready: boolean;
}
