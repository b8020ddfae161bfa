/** The contract between the pipeline and the emitters. */
import type { Era, ProtocolModel } from "../model/model.js";
import type { Templates } from "./templates.js";
import type { ImportExtension } from "./typescript/import-extension.js";

/** The parts that `--emit` can name, in the order in which files are made. */
export const partNames = [
  "types",
  "errors",
  "methods",
  "validators",
  "client",
  "server",
  "legacy",
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

/** What the files of a part are written in; each language has a folder of its own here. */
export interface Language {
  readonly name: string;
  /**
   * Adds what the language wants around its files (an index), and puts all of them into
   * their final form. Undefined where nothing is to be done.
   *
   * @param files Everything that the emitters of the language gave.
   */
  readonly complete?: (
    files: readonly EmittedFile[],
    context: EmitContext,
  ) => readonly EmittedFile[];
}

/** What emitters may know in addition to the model. */
export interface EmitContext {
  /** First lines of each file: what made it, from which schema, how to make it again. */
  readonly banner: string;
  /** The parts of this run, dependencies included. */
  readonly parts: ReadonlySet<PartName>;
  /** `URI` and `byte` formats are checked by validators only when `assert`. */
  readonly formats: "annotate" | "assert";
  /** How generated files name each other. */
  readonly importExtension: ImportExtension;
  readonly templates: Templates;
  /**
   * The newest revision that begins with a handshake. The part `legacy` is made from it,
   * and cannot be emitted without.
   */
  readonly legacyModel?: (() => ProtocolModel) | undefined;
}

/** One part of the output. Pure: the same model gives the same files. */
export interface Emitter {
  readonly part: PartName;
  /** The language of its files. */
  readonly language: Language;
  /** Parts that this one's files import. */
  readonly requires: readonly PartName[];
  /** Parts that this one adds to: all of them come along where none was asked for. */
  readonly adds?: readonly PartName[];
  /** The eras whose revisions can have it; all unless given. */
  readonly eras?: readonly Era[];
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
