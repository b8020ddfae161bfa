/** A schema as text, before anything is read from it. */

/** One `schema.ts`, wherever it came from. */
export interface SchemaSource {
  /** The whole text: no byte order mark, LF line endings. */
  readonly text: string;
  /** The path as it is shown to people: relative to the project, `/` separated. */
  readonly path: string;
  /** SHA-256 of {@link SchemaSource.text}, in hex. */
  readonly sha256: string;
  /**
   * Absolute path of the folder that `{@includeCode}` paths are relative to;
   * absent when the schema did not come from a file.
   */
  readonly examplesDir?: string;
}
