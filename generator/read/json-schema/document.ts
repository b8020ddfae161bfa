/**
 * One JSON Schema with all schemas inside of it: where each stands, what `$id` and
 * `$anchor` call it, and what a `$ref` leads to. Nothing is ever fetched.
 */
import { type Dialect, DEFAULT_DIALECT, dialectOf } from "./dialect.js";
import {
  isObject,
  isSchema,
  type JsonSchema,
  keywordOf,
  type SchemaObject,
} from "./schema.js";

/** A schema inside a document. */
export interface Place {
  readonly schema: JsonSchema;
  /** JSON pointer from the document's top, `""` for the whole. */
  readonly pointer: string;
  /** The URI that its references start from. */
  readonly base: string;
}

/** Keywords whose value is a schema. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is a list of schemas. */
const LIST_KEYWORDS: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "items",
  "oneOf",
  "prefixItems",
]);

/** Keywords whose value has schemas by name. */
const MAP_KEYWORDS: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** A base for documents that give themselves none; never looked up. */
const OWN_BASE = "json-schema:///document";

/** A step of a JSON pointer. */
function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A schema document. */
export class SchemaDocument {
  readonly root: Place;
  readonly dialect: Dialect;
  /** False where `$schema` names a draft that is not known. */
  readonly hasKnownDialect: boolean;
  readonly #byUri = new Map<string, Place>();
  readonly #places = new Map<SchemaObject, Place>();

  constructor(schema: JsonSchema) {
    const dialect = dialectOf(schema);
    this.dialect = dialect ?? DEFAULT_DIALECT;
    this.hasKnownDialect = dialect !== undefined;
    this.root = this.#index(schema, "", OWN_BASE);
    this.#byUri.set(OWN_BASE, this.root);
  }

  /** The place of a schema that stands inside another one. */
  below(
    place: Place,
    schema: JsonSchema,
    ...steps: (string | number)[]
  ): Place {
    const known = isObject(schema) ? this.#places.get(schema) : undefined;
    if (known !== undefined) return known;
    const pointer = place.pointer + steps.map(pointerStep).join("");
    return { schema, pointer, base: place.base };
  }

  /** What a reference leads to; undefined when that is not inside the document. */
  resolve(reference: string, from: Place): Place | undefined {
    const target = resolveUri(reference, from.base);
    if (target === undefined) return undefined;
    const [uri = "", fragment = ""] = splitFragment(target);
    const base = this.#byUri.get(uri);
    if (fragment === "") return base;
    if (!fragment.startsWith("/")) return this.#byUri.get(`${uri}#${fragment}`);
    return base === undefined ? undefined : this.#follow(base, fragment);
  }

  #follow(base: Place, pointer: string): Place | undefined {
    let value: unknown = base.schema;
    let nearest = base;
    for (const step of pointer.slice(1).split("/")) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(value)) value = value[Number(key)];
      else if (isObject(value)) value = keywordOf(value, key);
      else return undefined;
      if (isObject(value)) nearest = this.#places.get(value) ?? nearest;
    }
    if (!isSchema(value)) return undefined;
    const known = isObject(value) ? this.#places.get(value) : undefined;
    return (
      known ?? {
        schema: value,
        pointer: base.pointer + pointer,
        base: nearest.base,
      }
    );
  }

  /** Notes a schema and all schemas inside it. */
  #index(schema: JsonSchema, pointer: string, outerBase: string): Place {
    if (!isObject(schema)) return { schema, pointer, base: outerBase };
    const base = this.#baseOf(schema, outerBase);
    const place: Place = { schema, pointer, base };
    this.#places.set(schema, place);
    if (base !== outerBase) this.#byUri.set(base, place);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = keywordOf(schema, keyword);
      if (typeof anchor === "string") {
        this.#byUri.set(`${base}#${anchor}`, place);
      }
    }
    const id = keywordOf(schema, "$id");
    if (typeof id === "string" && id.startsWith("#")) {
      // An anchor as draft-07 writes it.
      this.#byUri.set(`${base}${id}`, place);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const at = pointer + pointerStep(keyword);
      if (SCHEMA_KEYWORDS.has(keyword) && isSchema(value)) {
        this.#index(value, at, base);
      } else if (LIST_KEYWORDS.has(keyword) && Array.isArray(value)) {
        for (const [index, each] of value.entries()) {
          if (isSchema(each)) this.#index(each, at + pointerStep(index), base);
        }
      } else if (MAP_KEYWORDS.has(keyword) && isObject(value)) {
        for (const [name, each] of Object.entries(value)) {
          if (isSchema(each)) this.#index(each, at + pointerStep(name), base);
        }
      }
    }
    return place;
  }

  #baseOf(schema: SchemaObject, outer: string): string {
    const id = keywordOf(schema, "$id");
    if (typeof id !== "string" || id.startsWith("#")) return outer;
    // In draft-07, what is next to a `$ref` does not count.
    if (!this.dialect.readsBesideRef && keywordOf(schema, "$ref") !== undefined)
      return outer;
    const resolved = resolveUri(id, outer);
    return resolved === undefined
      ? outer
      : (splitFragment(resolved)[0] as string);
  }
}

function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith("#")) return base + decoded(reference);
  try {
    return decoded(new URL(reference, base).href);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitFragment(uri: string): readonly [string, string] {
  const hash = uri.indexOf("#");
  return hash < 0 ? [uri, ""] : [uri.slice(0, hash), uri.slice(hash + 1)];
}
