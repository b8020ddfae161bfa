/** The clients that people use: each calls the tool `greet` of a server. */
import { join } from "node:path";
import { suiteNode } from "../../conformance/install.js";
import { freePort } from "../../conformance/programs.js";
import {
  binOf,
  environment,
  folder,
  load,
  newNode,
  outputOf,
  startAt,
  type StdioTarget,
  type Target,
  urlAt,
} from "./programs.js";
import { openSdk1, openSdk2, type Open } from "./sessions.js";

/** A client; undefined of a way that it does not have. */
export interface ClientEntry {
  readonly name: string;
  readonly stdio?: (target: StdioTarget) => Promise<unknown>;
  readonly http?: (target: { readonly url: string }) => Promise<unknown>;
}

const greet = { name: "greet", arguments: { name: "Ada" } };

/** What a client has when it has called `greet` in a session. */
function greeted(open: Open): (target: Target) => Promise<unknown> {
  return async (target) => {
    const session = await open(target);
    try {
      return await session.call(greet);
    } finally {
      await session.close();
    }
  };
}

function both(name: string, open: Open): ClientEntry {
  const call = greeted(open);
  return { name, stdio: call, http: call };
}

/** The MCP client of the AI SDK; its versions have the same names. */
async function callByAiSdk(
  packageName: string,
  target: Target,
): Promise<unknown> {
  const { createMCPClient, experimental_createMCPClient } =
    await load(packageName);
  const stdio = await load(`${packageName}/mcp-stdio`);
  const Stdio = stdio.StdioMCPTransport ?? stdio.Experimental_StdioMCPTransport;
  const client = await (createMCPClient ?? experimental_createMCPClient)({
    transport:
      "url" in target
        ? { type: "http", url: target.url }
        : new Stdio({ ...target, stderr: "ignore" }),
  });
  try {
    const { greet: tool } = await client.tools();
    return await tool.execute(
      { name: "Ada" },
      { toolCallId: "1", messages: [] },
    );
  } finally {
    await client.close();
  }
}

async function callByLangChain(target: Target): Promise<unknown> {
  const { MultiServerMCPClient } = await load("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({
    mcpServers: {
      greeter:
        "url" in target
          ? { transport: "http", url: target.url }
          : { transport: "stdio", ...target, stderr: "ignore" },
    },
  });
  try {
    const [tool] = await client.getTools();
    return await tool.invoke({ name: "Ada" });
  } finally {
    await client.close();
  }
}

function callByInspector(args: readonly string[]): Promise<unknown> {
  return outputOf(
    [
      join(
        folder,
        "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
      ),
      "--cli",
      ...args,
      "--method",
      "tools/call",
      "--tool-name",
      "greet",
      "--tool-arg",
      "name=Ada",
    ],
    environment(),
    newNode(suiteNode),
  );
}

function callByMcporter(args: readonly string[]): Promise<unknown> {
  return outputOf(
    [
      binOf("mcporter", "mcporter"),
      "call",
      ...args,
      "--tool",
      "greet",
      "--args",
      '{"name":"Ada"}',
      "--output",
      "json",
    ],
    environment(),
    newNode(suiteNode),
  );
}

/** A gateway at a port before a server on stdio, called by version 1 of the SDK. */
async function callThrough(
  gateway: (port: number) => readonly string[],
): Promise<unknown> {
  const port = await freePort();
  const running = await startAt(port, {
    command: process.execPath,
    args: [...gateway(port)],
    env: environment(),
  });
  try {
    return await greeted(openSdk1)({ url: urlAt(port) });
  } finally {
    await running.stop();
  }
}

/** A gateway on stdio before a server at a URL, called by version 1 of the SDK. */
function callBehind(args: readonly string[]): Promise<unknown> {
  return greeted(openSdk1)({
    command: process.execPath,
    args: [...args],
    env: environment(),
  });
}

/** Every client, in the order of the table. */
export const clientEntries: readonly ClientEntry[] = [
  both("SDK v1", openSdk1),
  both("SDK v2, default", openSdk2()),
  both("SDK v2, auto", openSdk2("auto")),
  both("SDK v2, pinned to 2026-07-28", openSdk2({ pin: "2026-07-28" })),
  {
    name: "inspector's command line",
    stdio: ({ command, args }) => callByInspector([command, ...args]),
    http: ({ url }) => callByInspector([url, "--transport", "http"]),
  },
  ...["ai-sdk-mcp-1", "@ai-sdk/mcp"].map((packageName, index) => {
    const call = (target: Target): Promise<unknown> =>
      callByAiSdk(packageName, target);
    return {
      name: `AI SDK, MCP client v${index + 1}`,
      stdio: call,
      http: call,
    };
  }),
  { name: "LangChain", stdio: callByLangChain, http: callByLangChain },
  {
    name: "mcporter",
    stdio: ({ command, args }) =>
      callByMcporter([
        "--stdio",
        command,
        ...args.flatMap((arg) => ["--stdio-arg", arg]),
      ]),
    http: ({ url }) => callByMcporter(["--http-url", url, "--allow-http"]),
  },
  {
    name: "mcp-remote",
    http: ({ url }) => callBehind([binOf("mcp-remote", "mcp-remote"), url]),
  },
  {
    name: "mcp-proxy",
    stdio: ({ command, args }) =>
      callThrough((port) => [
        binOf("mcp-proxy"),
        "--port",
        String(port),
        "--",
        command,
        ...args,
      ]),
  },
  {
    name: "supergateway",
    stdio: ({ command, args }) =>
      callThrough((port) => [
        binOf("supergateway"),
        "--stdio",
        [command, ...args].map((part) => `"${part}"`).join(" "),
        "--outputTransport",
        "streamableHttp",
        "--stateful",
        "--port",
        String(port),
      ]),
    http: ({ url }) =>
      callBehind([binOf("supergateway"), "--streamableHttp", url]),
  },
];
