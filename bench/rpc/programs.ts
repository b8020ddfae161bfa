/** Small programs on disk: a server with one tool, as ours and as the SDK has it. */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const generated = join(repository, "out/draft");

/** The compiler of the repository. */
export const compiler: string = join(
  repository,
  "node_modules/typescript/lib/tsc.js",
);

/** A stdio server with one tool on generated code, which lies at `folder`. */
export function ourProgram(folder: string): string {
  return `import { createMcpServer, serveStdio } from "${folder}/server.js";
await serveStdio(
  createMcpServer({
    info: { name: "one", version: "1.0.0" },
    handlers: {
      listTools: () => ({ tools: [{ name: "greet", inputSchema: { type: "object" } }] }),
      callTool: ({ arguments: args }) => ({
        content: [{ type: "text", text: \`Hello, \${String(args?.["name"])}!\` }],
      }),
    },
  }),
);
`;
}

/** The same server as the SDK's documentation has it. */
export const sdkProgram = `import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
serveStdio(() => {
  const server = new McpServer({ name: "one", version: "1.0.0" });
  server.registerTool("greet", { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    content: [{ type: "text", text: \`Hello, \${name}!\` }],
  }));
  return server;
});
`;

/** A folder for the programs, with all that they import. */
export interface Workspace {
  readonly folder: string;
  /** Folder of the generated code, compiled module by module, with declarations. */
  readonly compiled: string;
  /** The generated server in one file. */
  readonly bundle: string;
  remove(): void;
}

/** Compiles the generated code into a folder of its own. */
export async function makeWorkspace(): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-bench-"));
  const compiled = join(folder, "draft");
  mkdirSync(compiled);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(
    fileURLToPath(new URL("../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  const sources = readdirSync(generated, { recursive: true })
    .map((name) => join(generated, String(name)))
    .filter((name) => name.endsWith(".ts"));
  const options = `--ignoreConfig --declaration --strict --skipLibCheck
    --exactOptionalPropertyTypes --target es2022 --module nodenext --types node`;
  run([
    compiler,
    ...options.split(/\s+/),
    "--typeRoots",
    join(repository, "node_modules/@types"),
    "--rootDir",
    generated,
    "--outDir",
    compiled,
    ...sources,
  ]);
  const bundle = join(folder, "server.mjs");
  await build({
    entryPoints: [join(generated, "server.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
  });
  return {
    folder,
    compiled,
    bundle,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs Node and returns what it prints. */
export function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`node ${args.join(" ")} failed: ${stdout}${stderr}`);
  }
  return stdout;
}
