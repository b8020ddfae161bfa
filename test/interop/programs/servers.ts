/** The servers that people use: how each is started, and what to call. */
import { join } from "node:path";
import { suiteNode } from "../../conformance/install.js";
import { tmpdir } from "node:os";
import {
  binOf,
  environment,
  folder,
  newNode,
  type StdioTarget,
} from "./programs.js";

/** A server. */
export interface ServerEntry {
  readonly name: string;
  /** How a client starts it; absent where it is at a port alone. */
  readonly stdio?: () => StdioTarget;
  /** How it is started at a port, and the path of its URL. */
  readonly http?: {
    readonly path: string;
    readonly program: (port: number) => StdioTarget;
  };
  /** A call that needs no account and no network. */
  readonly call?: { readonly name: string; readonly arguments: object };
}

/** Something of the right form for servers that want a key before they start. */
const KEY = "no-key";

const everything = "@modelcontextprotocol/server-everything";
const memory = "@modelcontextprotocol/server-memory";

function node(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StdioTarget {
  return {
    command: process.execPath,
    args: [...args],
    env: environment({
      // No server downloads a browser, or looks for a newer version of itself.
      PUPPETEER_SKIP_DOWNLOAD: "1",
      NO_UPDATE_NOTIFIER: "1",
      ...env,
    }),
  };
}

function own(file: string, port?: number): StdioTarget {
  return node([
    join(folder, file),
    ...(port === undefined ? [] : [String(port)]),
  ]);
}

function slow(seconds: number, file: readonly string[]): StdioTarget {
  return node([join(folder, "slow-start.mjs"), String(seconds), ...file]);
}

/** Every server, in the order of the table. */
export function serverEntries(greeter: string): readonly ServerEntry[] {
  const echo = { name: "echo", arguments: { message: "Ada" } };
  const greet = { name: "greet", arguments: { name: "Ada" } };
  const graph = { name: "read_graph", arguments: {} };
  const everythingFile = binOf(everything);
  return [
    {
      name: "everything",
      stdio: () => node([everythingFile, "stdio"]),
      http: {
        path: "/mcp",
        program: (port) =>
          node([everythingFile, "streamableHttp"], { PORT: String(port) }),
      },
      call: echo,
    },
    {
      name: "everything, HTTP+SSE",
      http: {
        path: "/sse",
        program: (port) =>
          node([everythingFile, "sse"], { PORT: String(port) }),
      },
      call: echo,
    },
    {
      name: "filesystem",
      stdio: () =>
        node([binOf("@modelcontextprotocol/server-filesystem"), tmpdir()]),
      call: { name: "list_allowed_directories", arguments: {} },
    },
    { name: "memory", stdio: () => node([binOf(memory)]), call: graph },
    {
      name: "sequential-thinking",
      stdio: () =>
        node([binOf("@modelcontextprotocol/server-sequential-thinking")]),
      call: {
        name: "sequentialthinking",
        arguments: {
          thought: "One",
          nextThoughtNeeded: false,
          thoughtNumber: 1,
          totalThoughts: 1,
        },
      },
    },
    {
      name: "server-pdf",
      stdio: () => node([binOf("@modelcontextprotocol/server-pdf"), "--stdio"]),
      http: {
        path: "/mcp",
        program: (port) =>
          node([binOf("@modelcontextprotocol/server-pdf")], {
            PORT: String(port),
          }),
      },
      call: { name: "list_pdfs", arguments: {} },
    },
    {
      name: "playwright",
      stdio: () => node([binOf("@playwright/mcp")]),
      http: {
        path: "/mcp",
        program: (port) =>
          node([binOf("@playwright/mcp"), "--port", String(port)]),
      },
    },
    {
      name: "chrome-devtools",
      stdio: () =>
        node([
          binOf("chrome-devtools-mcp", "chrome-devtools-mcp"),
          "--no-usage-statistics",
        ]),
    },
    {
      name: "dbhub",
      // It needs a module of Node 22.
      stdio: () => ({
        ...node([binOf("@bytebase/dbhub"), "--demo"]),
        command: newNode(suiteNode),
      }),
      http: {
        path: "/mcp",
        program: (port) => ({
          ...node([
            binOf("@bytebase/dbhub"),
            "--demo",
            "--transport",
            "http",
            "--port",
            String(port),
          ]),
          command: newNode(suiteNode),
        }),
      },
      call: { name: "execute_sql", arguments: { sql: "select 1 as one" } },
    },
    { name: "shadcn", stdio: () => node([binOf("shadcn"), "mcp"]) },
    {
      name: "firecrawl",
      stdio: () => node([binOf("firecrawl-mcp")], { FIRECRAWL_API_KEY: KEY }),
    },
    {
      name: "github, 2024-11-05",
      stdio: () => node([binOf("@modelcontextprotocol/server-github")]),
    },
    {
      name: "puppeteer, 2024-11-05",
      stdio: () => node([binOf("@modelcontextprotocol/server-puppeteer")]),
    },
    {
      name: "drawio",
      stdio: () => node([binOf("@drawio/mcp")]),
    },
    {
      name: "figma",
      stdio: () =>
        node([
          binOf("figma-developer-mcp"),
          "--stdio",
          `--figma-api-key=${KEY}`,
        ]),
    },
    {
      name: "notion",
      stdio: () =>
        node([binOf("@notionhq/notion-mcp-server")], { NOTION_TOKEN: KEY }),
    },
    {
      name: "time",
      stdio: () => node([binOf("time-mcp")]),
      call: { name: "current_time", arguments: { format: "YYYY-MM-DD" } },
    },
    { name: "eslint", stdio: () => node([binOf("@eslint/mcp")]) },
    {
      name: "fastmcp",
      stdio: () => own("fastmcp.mjs"),
      http: { path: "/mcp", program: (port) => own("fastmcp.mjs", port) },
      call: greet,
    },
    {
      name: "memory behind mcp-proxy",
      http: {
        path: "/mcp",
        program: (port) =>
          node([
            binOf("mcp-proxy"),
            "--port",
            String(port),
            "--",
            process.execPath,
            binOf(memory),
          ]),
      },
      call: graph,
    },
    ...(["streamableHttp", "sse"] as const).map((output): ServerEntry => ({
      name: `memory behind supergateway, ${output}`,
      http: {
        path: output === "sse" ? "/sse" : "/mcp",
        program: (port) =>
          node([
            binOf("supergateway"),
            "--stdio",
            `"${process.execPath}" "${binOf(memory)}"`,
            "--outputTransport",
            output,
            "--port",
            String(port),
            ...(output === "sse" ? [] : ["--stateful"]),
          ]),
      },
      call: graph,
    })),
    ...[13, 40].flatMap((seconds): readonly ServerEntry[] => [
      {
        name: `everything, starts after ${seconds} s`,
        stdio: () => slow(seconds, [everythingFile, "stdio"]),
        call: echo,
      },
      {
        name: `ours, stateless, starts after ${seconds} s`,
        stdio: () => slow(seconds, [greeter]),
        call: greet,
      },
    ]),
  ];
}
