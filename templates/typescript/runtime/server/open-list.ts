/** Things that come and go quickly, where a `Set` would cost more than the things do. */

/** Something that knows its place in an {@link OpenList}; -1 when it is in none. */
export interface Listed {
  slot: number;
}

/** An unordered collection; to add and to remove takes no search and no hash. */
export class OpenList<Item extends Listed> {
  #items: Item[] = [];

  /** How many there are. */
  get size(): number {
    return this.#items.length;
  }

  /** Adds an item that is in no list. */
  add(item: Item): void {
    item.slot = this.#items.length;
    this.#items.push(item);
  }

  /** Takes an item of this list out; the last one moves to its place. */
  remove(item: Item): void {
    const last = this.#items.pop();
    if (last !== undefined && last !== item) {
      this.#items[item.slot] = last;
      last.slot = item.slot;
    }
    item.slot = -1;
  }

  /** Takes all items out. */
  clear(): readonly Item[] {
    const items = this.#items;
    this.#items = [];
    for (const item of items) {
      item.slot = -1;
    }
    return items;
  }
}
