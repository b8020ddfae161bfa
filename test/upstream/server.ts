/** Servers on loopback for the tests of `pull`: a fake GitHub, and a proxy. */
import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";

/** Answers one request. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/** A running server. */
export interface TestServer {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly requested: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts a server; what has no handler is a 404. */
export async function startServer(
  handlers: Readonly<Record<string, Handler>>,
): Promise<TestServer> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    const handler = handlers[path];
    if (handler !== undefined) return handler(request, response);
    response.writeHead(404, { "content-type": "text/plain" }).end("none\n");
  });
  const stop = await listen(server);
  return { origin: originOf(server), requested, stop };
}

/** A proxy that opens tunnels, and knows which. */
export interface TestProxy {
  readonly url: string;
  /** Hosts and ports that tunnels were asked for. */
  readonly tunnels: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts a proxy; a host that it does not want is refused with 403. */
export async function startProxy(
  options: { readonly refuse?: boolean } = {},
): Promise<TestProxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => {
    response.writeHead(400).end();
  });
  server.on("connect", (request, client: Socket, head: Buffer) => {
    const target = request.url ?? "";
    tunnels.push(target);
    sockets.add(client);
    if (options.refuse === true) {
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const [host = "", port = ""] = target.split(":");
    const upstream = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on("error", () => other.destroy());
      socket.on("close", () => other.destroy());
    }
  });
  const stopServer = await listen(server);
  return {
    url: originOf(server),
    tunnels,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await stopServer();
    },
  };
}

async function listen(server: Server): Promise<() => Promise<void>> {
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A file as text. */
export function text(body: string): Handler {
  return (_request, response) => {
    response
      .writeHead(200, {
        "content-type": "text/plain; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      })
      .end(body);
  };
}

/** An answer as JSON. */
export function json(value: unknown): Handler {
  return text(JSON.stringify(value));
}

/** The specification's repository at one commit. */
export interface FakeRepository {
  readonly commit: string;
  readonly branch: string;
  /** Files by their path in the repository. */
  readonly files: Readonly<Record<string, string>>;
}

const NAME = "modelcontextprotocol/modelcontextprotocol";

/** What GitHub answers about a repository, on all of its hosts. */
export function gitHub({
  commit,
  branch,
  files,
}: FakeRepository): Record<string, Handler> {
  const handlers: Record<string, Handler> = {
    [`/repos/${NAME}/commits/${branch}`]: text(commit),
  };
  for (const [path, body] of Object.entries(files))
    handlers[`/${NAME}/${commit}/${encodeURI(path)}`] = text(body);
  const paths = Object.keys(files);
  const folders = new Set(
    paths.flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_name, index, names) => names.slice(0, index + 1).join("/")),
    ),
  );
  const trees = `/repos/${NAME}/git/trees`;
  for (const folder of ["", ...folders]) {
    const sha = folder === "" ? commit : treeSha(commit, folder);
    const start = folder === "" ? "" : `${folder}/`;
    const below = [
      ...paths.map((path) => ({
        path,
        type: "blob",
        sha: blobSha(files[path] ?? ""),
      })),
      ...[...folders].map((path) => ({
        path,
        type: "tree",
        sha: treeSha(commit, path),
      })),
    ]
      .filter(({ path }) => path.startsWith(start) && path !== folder)
      .map((entry) => ({ ...entry, path: entry.path.slice(start.length) }));
    handlers[`${trees}/${sha}`] = json({
      tree: below.filter(({ path }) => !path.includes("/")),
      truncated: false,
    });
    handlers[`${trees}/${sha}?recursive=1`] = json({
      tree: below,
      truncated: false,
    });
  }
  return handlers;
}

/** The name that git gives to a file's content. */
export function blobSha(body: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(body)}\0${body}`)
    .digest("hex");
}

function treeSha(commit: string, folder: string): string {
  return createHash("sha1").update(`tree ${commit} ${folder}`).digest("hex");
}
