/** Parts of a JSON Schema document. */
import type { SchemaDocument } from "./readers.js";

type Schema = Readonly<Record<string, unknown>>;

/** What a schema says about values, and nothing for people. */
const ANNOTATIONS = new Set(["description", "deprecated", "default"]);

/** Keywords whose members are named by the schema's author. */
const NAMED = new Set(["properties", "$defs"]);

/** An index signature that allows anything says no more than its absence. */
function saysNothing([keyword, value]: readonly [string, unknown]): boolean {
  return (
    ANNOTATIONS.has(keyword) ||
    (keyword === "additionalProperties" && JSON.stringify(value) === "{}")
  );
}

/**
 * The schema without what says nothing about values, at every level:
 * annotations, and the order of alternatives.
 */
export function essence(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(essence);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter((entry) => !saysNothing(entry))
      .map(([keyword, value]) => [
        keyword,
        NAMED.has(keyword)
          ? Object.fromEntries(
              Object.entries(value as Schema).map(([name, inner]) => [
                name,
                essence(inner),
              ]),
            )
          : keyword === "anyOf"
            ? sorted(essence(value) as unknown[])
            : essence(value),
      ]),
  );
}

function sorted(alternatives: readonly unknown[]): readonly unknown[] {
  return [...alternatives].sort((left, right) =>
    JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
  );
}

/** The definitions of a type and of all that it refers to, at any distance. */
export function closureOf(
  { $defs = {} }: SchemaDocument,
  typeName: string,
): Record<string, unknown> {
  const reached: Record<string, unknown> = {};
  const open = [typeName];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in reached) continue;
    reached[name] = $defs[name];
    const text = JSON.stringify(essence($defs[name]));
    for (const [, referred = ""] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      open.push(referred);
    }
  }
  return reached;
}
