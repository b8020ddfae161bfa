/** The examples as programs, bundled like their own `npm run build` does. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file that Node can run from anywhere. */
export interface Bundle {
  readonly path: string;
  remove(): void;
}

/**
 * Bundles a program with everything it imports.
 *
 * @param source - Below `examples/`.
 * @param conditions - Of `imports` and `exports`, e.g. `handshake`.
 */
export async function bundle(
  source: string,
  platform: "node" | "neutral",
  conditions: readonly string[] = [],
): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-example-"));
  const path = join(folder, "program.mjs");
  await build({
    entryPoints: [
      fileURLToPath(new URL(`../../examples/${source}`, import.meta.url)),
    ],
    outfile: path,
    bundle: true,
    platform,
    mainFields: ["module", "main"],
    // What esbuild has unless it is told other ones.
    conditions: ["module", ...conditions],
    format: "esm",
    target: "node20",
    logLevel: "error",
    banner:
      platform === "node"
        ? // For packages that are CommonJS inside.
          {
            js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
          }
        : {},
  });
  return {
    path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A server that runs. */
export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program that prints its URL once it listens at `PORT`. */
export async function startServer(path: string): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, PORT: String(port) },
    // Errors of requests go to stderr, and the suite makes plenty of them.
    stdio: ["ignore", "pipe", "ignore"],
  });
  return {
    url: await firstLine(child),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const end = text.indexOf("\n");
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`The server ended with ${code} before it listened.`)),
    );
  });
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
