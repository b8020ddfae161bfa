/** Recommended rules of linters have nothing to say of generated code. */
import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeUnless } from "../needs.js";
import { mcpGen } from "../cli/program.js";
import { installDependencies } from "../npm.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

const own = fileURLToPath(new URL(".", import.meta.url));
const modules = path.join(own, "node_modules");
const fault = installDependencies(own, { scripts: false });

const tool = {
  name: "add",
  inputSchema: {
    type: "object",
    properties: { tags: { type: "array", items: { type: "string" } } },
  },
  outputSchema: { type: "object", properties: { id: { type: "integer" } } },
};

describeUnless(
  fault === undefined ? undefined : `npm cannot install test/linters: ${fault}`,
  "linters",
  () => {
    /** A project with the output and, next to it, code that both complain about. */
    function project(): string {
      const folder = temporaryFolder();
      cpSync(path.join(repositoryPath, "out/draft"), path.join(folder, "out"), {
        recursive: true,
      });
      symlinkSync(modules, path.join(folder, "node_modules"), "junction");
      plant(folder, {
        "package.json": '{ "type": "module" }\n',
        "eslint.config.js":
          'import tseslint from "typescript-eslint";\nexport default tseslint.config(tseslint.configs.recommended);\n',
        "biome.json": '{ "formatter": { "enabled": false } }\n',
        "own.ts": "export const value: any = 1;\n",
        "notes.json": JSON.stringify({ tools: [tool] }),
      });
      const tools = ["tools", "--file", "notes.json", "--name", "notes"];
      expect(mcpGen(folder, tools).exitCode).toBe(0);
      return folder;
    }

    function run(folder: string, args: readonly string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: "utf8",
        timeout: 120_000,
        env: { ...process.env, NO_COLOR: "1" },
      });
      return { status, output: stdout + stderr };
    }

    test("typescript-eslint, with its defaults on unused directives", () => {
      const { output } = run(project(), [
        path.join(modules, "eslint/bin/eslint.js"),
        ".",
      ]);
      expect(output).toMatch(/own\.ts\n +1:21 +error +Unexpected any/);
      expect(output).toContain("1 problem (1 error, 0 warnings)");
    }, 120_000);

    test("biome", () => {
      const { output } = run(project(), [
        path.join(modules, "@biomejs/biome/bin/biome"),
        "check",
        ".",
      ]);
      expect(output.match(/^\S+\.(?:ts|json)\S* /gm)).toEqual([
        expect.stringMatching(/^own\.ts:1:21 /),
      ]);
    }, 120_000);
  },
);
