/** The examples as a newcomer runs them: built by their own scripts, one talking to the other. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "./programs.js";
import { story, tour } from "./tour.js";

const run = promisify(execFile);
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const client = `${examples}everything-client/dist/main.js`;

/** Runs the build script of an example's package. */
function build(example: string): Promise<unknown> {
  return run("npm", ["run", "build"], {
    cwd: `${examples}${example}`,
    shell: process.platform === "win32",
  });
}

beforeAll(async () => {
  for (const example of ["everything-client", "everything-server", "hono"]) {
    await build(example);
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
