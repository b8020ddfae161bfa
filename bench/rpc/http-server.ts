/**
 * A process that is one HTTP server, as programs are: what one server teaches the
 * compiler, and the garbage that it leaves, is not the next one's.
 *
 * `http-server.ts <name>`: the name is one of {@link HttpSubject}. Sends its port to
 * the process that started it, and ends with it.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { serveFetch } from "../../test/transports/serve-fetch.js";
import { callResponse } from "./messages.js";
import { sdkFetchHandler } from "./sdk.js";
import { ourServer } from "./subject.js";

/** The servers that are compared. */
export type HttpSubject = "bare" | "ours" | "sdk";

/**
 * The floor: reads the body as JSON and writes an answer as JSON, with nothing in
 * between but the promise that any handler of a tool needs.
 */
const bare: RequestListener = (request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(pieces).toString()) as {
      id: unknown;
    };
    void Promise.resolve().then(() => {
      response.statusCode = 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...callResponse, id }));
    });
  });
};

const listeners: Record<
  HttpSubject,
  () => RequestListener | Promise<RequestListener>
> = {
  bare: () => bare,
  ours: () => nodeHandler(ourServer()),
  sdk: async () => serveFetch(await sdkFetchHandler()),
};

const name = process.argv[2] as HttpSubject;
const server = createServer(await listeners[name]()).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.((server.address() as AddressInfo).port);
process.on("disconnect", () => process.exit());
