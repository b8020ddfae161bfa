/** A session with a server, by the generated client and by both versions of the SDK. */
import {
  Client,
  httpTransport,
  stdioTransport,
} from "../../../out/draft/client.js";
import { legacy } from "../../../out/draft/legacy.js";
import { load, patienceMs, type Target } from "./programs.js";
import type { ServerEntry } from "./servers.js";

const info = { name: "interop", version: "1.0.0" };

/** A call of a tool. */
export interface Call {
  readonly name: string;
  readonly arguments: object;
}

/** A session with a server, whoever's client it is. */
export interface Session {
  /** The protocol version, where the client says it. */
  readonly version: string | undefined;
  readonly tools: readonly { readonly name: string }[];
  call(call: Call): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a session. */
export type Open = (target: Target) => Promise<Session>;

/** The generated client, for servers of both eras. */
export const openOurs: Open = async (target) => {
  const client = new Client(
    "url" in target
      ? httpTransport(target.url)
      : stdioTransport({ ...target, stderr: "ignore" }),
    {
      info,
      legacy,
      timeoutMs: patienceMs,
    },
  );
  try {
    const { tools } = await client.listTools();
    return {
      version: client.protocolVersion,
      tools,
      call: (call) =>
        client.callTool(call as Parameters<typeof client.callTool>[0]),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
};

/** Version 1 of the official SDK. */
export const openSdk1: Open = async (target) => {
  const base = "@modelcontextprotocol/sdk/client";
  const { Client } = await load(`${base}/index.js`);
  const client = new Client(info);
  const options = { timeout: patienceMs };
  await client.connect(await sdk1Transport(target), options);
  const { tools } = await client.listTools(undefined, options);
  return {
    version: client.transport?.protocolVersion,
    tools,
    call: (call) => client.callTool(call, undefined, options),
    close: () => client.close(),
  };
};

async function sdk1Transport(target: Target): Promise<unknown> {
  const base = "@modelcontextprotocol/sdk/client";
  if (!("url" in target)) {
    const { StdioClientTransport } = await load(`${base}/stdio.js`);
    return new StdioClientTransport({ ...target, stderr: "ignore" });
  }
  const url = new URL(target.url);
  const { SSEClientTransport } = await load(`${base}/sse.js`);
  const { StreamableHTTPClientTransport } = await load(
    `${base}/streamableHttp.js`,
  );
  return url.pathname === "/sse"
    ? new SSEClientTransport(url)
    : new StreamableHTTPClientTransport(url);
}

/** Version 2 of the official SDK, in one of its modes of negotiation. */
export function openSdk2(mode?: unknown): Open {
  return async (target) => {
    const sdk = await load("@modelcontextprotocol/client");
    const stdio = await load("@modelcontextprotocol/client/stdio");
    const client = new sdk.Client(
      info,
      mode === undefined ? {} : { versionNegotiation: { mode } },
    );
    const isSse = "url" in target && target.url.endsWith("/sse");
    const transport = !("url" in target)
      ? new stdio.StdioClientTransport({ ...target, stderr: "ignore" })
      : new (isSse
          ? sdk.SSEClientTransport
          : sdk.StreamableHTTPClientTransport)(new URL(target.url));
    const options = { timeout: patienceMs };
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    return {
      version: client.getNegotiatedProtocolVersion(),
      tools,
      call: (call) => client.callTool(call, options),
      close: () => client.close(),
    };
  };
}

/**
 * Lists the tools of a server, and makes the call if there is one.
 *
 * @returns The protocol version, where the client says it.
 * @throws {Error} Where there is no tool, or it fails.
 */
export async function listAndCall(
  open: Open,
  entry: ServerEntry,
  target: Target,
): Promise<string> {
  const { version, tools, call, close } = await open(target);
  try {
    if (tools.length === 0) throw new Error("It listed no tools.");
    if (entry.call !== undefined) {
      const result = (await call(entry.call)) as { isError?: boolean };
      if (result.isError)
        throw new Error(`The tool failed: ${JSON.stringify(result)}`);
    }
    return version ?? "reached";
  } finally {
    await close();
  }
}
