/**
 * The tools of one server, as plain, immutable data: what a `tools/list` says, with the
 * types of arguments and results. `read/tools/` makes it from a snapshot.
 */
import type { ModelSource, TypeDeclaration } from "./model.js";

/** The tools of a server. */
export interface ToolsModel {
  /** What the server is called in generated code, e.g. `git`. */
  readonly name: string;
  /** Who answered; undefined in a list that does not say so. */
  readonly server: ServerIdentity | undefined;
  /** Where the model was read from. */
  readonly source: ModelSource;
  /** Every tool, sorted by name. */
  readonly tools: readonly ToolModel[];
  /** Types of arguments and results, and the definitions that they share. */
  readonly types: readonly TypeDeclaration[];
}

/** What a server says of itself. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** One tool. */
export interface ToolModel {
  /** The name on the wire. */
  readonly name: string;
  /** What the tool's method is called, e.g. `readFile`; no two tools have the same. */
  readonly methodName: string;
  /** What the tool's function is called: as the method, where that is not a reserved word. */
  readonly functionName: string;
  readonly title?: string;
  readonly description?: string;
  /** Names of the hints that are true or false, e.g. `readOnlyHint`. */
  readonly hints: Readonly<Record<string, boolean>>;
  /** The type of the arguments. */
  readonly argumentsType: string;
  /** Whether a call may leave the arguments out. */
  readonly argumentsOptional: boolean;
  /** The type of the structured result; undefined for a tool without an `outputSchema`. */
  readonly resultType?: string;
  /** The tool as the server lists it. */
  readonly definition: { readonly [key: string]: unknown };
}
