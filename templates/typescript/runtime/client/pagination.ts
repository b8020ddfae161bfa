/** Lists that come in pages. */
import type { CallOptions } from "./options.js";
import { RepeatedCursorError } from "../protocol/local-error.js";

/** One page, as far as following it goes. */
export interface Page {
  /** Where the next page begins; absent on the last. */
  nextCursor?: string;
}

/** A list method: call it for one page, or iterate over `all()`. */
export interface PaginatedMethod<Params, Result extends Page, Item> {
  /** Asks for one page; without a `cursor`, the first. */
  (params?: Params, options?: CallOptions): Promise<Result>;
  /**
   * All items, page after page, each page asked for when it is needed. Cursors are
   * sent back as they came; an empty string is one (specification: server/utilities/pagination).
   *
   * @throws {RepeatedCursorError} If the server gives a cursor a second time.
   */
  all(params?: Params, options?: CallOptions): AsyncGenerator<Item, void>;
}

/**
 * Makes a list method of a function that asks for one page.
 *
 * @param method - Its name on the wire, for errors.
 * @param page - Asks for one page.
 * @param items - Finds the items of a page.
 */
export function paginated<Params extends object, Result extends Page, Item>(
  method: string,
  page: (
    params: Params | undefined,
    options: CallOptions | undefined,
  ) => Promise<Result>,
  items: (page: Result) => readonly Item[],
): PaginatedMethod<Params, Result, Item> {
  const one = (params?: Params, options?: CallOptions): Promise<Result> =>
    page(params, options);
  async function* all(
    params?: Params,
    options?: CallOptions,
  ): AsyncGenerator<Item, void> {
    const seen = new Set<string>();
    let next = params;
    for (;;) {
      const received = await page(next, options);
      for (const item of items(received)) yield item;
      const { nextCursor } = received;
      if (nextCursor === undefined) return;
      if (seen.has(nextCursor)) {
        throw new RepeatedCursorError(method, nextCursor);
      }
      seen.add(nextCursor);
      next = { ...params, cursor: nextCursor } as unknown as Params;
    }
  }
  return Object.assign(one, { all });
}
