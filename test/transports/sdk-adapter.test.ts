/** The official SDK's transports under our client and server, by the adapter of the examples. */
import { existsSync } from "node:fs";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  fromSdkTransport,
  type SdkTransport,
} from "../../examples/sdk-transports/adapter.js";
import { Client, type Transport } from "../../out/draft/client.js";
import { nodeHandler, serve } from "../../out/draft/server.js";
import { fixtureServer, listen, until } from "./fixture.js";

/** A module of the SDK, which the benchmarks' own package installs. */
function sdkModule(name: string): string {
  return new URL(
    `../../bench/node_modules/@modelcontextprotocol/${name}`,
    import.meta.url,
  ).href;
}

const installed = existsSync(new URL(sdkModule("client/dist/index.mjs")));

/** What is used of the SDK. */
interface Sdk {
  readonly InMemoryTransport: {
    createLinkedPair(): [SdkTransport, SdkTransport];
  };
  readonly StreamableHTTPClientTransport: new (url: URL) => SdkTransport;
  readonly StdioServerTransport: new (
    input: PassThrough,
    output: PassThrough,
  ) => SdkTransport;
}

describe.skipIf(!installed)(
  "SDK transports (skipped without bench/node_modules)",
  () => {
    const load = async (name: string): Promise<Sdk> =>
      (await import(/* @vite-ignore */ sdkModule(name))) as Sdk;

    /** Makes calls of all kinds and compares what comes of them. */
    async function converse(
      transport: Transport,
      { running, cancelled }: ReturnType<typeof fixtureServer>,
    ): Promise<void> {
      const client = new Client(transport, {
        info: { name: "c", version: "1" },
      });
      const { content } = await client.callTool({
        name: "echo",
        arguments: { a: "日" },
      });
      expect(content).toEqual([{ type: "text", text: '{"a":"日"}' }]);
      await expect(client.callTool({ name: "refuse" })).rejects.toMatchObject({
        code: -32602,
        message: "no such thing",
      });
      const steps: number[] = [];
      await client.callTool(
        { name: "count", arguments: { to: 3 } },
        { onProgress: ({ progress }) => steps.push(progress) },
      );
      expect(steps).toEqual([1, 2, 3]);
      const controller = new AbortController();
      const waiting = client.callTool(
        { name: "wait", arguments: { ms: 60_000, label: "w" } },
        { signal: controller.signal },
      );
      await until(() => running.has("w"), "it runs");
      controller.abort(new Error("enough"));
      await expect(waiting).rejects.toThrow("enough");
      await until(() => cancelled.includes("w"), "it is cancelled");
      await client.close();
    }

    test("in memory, on both sides", async () => {
      const { InMemoryTransport } = await load("client/dist/index.mjs");
      const [near, far] = InMemoryTransport.createLinkedPair();
      const fixture = fixtureServer();
      const connection = serve(fixture.server, fromSdkTransport(far));
      await converse(fromSdkTransport(near), fixture);
      await connection.closed;
      expect(fixture.errors).toEqual(["McpInvalidParamsError: no such thing"]);
    });

    test("HTTP, under our client", async () => {
      const { StreamableHTTPClientTransport } = await load(
        "client/dist/index.mjs",
      );
      const fixture = fixtureServer();
      const at = await listen(nodeHandler(fixture.server));
      const sdk = new StreamableHTTPClientTransport(new URL(at.url));
      await converse(fromSdkTransport(sdk), fixture);
      await at.close();
      await fixture.server.close();
    });

    test("stdio, under our server", async () => {
      const { StdioServerTransport } = await load("server/dist/stdio.mjs");
      const input = new PassThrough();
      const output = new PassThrough();
      const fixture = fixtureServer();
      const connection = serve(
        fixture.server,
        fromSdkTransport(new StdioServerTransport(input, output)),
      );
      let text = "";
      output.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      input.write(
        `${JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/list",
          params: {
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        })}\n`,
      );
      await until(() => text.endsWith("\n"), "it answers");
      expect(JSON.parse(text)).toMatchObject({ id: 1, result: {} });
      await connection.close();
    });
  },
);
