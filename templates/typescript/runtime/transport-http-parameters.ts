/**
 * Arguments of tools that HTTP headers mirror, so that proxies can route by them.
 *
 * A property of a tool's `inputSchema` asks for it with `"x-mcp-header": "Name"`;
 * the value then travels in `Mcp-Param-Name` as well.
 */
import { LocalError } from "./local-error.js";
import { isObject, ownValue } from "./message.js";
import {
  decodeHeaderValue,
  encodeHeaderValue,
} from "./transport-http-value.js";

/** One argument that a header mirrors. */
export interface ParameterHeader {
  /** Name of the HTTP header, `Mcp-Param-` included. */
  readonly header: string;
  /** The way from the arguments to the value: names of properties. */
  readonly path: readonly string[];
}

/** Headers of a tool, or why its annotations are invalid. */
export type ParameterHeaders =
  | { readonly headers: readonly ParameterHeader[]; readonly fault?: undefined }
  | { readonly headers?: undefined; readonly fault: string };

const annotation = "x-mcp-header";

/** What a header's name may be made of: HTTP's token. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const mirroredTypes: ReadonlySet<unknown> = new Set([
  "string",
  "integer",
  "boolean",
]);

/** Keywords of JSON Schema whose value is a schema or a list of schemas. */
const schemaKeywords: readonly string[] = [
  "additionalItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "oneOf",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
/** Keywords whose value is an object of schemas, `properties` aside. */
const schemaMapKeywords: readonly string[] = [
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
];
/** The deepest property that can be mirrored; it bounds what a hostile schema costs. */
const maxDepth = 64;

/** A schema inside the input schema that has not been looked at yet. */
interface Visit {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Names of properties from the root, or undefined where no fixed way leads. */
  readonly path: readonly string[] | undefined;
}

/**
 * Finds the annotations of a tool's input schema.
 *
 * They are valid on properties of type string, integer or boolean that are
 * reached from the root by `properties` alone, with names that are HTTP tokens
 * and differ by more than case. One that is not makes the tool invalid on HTTP.
 * A schema may be of any depth; properties below the 64th level are not mirrored.
 *
 * @param inputSchema a tool's `inputSchema`, as it was received
 */
export function parameterHeadersOf(inputSchema: unknown): ParameterHeaders {
  const headers: ParameterHeader[] = [];
  const names = new Set<string>();
  const visits: Visit[] = isObject(inputSchema)
    ? [{ schema: inputSchema, path: [] }]
    : [];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { schema, path } = visit;
    if (Object.hasOwn(schema, annotation)) {
      const fault = annotationFault(schema, path, names);
      if (fault !== undefined) {
        return { fault };
      }
      const name = String(schema[annotation]);
      names.add(name.toLowerCase());
      headers.push({ header: `Mcp-Param-${name}`, path: path ?? [] });
    }
    for (const inside of schemasInside(schema, path)) {
      visits.push(inside);
    }
  }
  return { headers };
}

const found = /* @__PURE__ */ new WeakMap<object, ParameterHeaders>();

/** {@link parameterHeadersOf} for a schema that is asked about again and again. */
export function knownParameterHeadersOf(inputSchema: object): ParameterHeaders {
  let headers = found.get(inputSchema);
  if (headers === undefined) {
    headers = parameterHeadersOf(inputSchema);
    found.set(inputSchema, headers);
  }
  return headers;
}

/** Why an annotation is invalid where it stands, or undefined when it is not. */
function annotationFault(
  schema: Readonly<Record<string, unknown>>,
  path: readonly string[] | undefined,
  names: ReadonlySet<string>,
): string | undefined {
  const name = schema[annotation];
  if (path === undefined || path.length === 0) {
    return `${annotation} stands where "properties" alone do not lead`;
  }
  const where = `${annotation} of the property ${path.map((step) => JSON.stringify(step)).join(".")}`;
  if (typeof name !== "string" || !token.test(name)) {
    return `${where} is no name of an HTTP header: ${JSON.stringify(name)}`;
  }
  if (names.has(name.toLowerCase())) {
    return `${where} repeats the name ${JSON.stringify(name)}`;
  }
  if (!mirroredTypes.has(schema["type"])) {
    return `${where} needs the type string, integer or boolean, and has ${JSON.stringify(schema["type"])}`;
  }
  return undefined;
}

