/** What `mcp-gen init` does to a project: files that it makes or adds to. */

/** A file that is made or added to. */
export interface Edit {
  /** Absolute path. */
  readonly file: string;
  /** The text that is there; undefined when there is none. */
  readonly before: string | undefined;
  /** The text that shall be there; the same where nothing is missing. */
  readonly after: string;
}
