/** Generated code on Node, Bun and Deno: the same program, the same outcome. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeUnless } from "../needs.js";
import { platformBinary, platformFault } from "./binaries.js";

const run = promisify(execFile);
const folder = fileURLToPath(new URL(".", import.meta.url));

const short = { echo: '{"text":"日本 😀"}', progress: 1, large: true };
const whole = {
  ...short,
  event: "notifications/tools/list_changed",
  cancel: "TimeoutError",
  stopped: 1,
};

const platforms: readonly [
  name: string,
  command: string | undefined,
  args: readonly string[],
  /** What its own server, for functions from `Request` to `Response`, does. */
  ownServer: unknown,
][] = [
  ["Node", process.execPath, [], "none"],
  ["Bun", platformBinary("bun"), ["run"], whole],
  [
    "Deno",
    platformBinary("deno"),
    ["run", "--allow-all", "--quiet"],
    // Deno.serve tells a request's signal of a client that hung up in some cases, and in
    // others not: whether the body came in one read with the headers decides.
    { ...whole, stopped: expect.any(Number) },
  ],
];

const temporary = mkdtempSync(join(tmpdir(), "mcp-gen-platforms-"));
const program = join(temporary, "program.mjs");

beforeAll(async () => {
  await build({
    entryPoints: [join(folder, "program.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

for (const [name, command, args, ownServer] of platforms) {
  describeUnless(
    command === undefined
      ? `no ${name}${platformFault === undefined ? "" : `: ${platformFault}`}`
      : undefined,
    name,
    () => {
      test("runs client and server over every transport", async () => {
        const self = [command ?? "", ...args, program];
        const { stdout } = await run(self[0] ?? "", self.slice(1), {
          env: {
            ...process.env,
            SELF: JSON.stringify(self),
            NO_COLOR: "1",
            DENO_NO_UPDATE_CHECK: "1",
          },
          timeout: 50_000,
        });
        expect(JSON.parse(stdout)).toEqual({
          memory: whole,
          fetch: ownServer,
          node: { ...whole, refused: 415 },
          stdio: short,
        });
      });
    },
  );
}