function schemasInside(
  schema: Readonly<Record<string, unknown>>,
  path: readonly string[] | undefined,
): Visit[] {
  const inside: Visit[] = [];
  const properties = ownValue(schema, "properties");
  const reachable = path !== undefined && path.length < maxDepth;
  if (isObject(properties)) {
    for (const [name, property] of Object.entries(properties)) {
      if (isObject(property)) {
        inside.push({
          schema: property,
          path: reachable ? [...path, name] : undefined,
        });
      }
    }
  }
  for (const keyword of schemaKeywords) {
    const value = ownValue(schema, keyword);
    for (const member of Array.isArray(value) ? value : [value]) {
      if (isObject(member)) {
        inside.push({ schema: member, path: undefined });
      }
    }
  }
  for (const keyword of schemaMapKeywords) {
    const map = ownValue(schema, keyword);
    for (const member of isObject(map) ? Object.values(map) : []) {
      if (isObject(member)) {
        inside.push({ schema: member, path: undefined });
      }
    }
  }
  return inside;
}

/** An argument that no header can carry. */
export class UnmirroredArgumentError extends LocalError {
  override readonly name: string = "UnmirroredArgumentError";
}

/**
 * The headers that mirror a call's arguments.
 *
 * @param headers what {@link parameterHeadersOf} found in the tool's schema
 * @param toolArguments the arguments of the call
 * @returns names and encoded values; nothing for arguments that are absent or null
 * @throws {UnmirroredArgumentError} for a number beyond ±(2^53 - 1), which readers
 *   of the header could not compare
 */
export function mirrorArguments(
  headers: readonly ParameterHeader[],
  toolArguments: unknown,
): [header: string, value: string][] {
  const mirrored: [string, string][] = [];
  for (const { header, path } of headers) {
    const value = valueAt(toolArguments, path);
    if (
      typeof value === "number" &&
      Math.abs(value) > Number.MAX_SAFE_INTEGER
    ) {
      throw new UnmirroredArgumentError(
        `The argument ${path.join(".")} is too large for the header ${header}: ${value}`,
      );
    }
    if (isScalar(value)) {
      mirrored.push([header, encodeHeaderValue(String(value))]);
    }
  }
  return mirrored;
}

/**
 * Compares headers with the arguments they should mirror.
 *
 * @param read gives the value of a header of the request, or null
 * @returns the first mismatch in words, or undefined
 */
export function argumentMismatch(
  headers: readonly ParameterHeader[],
  toolArguments: unknown,
  read: (header: string) => string | null,
): string | undefined {
  for (const { header, path } of headers) {
    const value = valueAt(toolArguments, path);
    const raw = read(header);
    if (raw === null) {
      if (isScalar(value)) {
        return `The header ${header} is missing, but the argument ${path.join(".")} is there`;
      }
      continue;
    }
    const text = decodeHeaderValue(raw);
    if (text === undefined) {
      return `The header ${header} is malformed`;
    }
    if (!isScalar(value)) {
      return `The header ${header} is there, but the argument ${path.join(".")} is not`;
    }
    if (!sameValue(text, value)) {
      return `The header ${header} differs from the argument ${path.join(".")}`;
    }
  }
  return undefined;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Numbers are compared as numbers: `42.0` is `42`. */
function sameValue(text: string, value: Scalar): boolean {
  return typeof value === "number"
    ? jsonNumber.test(text) && Number(text) === value
    : text === String(value);
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  );
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    value = isObject(value) ? ownValue(value, name) : undefined;
  }
  return value;
}
