/** Adds to a YAML file and leaves everything else as it is written, comments included. */
import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** What is added: an entry of a map, or one more item of a list. */
export interface YamlAddition {
  /** Keys that lead to the map or list, from the top; those that are missing are made. */
  readonly path: readonly string[];
  /** The entry's key; absent for an item of a list. */
  readonly key?: string;
  readonly value: unknown;
}

/**
 * Adds to the text of a YAML file.
 *
 * @param text Empty for a new file.
 * @returns undefined when it cannot be done without changing something else, as where a
 *   list is written in brackets.
 */
export function addToYaml(
  text: string,
  addition: YamlAddition,
): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const after = inserted(text, document, addition);
  if (after === undefined) return undefined;
  const result = parseDocument(after);
  const isRight =
    result.errors.length === 0 &&
    isDeepStrictEqual(
      result.toJS(),
      withAddition(document.toJS() as unknown, addition),
    );
  return isRight ? after : undefined;
}

function inserted(
  text: string,
  document: Document.Parsed,
  { path, key, value }: YamlAddition,
): string | undefined {
  let place: unknown = document.contents;
  let rest = [...path];
  while (isMap(place) && rest.length > 0 && place.has(rest[0])) {
    place = place.get(rest[0], true);
    rest = rest.slice(1);
  }
  const entry: unknown = key === undefined ? [value] : { [key]: value };
  const wrapped = rest.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    entry,
  );
  const lines = stringify(wrapped, { lineWidth: 0 });
  if (place === null) return withFinalNewline(text) + lines;
  if (!isMap(place) && !isSeq(place)) return undefined;
  const end = endOf(place);
  if (end === undefined || place.flow === true) return undefined;
  const column = columnOf(text, place);
  const head = text.slice(0, end);
  const lineEnd = head.endsWith("\n") ? end : lineEndAfter(text, end);
  const indented = lines.replace(/^(?=.)/gm, " ".repeat(column));
  return (
    withFinalNewline(text.slice(0, lineEnd)) + indented + text.slice(lineEnd)
  );
}

function withFinalNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function lineEndAfter(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Where the last thing in a collection ends; comments after it are not part of it. */
function endOf(collection: YAMLMap | YAMLSeq): number | undefined {
  const last = collection.items.at(-1);
  const node: unknown = isNode(last)
    ? last
    : ((
        last as { readonly value?: unknown; readonly key?: unknown } | undefined
      )?.value ?? (last as { readonly key?: unknown } | undefined)?.key);
  if (isCollection(node) && node.flow !== true && node.items.length > 0)
    return endOf(node as YAMLMap | YAMLSeq);
  return isNode(node) ? (node as Node).range?.[1] : undefined;
}

/** How far the items of a collection are indented. */
function columnOf(text: string, collection: YAMLMap | YAMLSeq): number {
  const counter = new LineCounter();
  parseDocument(text, { lineCounter: counter });
  return counter.linePos(collection.range?.[0] ?? 0).col - 1;
}

/** What a file shall say after the addition. */
function withAddition(
  content: unknown,
  { path: [first, ...rest], key, value }: YamlAddition,
): unknown {
  if (first !== undefined) {
    const map = (content ?? {}) as Readonly<Record<string, unknown>>;
    const inner = {
      path: rest,
      value,
      ...(key !== undefined && { key }),
    };
    return { ...map, [first]: withAddition(map[first], inner) };
  }
  return key === undefined
    ? [...((content ?? []) as readonly unknown[]), value]
    : { ...((content ?? {}) as object), [key]: value };
}
