/** What the tests of the documentation leave out, each with the reason. */

/** Something on a page that is left out. */
export interface Exception {
  readonly page: string;
  /** The whole command, or a line of the block. */
  readonly what: string;
  readonly why: string;
}

const NETWORK =
  "needs the network; test/upstream runs the like against a local server";

const ASKS_A_SERVER =
  "asks a server that is not there; test/tools asks some of its own";
const SERVERS_TOOLS =
  "uses the tools of a server that is not there; test/tools has the like";

/** Commands that are not expected to succeed: the tests see to it that they cannot. */
export const commandExceptions: readonly Exception[] = [
  ...[
    "npm install --save-dev mcp-gen typescript @types/node",
    "npx tsc --init && npx tsc",
    "node client.js",
  ].map((what) => ({
    page: "README.md",
    what,
    why: "needs packages; test/running does it with the packed one",
  })),
  { page: "docs/pull.md", what: "mcp-gen pull draft", why: NETWORK },
  { page: "docs/pull.md", what: "mcp-gen pull draft --examples", why: NETWORK },
  {
    page: "docs/pull.md",
    what: "mcp-gen pull 2025-11-25 --ref 0fd2d8c5…",
    why: NETWORK,
  },
  {
    page: "docs/pull.md",
    what: "mcp-gen pull draft --from https://mirror.example/mcp/schema",
    why: NETWORK,
  },
  {
    page: "docs/pull.md",
    what: "mcp-gen pull draft --ref <the recorded commit> --force",
    why: NETWORK,
  },
  {
    page: "docs/tools.md",
    what: "npx mcp-gen tools --name git --command uvx mcp-server-git",
    why: ASKS_A_SERVER,
  },
  {
    page: "docs/tools.md",
    what: "npx mcp-gen --schema out/git.tools.json --check",
    why: ASKS_A_SERVER,
  },
  {
    page: "docs/tools.md",
    what: "npx mcp-gen diff HEAD:out/git.tools.json out/git.tools.json",
    why: ASKS_A_SERVER,
  },
];

const BY_HAND = "is what people write by hand, to compare with";

/** Blocks of TypeScript that are not checked, by a line of theirs. */
export const codeExceptions: readonly Exception[] = [
  {
    page: "README.md",
    what: "export const CallToolResult = z",
    why: BY_HAND,
  },
  { page: "README.md", what: "export enum ErrorCode {", why: BY_HAND },
  { page: "README.md", what: "switch (request.method) {", why: BY_HAND },
  {
    page: "README.md",
    what: 'const parsed = ContentBlock.safeParse({ type: "text" });',
    why: BY_HAND,
  },
  {
    page: "docs/tools.md",
    what: "const git = gitTools(client);",
    why: SERVERS_TOOLS,
  },
  {
    page: "docs/tools.md",
    what: 'console.log(await gitStatus(client, { repoPath: "." }));',
    why: SERVERS_TOOLS,
  },
  {
    page: "docs/tools.md",
    what: 'import { listIssues } from "./out/tracker/tracker.tools.js";',
    why: SERVERS_TOOLS,
  },
  {
    page: "docs/tools.md",
    what: "  handlers: gitToolHandlers({",
    why: SERVERS_TOOLS,
  },
];

/** Modules that are checked but not run, by a line of theirs. */
export const programExceptions: readonly Exception[] = [
  {
    page: "docs/transports.md",
    what: 'createServer(nodeHandler(server)).listen(3000, "127.0.0.1");',
    why: "listens until it is stopped; test/transports serves the like",
  },
  {
    page: "docs/pull.md",
    what: 'const { commit, files } = await pull({ revision: "draft", examples: true });',
    why: NETWORK,
  },
];

/** Pages whose TypeScript another test checks, and that test. */
export const pagesCheckedElsewhere: Readonly<Record<string, string>> = {
  "docs/diagnostics.md": "test/read/schema-ts/diagnostics.test.ts",
  "docs/running.md": "test/running/running.test.ts",
};

/** Pages whose commands another test runs, and that test. */
export const pagesRunElsewhere: Readonly<Record<string, string>> = {
  "docs/running.md": "test/running/running.test.ts",
};

/**
 * Languages of blocks that are neither commands nor TypeScript. What can be held against
 * something is: diagnostics by test/read, templates by test/templates, hooks by
 * test/hooks, the commands of a clone of this repository by test/requirements and CI.
 */
export const otherLanguages: readonly string[] = [
  "json",
  "shell",
  "text",
  "yaml",
];
