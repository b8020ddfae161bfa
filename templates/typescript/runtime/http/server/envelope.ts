/** What a server asks of an HTTP request before it reads its body. */
import { trimBlanks } from "../../eras/stateless/header-value.js";
import { Cors, isPreflight, type CorsOptions } from "./cors.js";
import { allowedHosts, allowedOrigins, type Allowed } from "./allow-list.js";
import { quoted } from "../../protocol/limits.js";
import type { HeaderReader } from "../../protocol/transport.js";

/** What an HTTP server lets in. */
export interface HttpEnvelopeOptions {
  /**
   * Origins that web pages may call from, such as `https://app.example.com`,
   * `http://localhost:*` or `https://*.example.com`: none unless given, `*` for any. A
   * request without `Origin` does not come from a page and passes.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * True answers preflights of `allowedOrigins` and lets their pages read answers
   * (CORS). With an object, pages may send further headers. False, which is the
   * default, leaves it to whatever stands in front of the handler.
   */
  readonly cors?: boolean | CorsOptions | undefined;
  /**
   * Hosts that requests may be addressed to, such as `mcp.example.com`,
   * `localhost:3000` or `*.example.com`; without a port, any port will do. It keeps
   * pages from reaching a local server through a name of their own (DNS rebinding).
   * Unless given, `nodeHandler` lets only {@link localHosts} through on a
   * connection to this machine's own address; elsewhere nothing is checked. `*`
   * turns the check off.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Largest body that is read, in bytes: 4 MiB unless given. */
  readonly maxBodyBytes?: number | undefined;
}

/** Names by which a machine calls itself. */
export const localHosts: readonly string[] = [
  "localhost",
  "127.0.0.1",
  "[::1]",
];

const isLocalHost: Allowed = /* @__PURE__ */ allowedHosts(localHosts);

/** Why a request does not get as far as its message. */
export interface HttpRefusal {
  readonly status: number;
  /** A sentence for whoever reads the answer; empty for an answer without a body. */
  readonly reason: string;
  /** Headers of this refusal alone. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Checks the envelope of each request: method, origin, host, media types, length. */
export class HttpEnvelope {
  /** Largest body that is read, in bytes. */
  readonly maxBodyBytes: number;
  readonly #isOrigin: Allowed;
  readonly #isHost: Allowed | undefined;
  readonly #cors: Cors | undefined;

  /** @throws {TypeError} if a list of hosts or origins can never match a request */
  constructor(options: HttpEnvelopeOptions) {
    this.maxBodyBytes = options.maxBodyBytes ?? 4 * 1024 * 1024;
    this.#isOrigin = allowedOrigins(options.allowedOrigins ?? []);
    this.#isHost = options.allowedHosts && allowedHosts(options.allowedHosts);
    const { cors = false } = options;
    if (cors !== false) {
      if ((options.allowedOrigins ?? []).length === 0) {
        throw new TypeError(
          "The option cors is for pages of allowedOrigins, and there are none. Name them, or leave cors out.",
        );
      }
      this.#cors = new Cors(cors === true ? {} : cors);
    }
  }

  /**
   * Checks all that stands before the body, in the order of the class's comment.
   * `Origin` is judged by itself, whatever `Host` says.
   *
   * @param host what the request is addressed to, with its port: the `Host` header, or
   *   the authority of HTTP/2; null if neither is there
   * @param local true on a connection to this machine's own address
   * @returns why the request is refused, or undefined to go on with its body
   */
  refuse(
    method: string,
    headers: HeaderReader,
    host: string | null,
    local: boolean,
  ): HttpRefusal | undefined {
    const cors = isPreflight(method, headers) ? this.#cors : undefined;
    if (method !== "POST" && cors === undefined) {
      return refusal(
        405,
        `Messages are sent with POST, not with ${quoted(method)}.`,
      );
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#isOrigin(origin)) {
      return refusal(
        403,
        "Pages of this Origin may not call (allowedOrigins).",
      );
    }
    const isHost = this.#isHost ?? (local ? isLocalHost : undefined);
    if (isHost?.(host ?? "") === false) {
      return refusal(403, "This server has another name (allowedHosts).");
    }
    if (cors !== undefined) {
      const allowed = cors.preflightHeaders(origin ?? "", headers);
      return { status: 204, reason: "", headers: allowed };
    }
    if (!isJson(headers)) {
      return refusal(
        415,
        "The body must be application/json in UTF-8, without a content encoding.",
      );
    }
    if (!acceptsBoth(headers.get("accept"))) {
      return refusal(
        406,
        "Accept must name both application/json and text/event-stream.",
      );
    }
    return Number(headers.get("content-length") ?? 0) > this.maxBodyBytes
      ? this.tooLarge()
      : undefined;
  }

  /** Headers that every answer to a request has; undefined where there are none. */
  commonHeaders(headers: HeaderReader): Record<string, string> | undefined {
    const origin = this.#cors && headers.get("origin");
    return typeof origin === "string" && this.#isOrigin(origin)
      ? this.#cors?.answerHeaders(origin)
      : undefined;
  }

  /** The refusal of a body that is larger than the limit. */
  tooLarge(): HttpRefusal {
    return refusal(
      413,
      `The body is larger than the limit of ${this.maxBodyBytes} bytes.`,
    );
  }
}

function refusal(status: number, reason: string): HttpRefusal {
  return { status, reason };
}

function isJson(headers: HeaderReader): boolean {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  return (
    (type === "application/json" || (type !== null && isUtf8Json(type))) &&
    (encoding === null || encoding.toLowerCase() === "identity")
  );
}

function isUtf8Json(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(";");
  return (
    trimBlanks(type ?? "") === "application/json" &&
    parameters.every((parameter) => {
      const [name, value] = parameter.split("=");
      return (
        trimBlanks(name ?? "") !== "charset" ||
        /^[ \t]*"?utf-?8"?[ \t]*$/.test(value ?? "")
      );
    })
  );
}

/** True if a client reads both kinds of answers; one without `Accept` reads everything. */
function acceptsBoth(accept: string | null): boolean {
  if (accept === null || accept === "application/json, text/event-stream") {
    return true;
  }
  const ranges = accept.toLowerCase().split(",").map(mediaRange);
  return (
    accepts(ranges, "application", "json") &&
    accepts(ranges, "text", "event-stream")
  );
}

/** A range of media types such as `text/*`; quality 0 means all but these. */
interface MediaRange {
  readonly name: string;
  readonly refused: boolean;
}

function mediaRange(text: string): MediaRange {
  const [name = "", ...parameters] = text.split(";").map(trimBlanks);
  return {
    name,
    refused: parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)),
  };
}

/** The most exact range that a type falls under decides. */
function accepts(
  ranges: readonly MediaRange[],
  type: string,
  subtype: string,
): boolean {
  for (const name of [`${type}/${subtype}`, `${type}/*`, "*/*"]) {
    const range = ranges.find((each) => each.name === name);
    if (range !== undefined) {
      return !range.refused;
    }
  }
  return false;
}
