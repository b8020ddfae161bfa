export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** A moment in JSON is the text that `JSON.stringify` makes of a date. */
export interface Annotations {
  lastModified?: Date;
  /** When it began. */
  begun: Date | undefined;
  /** @format date */
  day: Date;
  all: Date[];
}
