/** Asks a server for its tools, whichever era it is of. */
import { UsageError } from "../../failure.js";
import type { ServerIdentity } from "../../model/tools.js";
import {
  checkedTools,
  type ListedTool,
  type Snapshot,
} from "../../read/tools/snapshot.js";
import { AnsweredError, isRecord, type Link } from "./link.js";
import { openUrl } from "./http-link.js";
import { openProcess } from "./stdio-link.js";

/** Where a server is. */
export type ServerPlace =
  | {
      readonly command: readonly string[];
      /** The folder that it works in; this program's by default. */
      readonly cwd?: string | undefined;
    }
  | {
      readonly url: string;
      /** Sent with each request, and written nowhere. */
      readonly headers: Readonly<Record<string, string>>;
    };

/** The versions that are asked for: the newest of each era. */
const HANDSHAKE_VERSION = "2025-11-25";
const STATELESS_VERSION = "2026-07-28";

/** Keys of `_meta` that requests without a handshake carry (specification: basic/index). */
const META = "io.modelcontextprotocol/";

/** More pages than any server has tools for. */
const MAX_PAGES = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** What later requests carry, and what the server said of itself. */
interface Session {
  readonly version: string;
  readonly server: ServerIdentity | undefined;
  readonly params: Fields;
}

/**
 * Lists the tools of a server, all pages of them.
 *
 * @param client Name and version of this program.
 * @throws {UsageError} When the server cannot be reached, or does not answer as it should.
 */
export async function listTools(
  place: ServerPlace,
  client: { readonly name: string; readonly version: string },
): Promise<Snapshot> {
  const link =
    "command" in place
      ? openProcess(place.command, place.cwd)
      : openUrl(place.url, place.headers);
  try {
    const session = await greet(link, client);
    const { tools, server } = await allPages(link, session);
    return {
      server: session.server ?? server,
      protocolVersion: session.version,
      tools: checkedTools(tools, "The server's list"),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      error instanceof AnsweredError
        ? `The server refuses: ${text} (${error.code}).`
        : text,
    );
  } finally {
    await link.close();
  }
}

/** Begins with a handshake, as most servers want it; one that has none is asked without. */
async function greet(
  link: Link,
  client: { readonly name: string; readonly version: string },
): Promise<Session> {
  try {
    const result = await link.request("initialize", {
      protocolVersion: HANDSHAKE_VERSION,
      capabilities: {},
      clientInfo: client,
    });
    const { protocolVersion, serverInfo } = result;
    const version =
      typeof protocolVersion === "string" ? protocolVersion : HANDSHAKE_VERSION;
    link.speak(version);
    await link.notify("notifications/initialized");
    return { version, server: identityIn(serverInfo), params: {} };
  } catch (error) {
    if (!(error instanceof AnsweredError)) throw error;
    link.speak(STATELESS_VERSION);
    return {
      version: STATELESS_VERSION,
      server: undefined,
      params: {
        _meta: {
          [`${META}protocolVersion`]: STATELESS_VERSION,
          [`${META}clientInfo`]: client,
          [`${META}clientCapabilities`]: {},
        },
      },
    };
  }
}

async function allPages(
  link: Link,
  { params }: Session,
): Promise<{
  readonly tools: readonly ListedTool[];
  readonly server: ServerIdentity | undefined;
}> {
  const tools: ListedTool[] = [];
  let server: ServerIdentity | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await link.request("tools/list", {
      ...params,
      ...(cursor !== undefined && { cursor }),
    });
    const { tools: listed, nextCursor, _meta: meta } = result;
    if (!Array.isArray(listed)) {
      throw new UsageError("The server answers tools/list without tools.");
    }
    tools.push(...(listed as ListedTool[]));
    server ??= identityIn(
      isRecord(meta) ? meta[`${META}serverInfo`] : undefined,
    );
    if (typeof nextCursor !== "string") return { tools, server };
    if (nextCursor === cursor) break;
    cursor = nextCursor;
  }
  throw new UsageError("The server's list of tools does not end.");
}

function identityIn(info: unknown): ServerIdentity | undefined {
  if (!isRecord(info) || typeof info["name"] !== "string") return undefined;
  const { name, version, title } = info;
  return {
    name,
    version: typeof version === "string" ? version : "",
    ...(typeof title === "string" && { title }),
  };
}
