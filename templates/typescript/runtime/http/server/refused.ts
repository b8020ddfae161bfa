/** Turning a request away because of who sent it. */
import { LocalError } from "../../protocol/local-error.js";

/**
 * To be thrown by the option `principal` of an HTTP handler: the request is answered with
 * this status, and nothing of its body is read. It is not a fault, so `onError` is not
 * called.
 *
 * ```ts
 * throw new HttpRefusedError(401, "A token is needed.", {
 *   "www-authenticate": 'Bearer resource_metadata="https://mcp.example.com/..."',
 * });
 * ```
 */
export class HttpRefusedError extends LocalError {
  static override readonly errorName: string = "HttpRefusedError";
  /** The HTTP status: 401 without valid credentials, 403 with the wrong ones. */
  readonly status: number;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param reason a sentence for the client, which is the body of the answer */
  constructor(
    status: number,
    reason: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
    this.status = status;
    this.headers = headers;
  }
}
