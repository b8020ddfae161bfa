/** Programs of the tests as files that Node runs, and servers made of them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ChannelWire } from "./server-wire.js";

/** A program on disk. */
export interface Program {
  readonly path: string;
  remove(): void;
}

/**
 * Bundles a program.
 *
 * @param folder - Where it goes; below a `node_modules` that has its packages.
 * @param aliases - Files that take the place of others, by absolute path.
 */
export async function bundle(
  source: string,
  folder: string,
  external: boolean,
): Promise<Program> {
  const own = mkdtempSync(join(folder, ".program-"));
  const path = join(own, "program.mjs");
  await build({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    ...(external
      ? { packages: "external" as const }
      : {
          banner: {
            js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
          },
        }),
  });
  return {
    path,
    remove: () => rmSync(own, { recursive: true, force: true }),
  };
}

/** Starts a program and gives the way to its stdio. */
export function startProgram(
  program: Program,
  args: readonly string[],
): ChannelWire {
  const child = spawn(process.execPath, [program.path, ...args], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  const closed = once(child, "close");
  const wire = new ChannelWire(
    "stdio",
    (bytes) => child.stdin.write(bytes),
    async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await closed;
      clearTimeout(timer);
    },
  );
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => wire.take(String(text)));
  return wire;
}
