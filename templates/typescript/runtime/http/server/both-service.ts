/** A server behind HTTP for clients of both eras, on one URL (specification: basic/versioning). */
import { INVALID_REQUEST, type ErrorObject } from "../../../errors.js";
import {
  addingSessions,
  bothEras,
  namesVersion,
  type BothEras,
} from "../../eras/both/server.js";
import type { HandshakeFacts } from "../../eras/handshake/facts.js";
import { findVersion, newestVersion } from "../../eras/handshake/versions.js";
import { jsonText } from "../../protocol/json-text.js";
import { quoted } from "../../protocol/limits.js";
import {
  classifyMessage,
  isObject,
  readableId,
} from "../../protocol/message.js";
import { isTooDeep } from "../../protocol/nesting.js";
import { errorCodes } from "../../revision.js";
import type { HttpEnvelope } from "./envelope.js";
import { HttpService } from "./handler.js";
import type { RequestWatch } from "./long-running.js";
import type { HttpCall, HttpHandling, HttpReply } from "./reply.js";
import type { HttpEraAddition, SessionOptions } from "./session-options.js";
import { SessionService } from "./session-service.js";

/**
 * What `legacy.ts` exports for servers.
 *
 * @param facts - What is known of the revisions that begin with a handshake.
 */
export function servingBoth(facts: HandshakeFacts): HttpEraAddition {
  return {
    ...addingSessions(facts),
    http: (server, options, newWatch) =>
      new BothService(bothEras(server, facts), options, newWatch),
  };
}

/** Where a POST goes: to an era, or nowhere, for a reason. */
type Route = "modern" | "session" | ErrorObject;

/** Gives each HTTP request to the era that it belongs to. */
export class BothService implements HttpHandling {
  readonly envelope: HttpEnvelope;
  readonly #server: BothEras;
  readonly #modern: HttpService;
  readonly #sessions: SessionService;
  readonly #keepsSessions: boolean;

  constructor(
    server: BothEras,
    options: SessionOptions,
    newWatch: () => RequestWatch,
  ) {
    this.#server = server;
    this.#keepsSessions = options.sessions ?? true;
    this.#modern = new HttpService(server, options, newWatch);
    this.#sessions = new SessionService(
      server.legacy,
      server.facts,
      options,
      newWatch,
    );
    // Both check the same, and sessions take more methods.
    this.envelope = this.#sessions.envelope;
  }

  serve(call: HttpCall, reply: HttpReply): void {
    if (call.method !== "POST" || this.#sessions.isSsePath(call.url)) {
      this.#sessions.serve(call, reply);
      return;
    }
    const read = withValue(call);
    const route = read === undefined ? "modern" : this.#routeOf(read);
    if (route === "modern") this.#modern.serve(read ?? call, reply);
    else if (route === "session") this.#sessions.serve(read ?? call, reply);
    else refuse(reply, route, read?.body.value);
  }

  #routeOf({ body: { value }, headers }: ReadCall): Route {
    // What is too deep to be looked at is refused in either era.
    if (isTooDeep(value)) return "modern";
    if (Array.isArray(value)) return "session";
    const kind = classifyMessage(value);
    if (kind === "response") return "session";
    if (kind === "invalid" || !isObject(value) || namesVersion(value)) {
      return "modern";
    }
    const version = headers.get("mcp-protocol-version");
    const { initialize } = this.#server.facts.methods;
    if (version !== null && this.#isModern(version)) {
      return value["method"] === initialize ? noHandshake(version) : "modern";
    }
    if (headers.get("mcp-session-id") !== null) return "session";
    if (
      version !== null &&
      findVersion(this.#server.facts, version) === undefined
    ) {
      return this.#unknownVersion(version);
    }
    return value["method"] === initialize || !this.#keepsSessions
      ? "session"
      : this.#noSession(initialize);
  }

  /** Versions are dates, and all that came after those with a handshake are without. */
  #isModern(version: string): boolean {
    const { facts, modern } = this.#server;
    return (
      modern.versions.includes(version) ||
      version > newestVersion(facts).version
    );
  }

  #unknownVersion(version: string): ErrorObject {
    const supported = this.#server.supportedVersions;
    const requested = quoted(version);
    return {
      code: errorCodes.unsupportedVersion,
      message: `Protocol version ${requested} is not supported; supported: ${supported.join(", ")}`,
      data: { supported, requested },
    };
  }

  #noSession(initialize: string): ErrorObject {
    const versions = this.#server.modern.versions.join(", ");
    return {
      code: INVALID_REQUEST,
      message: `The header Mcp-Session-Id is missing. A session begins with ${initialize}; requests of ${versions} name their version in MCP-Protocol-Version and in _meta.`,
    };
  }
}

/** The header and the method contradict each other. */
function noHandshake(version: string): ErrorObject {
  return {
    code: errorCodes.headerMismatch,
    message: `MCP-Protocol-Version is ${quoted(version)}, which has no handshake.`,
  };
}

/** A request whose body has been read. */
interface ReadCall extends HttpCall {
  readonly body: { readonly value: unknown };
}

/** Reads the body; undefined for what is not JSON, which is refused in either era. */
function withValue(call: HttpCall): ReadCall | undefined {
  const { body = { text: "" } } = call;
  if ("value" in body) return { ...call, body };
  if (body.text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.text);
    return { ...call, body: { value } };
  } catch {
    return undefined;
  }
}

function refuse(reply: HttpReply, error: ErrorObject, message: unknown): void {
  const id = readableId(message);
  const response = {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error,
  };
  reply.send(400, jsonText(response));
}
