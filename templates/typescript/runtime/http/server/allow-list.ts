/**
 * Lists of hosts and origins that a server lets in. They are read when the handler is
 * made, in the forms that other servers take too; an entry that no request can ever
 * match is an error then, and not a riddle later.
 */

/** What an entry says, or a header; host names are in lower case. */
interface Name {
  /** Of origins alone, `https`; undefined for hosts. */
  readonly scheme: string | undefined;
  readonly host: string;
  /** Digits; `""` where none is given. */
  readonly port: string;
}

interface Entry extends Name {
  /** Whether the names below `host` are meant, in addition to it or instead of it. */
  readonly subdomains: "none" | "too" | "only";
  /** `*` for any. */
  readonly port: string;
}

/** What compares the value of a header with a list. */
export type Allowed = (value: string) => boolean;

/**
 * Reads the option `allowedHosts`.
 *
 * | entry                       | lets in                                      |
 * | --------------------------- | -------------------------------------------- |
 * | `mcp.example.com`           | that host, on any port                       |
 * | `mcp.example.com:8080`      | on that port only                            |
 * | `mcp.example.com:*`         | on any port                                  |
 * | `https://mcp.example.com/`  | the host of that URL                         |
 * | `*.example.com`             | all names below it, and not itself           |
 * | `.example.com`              | itself and all names below it                |
 * | `[::1]`, `::1`              | that IPv6 address                            |
 * | `*`                         | any host: nothing is checked                 |
 *
 * @returns what checks a `Host` header
 * @throws {TypeError} if an entry can never match a request, or there is none
 */
export function allowedHosts(entries: readonly string[]): Allowed {
  if (entries.length === 0) {
    throw new TypeError(
      "allowedHosts is empty, so that every request would be refused. Name a host, or leave the option out.",
    );
  }
  return matcher(
    entries.map((text) => (text === "*" ? undefined : hostEntry(text))),
    readHost,
  );
}

/**
 * Reads the option `allowedOrigins`.
 *
 * | entry                      | lets in pages of                              |
 * | -------------------------- | --------------------------------------------- |
 * | `https://app.example.com`  | that origin, on the port that belongs to it   |
 * | `http://localhost:5173`    | that origin                                   |
 * | `http://localhost:*`       | that host, on any port                        |
 * | `https://*.example.com`    | all names below `example.com`                 |
 * | `https://example.com/app/` | the origin of that URL                        |
 * | `null`                     | no origin: sandboxed frames, files            |
 * | `*`                        | anywhere                                      |
 *
 * @returns what checks an `Origin` header
 * @throws {TypeError} if an entry can never match a request
 */
export function allowedOrigins(entries: readonly string[]): Allowed {
  const isAllowed = matcher(
    entries
      .filter((text) => text !== "null")
      .map((text) => (text === "*" ? undefined : originEntry(text))),
    readOrigin,
  );
  const allowsNull = entries.includes("null") || entries.includes("*");
  return (value) => (value === "null" ? allowsNull : isAllowed(value));
}

/**
 * Reads a `Host` header. Nothing but a name and a port is one: `localhost:80@evil` and
 * `localhost:evil` are not, whatever a lenient reader finds in them.
 */
function readHost(value: string): Name | undefined {
  const [, host, port = ""] =
    /^(\[[\da-f:.]+\]|[^\s:@/\\?#[\]]+)(?::(\d{0,5}))?$/i.exec(value) ?? [];
  return host === undefined
    ? undefined
    : { scheme: undefined, host: host.toLowerCase(), port };
}

/** Reads an `Origin` header that is not `null`. */
function readOrigin(value: string): Name | undefined {
  const [, scheme, rest] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i.exec(value) ?? [];
  const name = rest === undefined ? undefined : readHost(rest);
  return name && { ...name, scheme: scheme?.toLowerCase() };
}

/** @param entries one that is undefined lets everything in */
function matcher(
  entries: readonly (Entry | undefined)[],
  read: (value: string) => Name | undefined,
): Allowed {
  return (value) => {
    const name = read(value);
    return entries.some(
      (entry) =>
        entry === undefined || (name !== undefined && fits(entry, name)),
    );
  };
}

function fits(entry: Entry, { scheme, host, port }: Name): boolean {
  return (
    entry.scheme === scheme &&
    ((entry.subdomains !== "only" && host === entry.host) ||
      (entry.subdomains !== "none" && host.endsWith(`.${entry.host}`))) &&
    fitsPort(entry, port)
  );
}

function fitsPort({ scheme, port: wanted }: Entry, port: string): boolean {
  if (wanted === "*" || wanted === port) {
    return true;
  }
  // A Host header leaves out the port that belongs to the scheme, which is unknown.
  return (
    scheme === undefined && port === "" && (wanted === "80" || wanted === "443")
  );
}

function hostEntry(text: string): Entry {
  const [, authority = ""] =
    /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(text) ?? [];
  const entry = readEntry(
    // An IPv6 address is in brackets, but often written without.
    /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(authority)
      ? `[${authority}]`
      : authority,
  );
  if (entry === undefined) {
    throw neverMatches("allowedHosts", text, `"mcp.example.com"`);
  }
  return { ...entry, scheme: undefined, port: entry.port || "*" };
}

/** The ports that origins leave out. */
const defaultPorts: Readonly<Record<string, string>> = {
  http: "80",
  https: "443",
};

function originEntry(text: string): Entry {
  const [, scheme = "", authority = ""] =
    /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  const entry = readEntry(authority);
  if (entry === undefined) {
    const hint = /^[\w.-]+(?::[\d*]+)?$/.test(text)
      ? `https://${text}`
      : "https://app.example.com";
    throw neverMatches("allowedOrigins", text, `"${hint}"`);
  }
  const lower = scheme.toLowerCase();
  return {
    ...entry,
    scheme: lower,
    port: entry.port === defaultPorts[lower] ? "" : entry.port,
  };
}

/** Reads a host with port, which may begin with a wildcard. */
function readEntry(authority: string): Omit<Entry, "scheme"> | undefined {
  const [, wildcard = "", rest = ""] = /^(\*?\.)?(.*)$/.exec(authority) ?? [];
  const anyPort = rest.endsWith(":*");
  const name = readHost(anyPort ? rest.slice(0, -2) : rest);
  const host = name && canonicalHost(name.host);
  return name === undefined || host === undefined || Number(name.port) > 65_535
    ? undefined
    : {
        host,
        port: anyPort ? "*" : name.port,
        subdomains:
          wildcard === "" ? "none" : wildcard === "." ? "too" : "only",
      };
}

/** A host as clients write it: `bücher.example` is `xn--bcher-kva.example` to them. */
function canonicalHost(host: string): string | undefined {
  try {
    const name = new URL(`http://${host}`).hostname.replace(/\.$/, "");
    return /^(?:[\w.-]+|\[.*\])$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function neverMatches(
  option: string,
  entry: unknown,
  example: string,
): TypeError {
  return new TypeError(
    `${option}: no request can ever match ${JSON.stringify(entry)}. Write it like ${example}.`,
  );
}
