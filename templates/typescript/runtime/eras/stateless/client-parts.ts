/** What the calls and subscriptions of a client share. */
import type { ClientHost, OpenCall } from "../client-era.js";
import type { Agreement } from "./agreement.js";
import type { RequestMeta } from "./request-meta.js";

/** A subscription as the client sees it. */
export interface OpenSubscription extends OpenCall {
  /** Ends it gracefully: the server has said so, or the client is closed. */
  ended(): void;
}

/** The parts of a stateless client. */
export interface ClientParts {
  readonly host: ClientHost;
  readonly agreement: Agreement;
  readonly meta: RequestMeta;
  /** Subscriptions that wait to be opened again. */
  readonly pausing: Set<OpenSubscription>;
}
