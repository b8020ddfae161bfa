/** One message in many shapes: other key orders, further keys, as different senders would write it. */

/**
 * The message with the keys of every object in another order, and with keys that
 * the schema does not know: in `params` or `result` of a JSON-RPC message, whose
 * envelope some peers keep closed, or else in the object itself. The same
 * arguments give the same shape.
 */
export function reshaped(message: object, shape: number): object {
  const copy = reordered(message, sequence(shape + 1)) as Fields;
  const open = "jsonrpc" in copy ? (copy["params"] ?? copy["result"]) : copy;
  if (open) addForeignKeys(open as Fields, shape);
  return copy;
}

type Fields = Record<string, unknown>;

function addForeignKeys(object: Fields, shape: number): void {
  for (let index = 0; index < shape % 4; index++) {
    object[`x-vendor-${shape}-${index}`] = index;
  }
}

function reordered(value: unknown, order: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => ({ rank: order(), key, member }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ key, member }) => [key, reordered(member, order)]),
  );
}

/** A reproducible stream of numbers (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
