/** Sending an HTTP request: its headers, and redirects that are safe to follow. */
import { quoted } from "../../protocol/limits.js";
import { httpError } from "./response.js";
import { withoutSilenceLimit } from "./silence.js";

/** What sends requests: `fetch`, or a wrapper that adds credentials or retries. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Headers by name; platforms differ in what else they take for headers. */
export type HeaderValues = Headers | Readonly<Record<string, string>>;

/** Headers to add to a request, or a function that is asked again for each one. */
export type HeaderSource =
  HeaderValues | (() => HeaderValues | Promise<HeaderValues>);

/** How to reach a server over HTTP. */
export interface HttpOptions {
  /**
   * Used for every request, the global `fetch` unless given. A wrapper sees 401
   * and 403 with status, headers and body, and may send the same request again.
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Headers to add, such as `Authorization`; a function is asked again for each
   * request. Those of the protocol cannot be replaced.
   */
  readonly headers?: HeaderSource | undefined;
  /** Longest message that is read, in bytes: 8 MiB unless given. */
  readonly maxMessageBytes?: number | undefined;
}

/** A request to the server's URL. */
export interface HttpRequest {
  readonly method: "POST" | "GET" | "DELETE";
  /** The message, as JSON text; absent for methods without one. */
  readonly body?: string;
  /** What the client reads, whatever else its user accepts. */
  readonly accept: string;
  /** Headers of the protocol. */
  readonly headers: readonly (readonly [header: string, value: string])[];
  /** Gives the request up. */
  readonly signal: AbortSignal;
  /** Whether silence means that the connection is lost, as on a subscription. */
  readonly mustSpeak: boolean;
}

/** What clients read in answer to a message. */
export const bothAnswers = "application/json, text/event-stream";

/** How many redirects in a row are followed. */
const maxRedirects = 5;

/** Sends requests to one URL. */
export class HttpPoster {
  readonly #url: URL;
  readonly #fetch: Fetch;
  readonly #headers: HeaderSource | undefined;
  /** Whether it is the platform's own. */
  readonly #isOwnFetch: boolean;

  constructor(url: URL, { fetch, headers }: HttpOptions) {
    this.#url = url;
    // Not kept as a method: browsers refuse their own `fetch` under another `this`.
    this.#fetch = fetch ?? ((target, init) => globalThis.fetch(target, init));
    this.#isOwnFetch = fetch === undefined;
    this.#headers = headers;
  }

  /**
   * Sends a request; follows redirects that keep method and body (307, 308) as
   * long as they stay on the origin, so credentials never reach another one.
   *
   * @throws {HttpError} for any other redirect
   */
  async send(request: HttpRequest, to: URL = this.#url): Promise<Response> {
    const { method, body, signal, mustSpeak } = request;
    const init: RequestInit = {
      method,
      headers: await this.#headersOf(request),
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal,
      ...(this.#isOwnFetch && !mustSpeak ? withoutSilenceLimit() : {}),
    };
    let url = to;
    for (let hops = 0; ; hops += 1) {
      const response = await this.#fetch(url.href, init);
      if (!isRedirect(response)) {
        return response;
      }
      const target = redirectTarget(response, url);
      if (target === undefined || hops === maxRedirects) {
        const location = response.headers.get("location") ?? "another address";
        throw await httpError(
          response,
          `The redirect to ${quoted(location)} is not followed.`,
        );
      }
      await response.body?.cancel();
      url = target;
    }
  }

  async #headersOf(request: HttpRequest): Promise<Headers> {
    const own = this.#headers;
    const headers = new Headers(typeof own === "function" ? await own() : own);
    const accept = headers.get("accept");
    headers.set(
      "accept",
      accept === null ? request.accept : `${request.accept}, ${accept}`,
    );
    if (request.body !== undefined) {
      headers.set("content-type", "application/json");
    }
    for (const [header, value] of request.headers) {
      headers.set(header, value);
    }
    return headers;
  }
}

function isRedirect(response: Response): boolean {
  return (
    response.type === "opaqueredirect" ||
    (response.status >= 300 && response.status < 400)
  );
}

/** Where a redirect may be followed to. */
function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get("location");
  if (
    (response.status !== 307 && response.status !== 308) ||
    location === null ||
    !URL.canParse(location, from.href)
  ) {
    return undefined;
  }
  const target = new URL(location, from);
  return target.origin === from.origin ? target : undefined;
}
