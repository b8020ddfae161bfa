/** Derives the error codes of a revision. */
import type {
  ConstantDeclaration,
  ErrorCode,
  TypeExpr,
} from "../../model/model.js";
import { findProperty, interfacesOf, type Types } from "../../model/queries.js";

/** JSON-RPC keeps this range for codes of its own and of protocols built on it. */
const RESERVED = { from: -32768, to: -32000 };

/** An interface that fixes the code of an error, by itself or in its `error` member. */
interface ErrorShape {
  readonly name: string;
  readonly constant: string;
  readonly data?: TypeExpr;
}

function codeConstant(model: Types, error: TypeExpr): string | undefined {
  const code = findProperty(model, error, "code")?.type;
  return code?.kind === "literal" ? code.constant : undefined;
}

/** `ParseError { code: typeof PARSE_ERROR }`, or a response `{ error: { code: ... } }`. */
function errorShapes(model: Types): readonly ErrorShape[] {
  return interfacesOf(model).flatMap(({ name }) => {
    const self: TypeExpr = { kind: "ref", name };
    const nested = findProperty(model, self, "error")?.type;
    const candidates = nested === undefined ? [self] : [self, nested];
    for (const error of candidates) {
      const constant = codeConstant(model, error);
      if (constant === undefined) continue;
      const data = findProperty(model, error, "data")?.type;
      return [
        {
          name,
          constant,
          ...(data !== undefined && data.kind !== "unknown" && { data }),
        },
      ];
    }
    return [];
  });
}

/** `HEADER_MISMATCH` and `HeaderMismatchError`, `PARSE_ERROR` and `ParseError`. */
function isNamedAfter(type: string, constant: string): boolean {
  const words = (name: string): string =>
    name
      .replace(/_?Error$/i, "")
      .replaceAll("_", "")
      .toLowerCase();
  return words(type) === words(constant);
}

/**
 * Every error code: constants in JSON-RPC's reserved range, and those that an
 * interface uses as its `code`. Where several interfaces use one code, its type
 * is the one named after the constant, else the first.
 */
export function readErrors(
  model: Types,
  constants: readonly ConstantDeclaration[],
): readonly ErrorCode[] {
  const shapes = errorShapes(model);
  return constants.flatMap(({ name, value, documentation }) => {
    if (typeof value !== "number") return [];
    const candidates = shapes.filter(({ constant }) => constant === name);
    const shape =
      candidates.find((candidate) => isNamedAfter(candidate.name, name)) ??
      candidates[0];
    const isReserved = RESERVED.from <= value && value <= RESERVED.to;
    if (shape === undefined && !isReserved) return [];
    return [
      {
        code: value,
        name,
        ...(shape && { type: shape.name }),
        ...(shape?.data && { data: shape.data }),
        documentation,
      },
    ];
  });
}
