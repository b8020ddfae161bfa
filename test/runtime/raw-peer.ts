/** The other side of a transport, for tests that look at what goes over the wire. */
import { setImmediate as turn } from "node:timers/promises";
import { Client, type ClientOptions } from "../../out/draft/client.js";
import { serve } from "../../out/draft/runtime/peer/serve.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import {
  deliverText,
  type Receiver,
  type Transport,
} from "../../out/draft/runtime/protocol/transport.js";
import type { McpServer } from "../../out/draft/server.js";

/** A message as JSON has it. */
export type Message = Record<string, any>;

/** The version that all of these tests speak. */
export const version = "2026-07-28";

/** Keys of `_meta`, so that tests read well. */
export const key = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The least `_meta` that a request has. */
export const meta: Readonly<Record<string, unknown>> = {
  [key.version]: version,
  [key.capabilities]: {},
};

/** A request with everything it needs. */
export function request(
  id: unknown,
  method: string,
  params: object = {},
  extraMeta: object = {},
): Message {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: { ...meta, ...extraMeta } },
  };
}

/** Lets everything that is under way in this process come to rest. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

/** Waits until something holds; gives up after ten seconds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries === 1_000) throw new Error(`It never came to be that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** One end of a channel of text lines. */
export interface RawPeer {
  /** Everything that arrived, parsed. */
  readonly received: Message[];
  /** Sends a line as it is. */
  sendText(text: string): void;
  /** Sends a value as JSON. */
  send(value: unknown): void;
  /** Sends a value and gives what arrives because of it, at once. */
  exchange(value: unknown): Promise<Message[]>;
  /** Ends the channel. */
  close(): Promise<void>;
}

/** A pair of transports whose far end is looked at as text. */
function rawEnd(transport: Transport, deliver: Receiver): RawPeer {
  const received: Message[] = [];
  transport.receive({
    message: (message) => received.push(message as Message),
    malformed: () => undefined,
    failed: () => undefined,
    lost: () => undefined,
    report: () => undefined,
    closed: () => undefined,
  });
  const sendText = (text: string): void => deliverText(deliver, text);
  const send = (value: unknown): void => sendText(JSON.stringify(value));
  return {
    received,
    sendText,
    send,
    async exchange(value) {
      const before = received.length;
      send(value);
      await settle();
      return received.slice(before);
    },
    close: () => transport.close(),
  };
}

/** Keeps hold of the receiver, so that a test can deliver whatever text it likes. */
function tapped(transport: Transport): {
  readonly transport: Transport;
  readonly receiver: () => Receiver;
} {
  let receiver: Receiver | undefined;
  return {
    transport: {
      receive(given) {
        receiver = given;
        transport.receive(given);
      },
      send: (message) => transport.send(message),
      close: () => transport.close(),
    },
    receiver: () => {
      if (receiver === undefined) throw new Error("Nobody receives yet.");
      return receiver;
    },
  };
}

/** A client made of bytes, for a server. */
export function rawClient(server: McpServer): RawPeer {
  const [near, far] = memoryTransports();
  const tap = tapped(far);
  serve(server, tap.transport);
  return rawEnd(near, tap.receiver());
}

/** A server made of bytes, and the client that calls it. */
export function rawServer(
  options: Partial<ClientOptions> = {},
): RawPeer & { readonly client: Client; readonly errors: Error[] } {
  const errors: Error[] = [];
  const [near, far] = memoryTransports();
  const tap = tapped(near);
  const client = new Client(tap.transport, {
    info: { name: "client", version: "1.0.0" },
    onError: (error) => errors.push(error),
    ...options,
  });
  return { ...rawEnd(far, tap.receiver()), client, errors };
}

/** A client and a server that talk to each other over memory. */
export function connect(
  server: McpServer,
  options: Partial<ClientOptions> = {},
): Client {
  const [near, far] = memoryTransports();
  serve(server, far);
  return new Client(near, {
    info: { name: "client", version: "1.0.0" },
    ...options,
  });
}

/** A complete result of a tool that said something. */
export function said(text: string): Message {
  return { resultType: "complete", content: [{ type: "text", text }] };
}
