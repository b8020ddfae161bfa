/**
 * Arguments of tools that HTTP headers mirror, so that proxies can route by them.
 *
 * A property of a tool's `inputSchema` asks for it with `"x-mcp-header": "Name"`;
 * the value then travels in `Mcp-Param-Name` as well.
 */
import { checkToolHeaders } from "../../../validators.js";
import { LocalError } from "../../protocol/local-error.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { decodeHeaderValue, encodeHeaderValue } from "./header-value.js";

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

/**
 * Finds the annotations of a tool's input schema.
 *
 * @param inputSchema a tool's `inputSchema`, as it was received
 */
export function parameterHeadersOf(inputSchema: unknown): ParameterHeaders {
  const [issue] = checkToolHeaders(inputSchema);
  return issue === undefined
    ? { headers: annotated(inputSchema, []) }
    : { fault: issue.message };
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

/** The annotated properties of a schema whose annotations are valid, nested ones too. */
function annotated(
  schema: unknown,
  path: readonly string[],
): readonly ParameterHeader[] {
  const properties = isObject(schema) ? ownValue(schema, "properties") : {};
  return Object.entries(isObject(properties) ? properties : {}).flatMap(
    ([name, property]) => {
      const step = [...path, name];
      const header = isObject(property)
        ? ownValue(property, annotation)
        : undefined;
      return typeof header === "string"
        ? [{ header: `Mcp-Param-${header}`, path: step }]
        : annotated(property, step);
    },
  );
}

/** An argument that no header can carry. */
export class UnmirroredArgumentError extends LocalError {
  static override readonly errorName: string = "UnmirroredArgumentError";
}

/**
 * The headers that mirror a call's arguments.
 *
 * @param headers what {@link parameterHeadersOf} found in the tool's schema
 * @param toolArguments the arguments of the call
 * @returns names and encoded values; nothing for arguments that are absent or null
 * @throws {UnmirroredArgumentError} for a number that is not an integer within
 *   ±(2^53 - 1), which readers of the header could not compare
 */
export function mirrorArguments(
  headers: readonly ParameterHeader[],
  toolArguments: unknown,
): [header: string, value: string][] {
  const mirrored: [string, string][] = [];
  for (const { header, path } of headers) {
    const value = valueAt(toolArguments, path);
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new UnmirroredArgumentError(
        `The argument ${path.join(".")} is not an integer within ±(2^53 - 1), so the header ${header} cannot repeat it: ${value}`,
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

const jsonNumber = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/;

/**
 * Numbers are compared as numbers: `42.0` is `42`. Those that a double cannot hold
 * exactly are equal to nothing: two readers may take them for different numbers.
 */
function sameValue(text: string, value: Scalar): boolean {
  if (typeof value !== "number") {
    return text === String(value);
  }
  const [, whole = "", fraction = ""] = jsonNumber.exec(text) ?? [];
  return (
    whole !== "" &&
    text.length <= longestNumber &&
    Number.isSafeInteger(value) &&
    Number(text) === value &&
    significant(whole + fraction) === significant(String(Math.abs(value)))
  );
}

/** More characters than anybody needs for 16 digits; the rest would be zeros. */
const longestNumber = 100;

/** Digits without the zeros at both ends, of which exponents have any number. */
function significant(digits: string): string {
  return digits.replace(/^0+/, "").replace(/0+$/, "");
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
