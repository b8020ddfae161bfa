/** The embedded draft with further types, to see how time grows with the size of a schema. */

/** A declaration as extensions write them: inherited, nested, limited, referring to others. */
function furtherType(index: number): string {
  const parent = index % 5 === 1 ? ` extends Further${index - 1}` : "";
  const inner = index > 3 ? `inner${index}?: Further${index - 3};` : "";
  return `
/** Further type ${index}. */
export interface Further${index}${parent} {
  /** What it is called. */
  name${index}: string;
  size${index}?: number;
  /** @minimum 0 */
  count${index}: number;
  level${index}?: "low" | "middle" | "high";
  tags${index}?: string[];
  nested${index}?: { first: string; second?: boolean };
  either${index}?: string | { deep: number };
  ${inner}
}
`;
}

/**
 * Adds types to a schema until it has as many as are asked for.
 *
 * @param schema The text of a `schema.ts`.
 */
export function grownSchema(schema: string, types: number): string {
  const own = schema.match(/^export (?:interface|type) /gm)?.length ?? 0;
  const further = Array.from({ length: types - own }, (_, index) =>
    furtherType(index),
  );
  return schema + further.join("");
}
