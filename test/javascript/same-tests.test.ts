/** What the tests say of the generated TypeScript holds for the JavaScript, too. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { toJavaScript } from "../../generator/javascript/translate.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

test("the listed cases and tests of the runtime pass", () => {
  const folder = temporaryFolder();
  const generated = path.join(repositoryPath, "out/draft");
  const files = readdirSync(generated, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({
      path: name,
      text: readFileSync(path.join(generated, name), "utf8"),
      formatted: true,
    }));
  plant(folder, {
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries(
      toJavaScript(files).map((file) => [file.path, file.text]),
    ),
  });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(repositoryPath, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      path.join(import.meta.dirname, "vitest.config.ts"),
      "--reporter",
      "dot",
    ],
    {
      cwd: repositoryPath,
      encoding: "utf8",
      env: {
        ...process.env,
        MCP_GEN_JAVASCRIPT_OUTPUT: folder,
        NO_COLOR: "1",
        VITEST: undefined,
        VITEST_POOL_ID: undefined,
        VITEST_WORKER_ID: undefined,
      },
      timeout: 240_000,
    },
  );
  expect([status, stdout + stderr]).toEqual([0, stdout + stderr]);
  const passed = /Tests +(\d+) passed/.exec(stdout)?.[1];
  expect(Number(passed)).toBeGreaterThan(150);
}, 240_000);
