/** workerd, the runtime of Cloudflare's workers, on this machine. */
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { miniflareModule } from "./install.js";
import { freePort, type Running } from "./programs.js";

/** The part of Miniflare that is used here; its package is there only at run time. */
interface MiniflareModule {
  readonly Miniflare: new (options: object) => {
    readonly ready: Promise<URL>;
    dispose(): Promise<void>;
  };
}

/**
 * Runs a module worker. Code from strings is refused there, and what one request
 * started does not outlive it.
 */
export async function startWorker(path: string): Promise<Running> {
  const { Miniflare } = (await import(
    pathToFileURL(miniflareModule).href
  )) as MiniflareModule;
  const port = await freePort();
  const worker = new Miniflare({
    modules: true,
    modulesRoot: dirname(path),
    scriptPath: path,
    compatibilityDate: "2026-04-01",
    host: "127.0.0.1",
    port,
    bindings: {
      ALLOWED_ORIGINS: `http://127.0.0.1:${port}`,
      STATE_KEY: "a secret of 32 bytes, or even more",
    },
    // Errors of requests are logged, and the suite makes plenty of them.
    handleRuntimeStdio: (...streams: Readable[]) => {
      for (const stream of streams) stream.resume();
    },
  });
  await worker.ready;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: () => worker.dispose(),
  };
}
