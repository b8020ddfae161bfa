/**
 * Cross-origin requests of web pages (CORS): which headers a page may send and read is the
 * protocol's to say, which pages may call at all is the option `allowedOrigins`.
 */
import type { HeaderReader } from "../../protocol/transport.js";

/** What pages may send in addition to what the protocol needs. */
export interface CorsOptions {
  /** Names of further request headers, such as `x-api-key`. */
  readonly headers?: readonly string[] | undefined;
}

/** Headers of a request that pages need leave for: the protocol's, and credentials. */
const requestHeaders: readonly string[] = [
  "accept",
  "authorization",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
];

/** Tools decide which of these there are, so those that a page asks for are allowed. */
const parameterHeader = /^mcp-param-[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** How long browsers may keep what a preflight said, in seconds. */
const maxAge = "7200";

/** Headers of answers to pages that may call. */
export class Cors {
  readonly #requestHeaders: readonly string[];

  constructor({ headers = [] }: CorsOptions) {
    this.#requestHeaders = [
      ...requestHeaders,
      ...headers.map((name) => name.toLowerCase()),
    ];
  }

  /** Headers of every answer to a page of an origin that may call. */
  answerHeaders(origin: string): Record<string, string> {
    return {
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "www-authenticate, retry-after",
      vary: "origin",
    };
  }

  /** What a page of such an origin is told that asks before it calls. */
  preflightHeaders(
    origin: string,
    headers: HeaderReader,
  ): Record<string, string> {
    const asked = (headers.get("access-control-request-headers") ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim())
      .filter((name) => parameterHeader.test(name));
    return {
      ...this.answerHeaders(origin),
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": [...this.#requestHeaders, ...asked].join(
        ", ",
      ),
      "access-control-max-age": maxAge,
    };
  }
}

/** True for a request by which a browser asks whether a page may send another one. */
export function isPreflight(method: string, headers: HeaderReader): boolean {
  return (
    method === "OPTIONS" &&
    headers.get("origin") !== null &&
    headers.get("access-control-request-method") !== null
  );
}
