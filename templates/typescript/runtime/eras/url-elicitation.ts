/** The failure of a request whose user has to visit a page first. */
import { LocalError } from "../protocol/local-error.js";

/** A page that a user has to visit. */
export interface PageToVisit {
  /** Names the visit; unique, and the key of its answer where the request is repeated. */
  readonly elicitationId: string;
  readonly url: string;
  /** Why, for the user. */
  readonly message: string;
}

/**
 * Thrown by handlers: the user has to visit pages before the request can succeed. Clients
 * are told so in the way of their revision: as questions of a result that asks for input,
 * or as the error of earlier revisions. Those that cannot show pages get a failure
 * (specification: client/elicitation).
 */
export class UrlElicitationRequired extends LocalError {
  static override readonly errorName: string = "UrlElicitationRequired";
  readonly pages: readonly PageToVisit[];

  /** @param pages - At least one. */
  constructor(pages: readonly PageToVisit[]) {
    super(
      `Pages have to be visited first: ${pages.map(({ message }) => message).join("; ")}`,
    );
    this.pages = pages;
  }
}
