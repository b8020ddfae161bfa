/** Transports of the official SDK, adapted in the few lines that `transport.ts` shows. */
import { describe, expect, test } from "vitest";
import { Client, type Transport } from "../../out/draft/client.js";
import { createMcpServer, serve } from "../../out/draft/server.js";
import { settle } from "./raw-peer.js";

/** The part of the SDK's `Transport` that the adapter uses. */
interface SdkTransport {
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: unknown) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}

/** As shown at the top of `transport.ts`. */
function adapt(sdk: SdkTransport): Transport {
  let started: Promise<void>;
  return {
    receive(receiver) {
      sdk.onmessage = (message) => receiver.message(message);
      sdk.onerror = (error) => receiver.report(error);
      sdk.onclose = () => receiver.closed();
      started = sdk.start();
    },
    send: async (message) => {
      await started;
      await sdk.send(message);
    },
    close: () => sdk.close(),
  };
}

/** A pair that behaves like the SDK's in-memory transports: objects, not text. */
function sdkPair(): [SdkTransport, SdkTransport] {
  class Linked implements SdkTransport {
    onmessage?: SdkTransport["onmessage"];
    onerror?: SdkTransport["onerror"];
    onclose?: SdkTransport["onclose"];
    other: Linked | undefined;
    readonly waiting: unknown[] = [];
    start(): Promise<void> {
      for (const message of this.waiting.splice(0)) this.onmessage?.(message);
      return Promise.resolve();
    }
    send(message: unknown): Promise<void> {
      const { other } = this;
      if (other === undefined)
        return Promise.reject(new Error("Not connected"));
      if (other.onmessage) other.onmessage(message);
      else other.waiting.push(message);
      return Promise.resolve();
    }
    async close(): Promise<void> {
      const { other } = this;
      this.other = undefined;
      if (other === undefined) return;
      await other.close();
      this.onclose?.();
    }
  }
  const [near, far] = [new Linked(), new Linked()];
  near.other = far;
  far.other = near;
  return [near, far];
}

describe("an adapted transport", () => {
  test("carries calls, progress, cancellation and the end", async () => {
    const seen: string[] = [];
    const server = createMcpServer({
      info: { name: "s", version: "1" },
      handlers: {
        callTool: async ({ name }, context) => {
          if (name === "wait") {
            return new Promise((_resolve, reject) => {
              context.signal.addEventListener("abort", () => {
                seen.push("aborted");
                reject(context.signal.reason);
              });
            });
          }
          await context.progress(1);
          return { content: [{ type: "text", text: name }] };
        },
      },
    });
    const [near, far] = sdkPair();
    serve(server, adapt(far));
    const client = new Client(adapt(near), {
      info: { name: "c", version: "1" },
    });
    const result = await client.callTool(
      { name: "a" },
      { onProgress: ({ progress }) => seen.push(`progress ${progress}`) },
    );
    expect(result.content).toEqual([{ type: "text", text: "a" }]);
    const abort = new AbortController();
    const waiting = client.callTool({ name: "wait" }, { signal: abort.signal });
    await settle();
    abort.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await settle();
    expect(seen).toEqual(["progress 1", "aborted"]);
    await client.close();
    await expect(client.callTool({ name: "a" })).rejects.toThrow(/closed/);
  });
});
