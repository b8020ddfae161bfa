/** Numbers that look random and come again with the same seed. */

/** A source of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from 0 up to `limit`. */
export function randomBelow(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

/** Random bytes, with the given texts strewn among them. */
export function randomBytes(
  random: () => number,
  length: number,
  texts: readonly string[] = [],
): Buffer {
  const pieces: Buffer[] = [];
  for (let size = 0; size < length;) {
    const text = texts[randomBelow(random, texts.length * 2)];
    const piece =
      text === undefined
        ? Buffer.from([randomBelow(random, 256)])
        : Buffer.from(text);
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat(pieces);
}
