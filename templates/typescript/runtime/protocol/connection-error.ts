/** What can go wrong on the way to a peer. None of it was said by the peer itself. */
import { LocalError } from "./local-error.js";

/** The connection is gone, or a message could not be put on it. */
export class ConnectionError extends LocalError {
  static override readonly errorName: string = "ConnectionError";
}
