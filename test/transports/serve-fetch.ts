/** A `fetch`-shaped handler behind node:http, to test it over a socket. */
import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Makes a listener of a handler; a client that hangs up aborts its request. */
export function serveFetch(
  handler: (request: Request) => Promise<Response>,
): RequestListener {
  return (incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.on("close", () => controller.abort());
    const headers = new Headers();
    for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
      headers.append(
        incoming.rawHeaders[index] ?? "",
        incoming.rawHeaders[index + 1] ?? "",
      );
    }
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request("http://127.0.0.1/mcp", {
      method: incoming.method ?? "GET",
      headers,
      signal: controller.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming), duplex: "half" } : {}),
    } as RequestInit);
    void handler(request).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body === null) {
        outgoing.end();
        return;
      }
      const body = Readable.fromWeb(response.body as never);
      await pipeline(body, outgoing).catch(() => undefined);
    });
  };
}
