/** Codes of errors. */

/** What JSON-RPC reserves for itself and for protocols on top of it. */
const RESERVED = { from: -32768, to: -32000 };

/**
 * Whether an error may be sent with a code: one that the revision defines, or an
 * application's own, outside of the reserved range (specification: basic/index).
 */
export function mayBeSent(
  code: number,
  ...defined: readonly number[]
): boolean {
  if (!Number.isInteger(code)) return false;
  return defined.includes(code) || code < RESERVED.from || code > RESERVED.to;
}
