/** What every reader of one run knows: the text, its declarations, where to report. */
import type { ts } from "ts-morph";
import type { Position } from "../../model/model.js";
import type { SchemaSource } from "../../source/source.js";
import type { Declarations } from "./declarations.js";
import type { Reporter, Span } from "./reporter.js";

export interface Reading {
  readonly source: SchemaSource;
  readonly file: ts.SourceFile;
  readonly declarations: Declarations;
  readonly report: Reporter;
  /** Text of an `{@includeCode}` file, when it can be had. */
  readonly example: (path: string) => string | undefined;
  /** Nodes that are being read: what leads back to one of them has no end. */
  readonly open: Set<ts.Node>;
  /** Whether a name is of objects, for those that have been asked for. */
  readonly objectNames: Map<string, boolean>;
}

/** Where a node's own text begins and ends, comments in front of it aside. */
export function spanOf({ file }: Pick<Reading, "file">, node: ts.Node): Span {
  return { start: node.getStart(file), end: node.getEnd() };
}

/** Line and column of a node. */
export function positionOf(reading: Reading, node: ts.Node): Position {
  return reading.report.position(node.getStart(reading.file));
}

/** A node's source text, cut where it gets long: for use in a sentence. */
export function textOf({ file }: Pick<Reading, "file">, node: ts.Node): string {
  const text = node.getText(file).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
