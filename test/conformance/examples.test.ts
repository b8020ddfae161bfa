/** The examples as a newcomer runs them: built by their own scripts, one talking to the other. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "./programs.js";
import { story, tour } from "./tour.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const examples = `${root}examples/`;
const client = `${examples}everything-client/dist/main.js`;

/** Runs the build script of an example's package. */
function build(folder: string): Promise<unknown> {
  return run("npm", ["run", "build"], {
    cwd: folder,
    shell: process.platform === "win32",
  });
}

beforeAll(async () => {
  for (const example of ["everything-client", "everything-server", "hono"]) {
    await build(`${examples}${example}`);
  }
});

describe("the client's tour of the server", () => {
  test("over stdio", async () => {
    const server = `${examples}everything-server/dist/stdio.js`;
    expect(await tour(client, process.execPath, server)).toEqual(story);
  });

  test.each<[name: string, path: string]>([
    ["node:http", "everything-server/dist/http.js"],
    ["Hono", "hono/dist/main.js"],
  ])("over HTTP on %s", async (_name, path) => {
    const server = await startServer(`${examples}${path}`);
    try {
      expect(await tour(client, server.url)).toEqual(story);
    } finally {
      await server.stop();
    }
  });
});

test("a copy works with code of its own, once the lines that its README names are changed", async () => {
  const copy = mkdtempSync(join(tmpdir(), "mcp-gen-copy-"));
  try {
    cpSync(`${examples}everything-server`, copy, {
      recursive: true,
      filter: (path) => !/[\\/](dist|node_modules)$/.test(path),
    });
    symlinkSync(`${root}node_modules`, join(copy, "node_modules"), "junction");
    await run(process.execPath, [`${root}dist/bin.cjs`, "--schema", "draft"], {
      cwd: copy,
    });
    const lines = readFileSync(join(copy, "mcp.ts"), "utf8");
    expect(lines).toContain('"../../out/draft/index.js"');
    writeFileSync(join(copy, "mcp.ts"), lines.replaceAll("../../out", "./out"));
    await build(copy);
    const server = join(copy, "dist", "stdio.js");
    expect(await tour(client, process.execPath, server)).toEqual(story);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
