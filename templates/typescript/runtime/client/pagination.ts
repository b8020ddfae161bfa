/** Lists that come in pages. */
import type { CallOptions } from "../eras/client-options.js";
import { ListTooLongError } from "../protocol/local-error.js";

/** One page, as far as following it goes. */
export interface Page {
  /** Where the next page begins; absent on the last. */
  nextCursor?: string;
}

/** Options of `all()`: those of the call for each page, and limits of the whole list. */
export interface ListOptions extends CallOptions {
  /** How many pages are followed. Default: 1,000. */
  readonly maxPages?: number | undefined;
  /** How many items are given. Default: 100,000. */
  readonly maxItems?: number | undefined;
}

/** A list method: call it for one page, or iterate over `all()`. */
export interface PaginatedMethod<Params, Result extends Page, Item> {
  /** Asks for one page; without a `cursor`, the first. */
  (params?: Params, options?: CallOptions): Promise<Result>;
  /**
   * All items, page after page, each page asked for when it is needed. Cursors are
   * sent back as they came and mean nothing here: an empty string is one, and so is
   * one that came before (specification: server/utilities/pagination).
   *
   * @throws {ListTooLongError} If there are more pages or items than allowed.
   */
  all(params?: Params, options?: ListOptions): AsyncGenerator<Item, void>;
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
    options?: ListOptions,
  ): AsyncGenerator<Item, void> {
    const maxPages = options?.maxPages ?? 1_000;
    const maxItems = options?.maxItems ?? 100_000;
    let given = 0;
    let next = params;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const received = await page(next, options);
      for (const item of items(received)) {
        if (given === maxItems) throw tooLong(method, "items", maxItems);
        given += 1;
        yield item;
      }
      const { nextCursor } = received;
      if (nextCursor === undefined) return;
      next = { ...params, cursor: nextCursor } as unknown as Params;
    }
    throw tooLong(method, "pages", maxPages);
  }
  return Object.assign(one, { all });
}

function tooLong(
  method: string,
  what: "pages" | "items",
  limit: number,
): ListTooLongError {
  const option = what === "pages" ? "maxPages" : "maxItems";
  const consequence = `the rest was not asked for (option ${option}).`;
  return new ListTooLongError(method, what, limit, consequence);
}
