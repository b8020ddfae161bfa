/** The contract between the pipeline and the emitters. */
import type { ProtocolModel } from "../model/model.js";

/** The parts that `--emit` can name, in the order in which files are made. */
export const partNames = [
  "types",
  "errors",
  "methods",
  "validators",
  "client",
  "server",
  "json-schema",
] as const;

/** One of {@link partNames}. */
export type PartName = (typeof partNames)[number];

/** A file in memory, not yet on disk. */
export interface EmittedFile {
  /** Path below the output folder, `/` separated. */
  readonly path: string;
  /** The whole text, LF line endings. */
  readonly text: string;
  /**
   * True when the text is already what prettier with its default options would
   * print (a test holds each emitter to it), so that formatting can be skipped
   * where the user has no prettier configuration of their own.
   */
  readonly formatted: boolean;
  /** The user's template that the text comes from, as it is shown to people. */
  readonly template?: string;
}

/** Where the user's templates replace ours; elsewhere each makes a file of its own. */
export const OVERRIDES = "typescript/";

/** A template of the user's. */
export interface OwnTemplate {
  /** The file as it is shown to people. */
  readonly label: string;
  /** The whole text, LF line endings. */
  readonly text: string;
}

/** What emitters may know beside the model. */
export interface EmitContext {
  /** First lines of each file: what made it, from which schema, how to make it again. */
  readonly banner: string;
  /** The parts of this run, dependencies included. */
  readonly parts: ReadonlySet<PartName>;
  /** `URI` and `byte` formats are checked by validators only when `assert`. */
  readonly formats: "annotate" | "assert";
  /**
   * The user's templates by path, e.g. `typescript/types.ts.hbs`, which replaces ours of
   * that name, or `python/errors.py.hbs`, which makes a file of its own.
   */
  readonly templates?: ReadonlyMap<string, OwnTemplate> | undefined;
}

/** One part of the output. Pure: the same model gives the same files. */
export interface Emitter {
  readonly part: PartName;
  /** Parts that this one's files import. */
  readonly requires: readonly PartName[];
  /**
   * Why the part cannot be emitted for a revision, in one sentence for the user;
   * undefined, or no such function, if it can. Asked before `emit`: a part that was
   * named is then a usage error, one that was not is left out.
   */
  readonly unavailable?: (model: ProtocolModel) => string | undefined;
  readonly emit: (
    model: ProtocolModel,
    context: EmitContext,
  ) => readonly EmittedFile[];
}
