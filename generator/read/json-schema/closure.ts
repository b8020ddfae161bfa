/** When two definitions of different documents are the same one. */
import type { Place, SchemaDocument } from "./document.js";
import { canonicalJson, isObject, keywordOf } from "./schema.js";

/**
 * A text that is the same for definitions which say the same: their own, and those that
 * they lead to. Their places count, so that two names stay two types.
 */
export function closureKey(start: Place, document: SchemaDocument): string {
  const places = new Map([[start.pointer, start]]);
  for (const place of places.values()) {
    for (const target of targetsIn(place, document)) {
      if (!places.has(target.pointer)) places.set(target.pointer, target);
    }
  }
  return canonicalJson([
    document.dialect.name,
    ...[...places].map(([pointer, { schema }]) => [pointer, schema]),
  ]);
}

/** All schemas that references inside a schema lead to. */
function targetsIn(place: Place, document: SchemaDocument): readonly Place[] {
  const found: Place[] = [];
  const look = (value: unknown, from: Place): void => {
    if (Array.isArray(value)) {
      for (const each of value) look(each, from);
    } else if (isObject(value)) {
      const here = document.below(from, value);
      for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
        const reference = keywordOf(value, keyword);
        const target =
          typeof reference === "string"
            ? document.resolve(reference, here)
            : undefined;
        if (target !== undefined) found.push(target);
      }
      for (const each of Object.values(value)) look(each, here);
    }
  };
  look(place.schema, place);
  return found;
}
