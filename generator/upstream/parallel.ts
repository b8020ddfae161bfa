/** Does several downloads at a time, but not all of them. */

/** How many: what a browser opens to one host. */
const PARALLEL = 6;

/**
 * Maps values, a few at a time; the first failure ends it.
 *
 * @returns results in the order of the values.
 */
export async function mapParallel<T, U>(
  values: readonly T[],
  map: (value: T) => Promise<U>,
): Promise<readonly U[]> {
  const results: U[] = [];
  const left = values.entries();
  let failed = false;
  // All workers draw from one iterator, so each value is taken once.
  const work = async (): Promise<void> => {
    for (const [index, value] of left) {
      try {
        results[index] = await map(value);
      } catch (error) {
        failed = true;
        throw error;
      }
      if (failed) return;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return results;
}
