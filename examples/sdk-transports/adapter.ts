/**
 * Transports of the official SDK (`@modelcontextprotocol/client` and `/server`)
 * under a generated client or server: whatever speaks their interface speaks ours.
 *
 * ```ts
 * const transport = fromSdkTransport(new StreamableHTTPClientTransport(url));
 * const client = new Client(transport, { info });
 * ```
 */
import type { Transport } from "../../out/draft/client.js";

/** The part of the SDK's `Transport` that is needed, so that nothing is imported. */
export interface SdkTransport {
  start(): Promise<void>;
  // The SDK's own types of messages and ours describe the same JSON.
  send(message: any, options?: { requestSignal?: AbortSignal }): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: any) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
  /** True where each request has a stream of its own: then closing it cancels. */
  readonly hasPerRequestStream?: boolean;
}

/** Makes a transport of the SDK one for generated code. */
export function fromSdkTransport(sdk: SdkTransport): Transport {
  let started: Promise<void> | undefined;
  const streams = new Map<unknown, AbortController>();
  const transport: Transport = {
    receive: (receiver) => {
      sdk.onmessage = (message) => {
        if (message.method === undefined) {
          streams.delete(message.id);
        }
        receiver.message(message);
      };
      sdk.onerror = (error) => receiver.report(error);
      sdk.onclose = () => receiver.closed();
      started = sdk.start();
    },
    send: async (message) => {
      await started;
      if (
        sdk.hasPerRequestStream !== true ||
        !("method" in message && "id" in message)
      ) {
        return sdk.send(message);
      }
      const controller = new AbortController();
      streams.set(message.id, controller);
      return sdk.send(message, { requestSignal: controller.signal });
    },
    close: () => sdk.close(),
  };
  return sdk.hasPerRequestStream === true
    ? {
        ...transport,
        abort: (id) => {
          streams.get(id)?.abort();
          streams.delete(id);
        },
      }
    : transport;
}
