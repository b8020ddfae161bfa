/**
 * Downloads one resource, whole or not at all: proxies of the environment,
 * redirects, time and size limits, and every way in which an answer can be
 * something else than what was asked for.
 */
import type { Dispatcher } from "undici";
import { UsageError } from "../failure.js";

/** The variables that say how the network is reached, and a token. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Limits and surroundings of downloads. */
export interface DownloadOptions {
  /** Proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in either case. */
  readonly environment: Environment;
  /** How long one download may take, redirects included. */
  readonly timeoutMs: number;
}

/** What to get, and how to ask for it. */
export interface DownloadRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is not a success, for callers who know what it means. */
export class RefusedDownload extends UsageError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    url: string,
    status: number,
    headers: Readonly<Record<string, string>>,
  ) {
    super(`${shownUrl(url)} cannot be downloaded: ${statusText(status)}.`);
    this.name = "RefusedDownload";
    this.status = status;
    this.headers = headers;
  }
}

/** Gets resources; connections are kept until it is closed, which ends all. */
export interface Downloader {
  /**
   * @returns the whole body.
   * @throws RefusedDownload for a status other than 200.
   * @throws UsageError, in one line, for everything else that goes wrong.
   */
  readonly get: (request: DownloadRequest) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

const MAX_REDIRECTS = 5;

/** No schema or example comes near it; what does is something else. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Opens a downloader. The HTTP client is only loaded here, since other commands
 * have no use for it.
 *
 * @throws UsageError when a proxy of the environment is not a URL.
 */
export async function openDownloader(
  options: DownloadOptions,
): Promise<Downloader> {
  const { EnvHttpProxyAgent, request } = await import("undici");
  const proxies = proxiesOf(options.environment);
  const agent = new EnvHttpProxyAgent(proxies);

  const send = async (
    { url, headers }: DownloadRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> =>
    request(url, {
      dispatcher: agent,
      signal,
      headers: {
        "user-agent": "mcp-gen",
        // Only then does the length announced say how many bytes will come.
        "accept-encoding": "identity",
        ...headers,
      },
    });

  const get = async (first: DownloadRequest): Promise<Uint8Array> => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    const visited = new Set<string>();
    let current = first;
    try {
      for (;;) {
        visited.add(current.url);
        const response = await send(current, signal);
        const { statusCode } = response;
        if (isRedirect(statusCode)) {
          await response.body.dump();
          const next = followed(current, header(response, "location"), visited);
          if (typeof next === "string") throw failure(first.url, next);
          current = next;
          continue;
        }
        if (statusCode !== 200) {
          await response.body.dump();
          throw new RefusedDownload(
            first.url,
            statusCode,
            flatHeaders(response),
          );
        }
        return await readBody(response, first.url);
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw failure(
        first.url,
        signal.aborted
          ? `no complete answer within ${options.timeoutMs / 1000} s`
          : reasonOf(error),
      );
    }
  };

  return { get, close: async () => agent.destroy() };
}

/**
 * The proxies of an environment. An empty value means none, so that the HTTP
 * client does not look for one in the environment of the process instead.
 */
function proxiesOf(environment: Environment): {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
} {
  const read = (name: string): string =>
    environment[name.toLowerCase()] ?? environment[name] ?? "";
  const proxies = {
    httpProxy: read("HTTP_PROXY"),
    httpsProxy: read("HTTPS_PROXY"),
    noProxy: read("NO_PROXY"),
  };
  for (const [name, value] of [
    ["HTTP_PROXY", proxies.httpProxy],
    ["HTTPS_PROXY", proxies.httpsProxy],
  ] as const)
    if (value !== "" && !/^https?:\/\/[^/]/i.test(value))
      throw new UsageError(
        `${name} is not a proxy URL such as http://proxy.example:8080.`,
      );
  return proxies;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** @returns the next request of a chain of redirects, or why there is none. */
function followed(
  { url, headers }: DownloadRequest,
  location: string | undefined,
  visited: ReadonlySet<string>,
): DownloadRequest | string {
  if (location === undefined) return "it redirects without saying where to";
  if (!URL.canParse(location, url))
    return "it redirects to something that is not a URL";
  const target = new URL(location, url);
  const from = new URL(url);
  if (visited.has(target.href)) return "it redirects in a circle";
  if (visited.size > MAX_REDIRECTS)
    return `it redirects more than ${MAX_REDIRECTS} times`;
  if (
    !/^https?:$/.test(target.protocol) ||
    (from.protocol === "https:" && target.protocol === "http:")
  )
    return `it redirects to ${target.protocol} instead`;
  if (headers === undefined) return { url: target.href };
  // A token is for the host that it was sent to.
  const { authorization: _secret, ...others } = headers;
  return {
    url: target.href,
    headers: target.origin === from.origin ? headers : others,
  };
}

async function readBody(
  response: Dispatcher.ResponseData,
  url: string,
): Promise<Uint8Array> {
  const encoding = header(response, "content-encoding") ?? "identity";
  if (encoding !== "identity") {
    await response.body.dump();
    throw failure(
      url,
      `it is compressed (${encoding}), which was not asked for`,
    );
  }
  const announced = header(response, "content-length");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES)
        throw failure(url, `it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UsageError || announced === undefined) throw error;
    if (isTimeout(error)) throw error;
    throw truncated(url, bytes, announced);
  }
  if (announced !== undefined && Number(announced) !== bytes)
    throw truncated(url, bytes, announced);
  const body = Buffer.concat(chunks);
  if (isHtml(header(response, "content-type") ?? "", body))
    throw failure(
      url,
      "the answer is a web page, perhaps the login page of a network or proxy",
    );
  return body;
}

function truncated(url: string, bytes: number, announced: string): UsageError {
  return failure(url, `it ended after ${bytes} of ${announced} bytes`);
}

/** Portals and proxies answer 200 with a page of their own. */
function isHtml(contentType: string, body: Uint8Array): boolean {
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType))
    return true;
  const start = Buffer.from(body.subarray(0, 256)).toString("latin1");
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|meta|script)\b/i.test(
    start,
  );
}

function header(
  { headers }: Dispatcher.ResponseData,
  name: string,
): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function flatHeaders(
  response: Dispatcher.ResponseData,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(response.headers).map((name) => [
      name,
      header(response, name) ?? "",
    ]),
  );
}

const STATUS_TEXT: ReadonlyMap<number, string> = new Map([
  [401, "401, a login is asked for"],
  [403, "403, access is refused"],
  [404, "404, there is no such file"],
  [407, "407, the proxy asks for a login"],
  [429, "429, too many requests"],
]);

function statusText(status: number): string {
  return STATUS_TEXT.get(status) ?? `the server answered ${status}`;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "its host is unknown (ENOTFOUND)"],
  ["EAI_AGAIN", "its host cannot be looked up now (EAI_AGAIN)"],
  ["ECONNREFUSED", "the connection is refused (ECONNREFUSED)"],
  ["ECONNRESET", "the connection was cut (ECONNRESET)"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection within 10 s"],
  ["UND_ERR_ABORTED", "the proxy refused to connect"],
]);

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const known = REASONS.get(code);
    if (known !== undefined) return known;
    if (cause.cause === undefined)
      return code === "" ? cause.message : `${cause.message} (${code})`;
  }
  return String(error);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function failure(url: string, reason: string): UsageError {
  return new UsageError(`${shownUrl(url)} cannot be downloaded: ${reason}.`);
}

/** Without user and password, which must not end up in logs. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
