/** What an era reads of a server's options. */
import type { Implementation, ServerCapabilities } from "../../types.js";
import type { validateResult } from "../../validators.js";
import type { StateKey } from "./stateless/request-state.js";

/** Options of a server that its era reads. Durations are in milliseconds. */
export interface ServerEraOptions {
  /** Name and version of this program; clients may show and log it. */
  readonly info: Implementation;
  /** False leaves `info` out of results, where the revision allows that. Default: true. */
  readonly identify?: boolean | undefined;
  /** How a model makes good use of the server; told on discovery. */
  readonly instructions?: string | undefined;
  /**
   * Capabilities in more detail than handlers tell: `logging`, extensions, and
   * `listChanged: false` or `subscribe: false` where changes are never announced
   * (the default is that they are). Values given here are never replaced.
   */
  readonly capabilities?: ServerCapabilities | undefined;
  /** Versions to serve. Default: the one this code was generated from. */
  readonly supportedVersions?: readonly string[] | undefined;
  /** How long clients may keep what discovery told, and for whom. Default: 0, `private`. */
  readonly discovery?:
    | { readonly ttlMs: number; readonly cacheScope: "public" | "private" }
    | undefined;
  /** Values of `resultType`, in addition to the core ones, that declared extensions add. */
  readonly resultTypes?: readonly string[] | undefined;
  /**
   * Checks what handlers return before it is sent; what is invalid becomes an
   * internal error for the client and a full one for `onError`. Default: true.
   */
  readonly validateResults?: boolean | undefined;
  /**
   * Tells what is wrong with an invalid result and where. Default: `validateResult` of
   * `validators.ts`. False: errors say only which method's result it was.
   * `createCompactMcpServer` has no default, and keeps a bundle smaller.
   */
  readonly explainResult?: typeof validateResult | false | undefined;
  /**
   * Secrets for `signState`: the first signs, all verify, so that keys can be
   * changed without breaking calls under way. All instances of a server need the
   * same. Default: a random key, good for one process.
   */
  readonly stateKeys?: readonly StateKey[] | undefined;
  /** How many subscriptions may be open at a time. Default: 10,000. */
  readonly maxSubscriptions?: number | undefined;
  /** How many URIs one subscription may name; more are refused. Default: 1,000. */
  readonly maxSubscriptionUris?: number | undefined;
}
