/** Results that a client keeps for as long as the server allows. */
import { BoundedMap } from "../protocol/bounded-map.js";
import { canonicalJson } from "../protocol/canonical-json.js";
import { covers } from "../protocol/uri-prefix.js";

/** Options of {@link ResultCache}. */
export interface ResultCacheOptions {
  /** How many results are kept; the one unused for longest goes first. Default: 500. */
  readonly maxEntries?: number | undefined;
  /** How many characters kept results may have together. Default: 32 Mi. */
  readonly maxLength?: number | undefined;
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Which result is meant. */
export interface CacheKey {
  /** The method, e.g. `tools/list`. */
  readonly method: string;
  /** Params without `_meta`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Whatever else the answer may depend on: version and capabilities. */
  readonly context: string;
  /**
   * The authorization that the request goes out with. Private results are kept
   * for it alone, public ones for all (specification: server/utilities/caching).
   */
  readonly authorization: string;
}

interface Entry {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** As JSON text, so that changes to a result handed out do not change the kept one. */
  readonly result: string;
  readonly staleAt: number;
}

/**
 * Keeps results by method and params, each until its own `ttlMs` has passed or a
 * notification says that it changed.
 *
 * One cache may serve several clients of the **same server**; results with
 * `cacheScope: "private"` stay with the authorization they were got with.
 */
export class ResultCache {
  readonly #entries: BoundedMap<Entry>;
  readonly #now: () => number;
  #generation = 0;

  constructor(options: ResultCacheOptions = {}) {
    this.#entries = new BoundedMap(
      options.maxEntries ?? 500,
      options.maxLength ?? 32 * 1024 * 1024,
    );
    this.#now = options.now ?? Date.now;
  }

  /** Grows with each invalidation; see {@link set}. */
  get generation(): number {
    return this.#generation;
  }

  /** A copy of the kept result, if it is still fresh. */
  get(key: CacheKey): unknown {
    const text =
      this.#fresh(keyText(key, "private")) ?? this.#fresh(keyText(key));
    return text === undefined ? undefined : JSON.parse(text);
  }

  /**
   * Keeps a complete result, as its hints allow. Odd hints are read with caution:
   * a `ttlMs` that is absent, negative or no number is 0, which keeps nothing;
   * any scope but `public` is private.
   *
   * @param generation - {@link generation} when the request was sent: what has
   * been invalidated while the answer was on its way is not kept.
   */
  set(
    key: CacheKey,
    result: Readonly<Record<string, unknown>>,
    generation: number,
  ): void {
    if (generation !== this.#generation) return;
    const ttlMs = result["ttlMs"];
    const scope = result["cacheScope"] === "public" ? undefined : "private";
    const text = keyText(key, scope);
    this.#entries.delete(text);
    if (typeof ttlMs !== "number" || !(ttlMs > 0)) return;
    const kept = textOf(result);
    if (kept === undefined) return;
    this.#entries.set(
      text,
      {
        method: key.method,
        params: key.params,
        result: kept,
        staleAt: this.#now() + ttlMs,
      },
      text.length + kept.length,
    );
  }

  /**
   * Drops what a change made stale.
   *
   * @param methods - Methods whose results changed.
   * @param uri - Only results for this resource, or one that contains it.
   */
  invalidate(methods: readonly string[], uri?: string): void {
    this.#generation++;
    for (const [text, entry] of this.#entries) {
      if (!methods.includes(entry.method)) continue;
      if (uri === undefined || covers(String(entry.params["uri"]), uri)) {
        this.#entries.delete(text);
      }
    }
  }

  /** Drops everything. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }

  #fresh(text: string): string | undefined {
    // Becomes the newest, so that the first of the map is the least used.
    const entry = this.#entries.touch(text);
    if (entry === undefined || this.#now() < entry.staleAt) {
      return entry?.result;
    }
    this.#entries.delete(text);
    return undefined;
  }
}

/** JSON text of a result; undefined if it is nested too deep to be written. */
function textOf(result: unknown): string | undefined {
  try {
    return JSON.stringify(result);
  } catch {
    return undefined;
  }
}

function keyText(key: CacheKey, scope?: "private"): string {
  const parts = [key.method, canonicalJson(key.params), key.context];
  if (scope !== undefined) parts.push(key.authorization);
  return JSON.stringify(parts);
}
