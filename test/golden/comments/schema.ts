export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/* A plain comment is no documentation. */
export interface Inline { /** Beside the brace. */ first: string; /** Beside the first. */ second: string }

export interface Plain {
  // Nor is this.
  name: string; /** Nor this, behind the property. */
  /* plain */ title: string;
}

/** The first comment is not the one. */
/** The last one is. */
export interface Last {
  /** One line. */ one: string;
  /**
   Without stars.
     Indented.
   */
  unstarred: string;
  /***
   * Three stars are no documentation.
   */
  three: string;
  /**
   *     code
   *
   * - item
   *   continued
   */
  list: string;
}
export type Status =
  | "working" // A word about this one.
  | "done"; // And this.
