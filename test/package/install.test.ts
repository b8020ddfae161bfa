/** The package as its users have it: installed by each package manager, then used. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npmEnvironment } from "../npm.js";
import { gitIdentity } from "../hooks/repository.js";
import { plant, readTree } from "../output/folder.js";
import { repositoryPath } from "../shared.js";
import { describeWithTooling, toolPath } from "../tooling/tooling.js";
import { describeWithRegistry } from "./registry.js";
import { packInto } from "./tarball.js";

let root = "";
let tarball = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-")));
  tarball = packInto(path.join(root, "packed")).path;
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A project with nothing in it, at a path that takes quoting and is not all ASCII. */
function emptyProject(name: string): string {
  const folder = path.join(root, `Ein Projekt – für ${name} 例`);
  mkdirSync(folder);
  plant(folder, {
    "package.json": '{ "private": true, "type": "module" }\n',
    // Without one, Yarn belongs to the next project above.
    ...(name.startsWith("yarn") && { "yarn.lock": "" }),
  });
  return folder;
}

interface Run {
  readonly exitCode: number | null;
  readonly output: string;
}

function run(
  folder: string,
  [program = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    shell: process.platform === "win32",
    env: { ...npmEnvironment(), ...env },
  });
  if (error !== undefined) throw error;
  return { exitCode: status, output: stdout + stderr };
}

/** What every project has to do, however the program was installed. */
function expectToGenerate(
  folder: string,
  mcpGen: readonly string[],
  env: NodeJS.ProcessEnv = {},
): void {
  const generate = [...mcpGen, "--schema", "draft"];
  const first = run(folder, generate, env);
  expect(first.output).toMatch(
    /out\/draft: \d+ created, 0 updated, 0 unchanged/,
  );
  expect(first.exitCode).toBe(0);
  // The same as is committed here, but for the place that the schema was found in.
  const files = readTree(path.join(folder, "out/draft"));
  const committed = readTree(path.join(repositoryPath, "out/draft"));
  expect(Object.keys(files)).toEqual(Object.keys(committed));
  const code = (text = ""): string => text.replace(/^\/\/ .*\n/gm, "");
  for (const name of Object.keys(files))
    if (name.endsWith(".ts"))
      expect(code(files[name])).toBe(code(committed[name]));

  expect(run(folder, generate, env).output).toMatch(
    /out\/draft: 0 created, 0 updated, \d+ unchanged, 0 deleted/,
  );
  expect(run(folder, [...generate, "--check"], env).exitCode).toBe(0);
}

/** A hook that `init` has written checks what is committed, by the package manager. */
function expectHook(
  folder: string,
  mcpGen: readonly string[],
  hook: string,
  env: NodeJS.ProcessEnv = {},
): void {
  const [program = ""] = mcpGen;
  const inPath = {
    ...env,
    PATH: `${path.dirname(program)}${path.delimiter}${process.env["PATH"] ?? ""}`,
    ...gitIdentity(folder),
  };
  const git = (...args: readonly string[]): Run =>
    run(folder, ["git", ...args], inPath);
  plant(folder, {
    ".gitignore": ".git-config\nnode_modules/\n.pnp.*\n.yarn/\n",
  });
  git("init", "--quiet");
  expect(
    run(folder, [...mcpGen, "init", "--hook", "husky"], env).exitCode,
  ).toBe(0);
  expect(readTree(path.join(folder, ".husky"))).toEqual({
    "pre-commit": `${hook} mcp-gen --check --staged\n`,
  });
  // The files name the command, which is another with a configuration.
  expect(run(folder, mcpGen, env).exitCode).toBe(0);
  // As husky does it.
  git("config", "core.hooksPath", ".husky");
  git("add", "--all");
  const committed = git("commit", "--message", "All of it");
  expect([committed.exitCode, committed.output]).toEqual([0, committed.output]);
  git("rm", "--cached", "--quiet", "out/draft/types.ts");
  const refused = git("commit", "--message", "A file is missing");
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toContain("out/draft/types.ts: missing");
}

describeWithRegistry("installed from the tarball", () => {
  describe("with npm", () => {
    let folder = "";
    beforeAll(() => {
      folder = emptyProject("npm");
      const { exitCode, output } = run(folder, [
        "npm",
        "install",
        "--save-dev",
        "--no-audit",
        "--no-fund",
        tarball,
      ]);
      if (exitCode !== 0 || output.includes("npm warn"))
        throw new Error(output);
    }, 120_000);

    test("generates", () => {
      expectToGenerate(folder, ["npx", "--no-install", "mcp-gen"]);
    }, 120_000);

    test("is a library that plans, checks and reads", () => {
      plant(folder, {
        "library.mjs": `
          import * as library from "mcp-gen";
          import config from "mcp-gen/config.schema.json" with { type: "json" };
          import model from "mcp-gen/model.schema.json" with { type: "json" };
          import { flatten, methodsOf } from "mcp-gen/model";
          const plan = await library.generate({ schema: "draft", out: "src" });
          const read = await library.readModel({ schema: "draft" });
          const deep = await import("mcp-gen/dist/index.js").catch((error) => error.code);
          console.log(JSON.stringify({
            names: Object.keys(library).sort(),
            files: plan.outputs[0].files.length > 10,
            current: (await library.check({ schema: "draft" })).current,
            errors: read.model.errors.length > 0,
            requests: methodsOf(JSON.parse(JSON.stringify(read.model)), { kind: "request" })
              .filter(({ result }) => flatten(read.model, result) !== undefined).length > 5,
            schemas: [typeof config.properties, typeof model.properties],
            deep,
          }));
        `,
      });
      const { output } = run(folder, ["node", "library.mjs"]);
      const { names, ...facts } = JSON.parse(output) as {
        readonly names: readonly string[];
      };
      expect(names).toEqual(
        expect.arrayContaining([
          "UnsupportedSchemaError",
          "UsageError",
          "check",
          "diff",
          "generate",
          "pull",
          "readModel",
          "writePlan",
        ]),
      );
      expect(facts).toEqual({
        files: true,
        current: true,
        errors: true,
        requests: true,
        schemas: ["object", "object"],
        deep: "ERR_PACKAGE_PATH_NOT_EXPORTED",
      });
    });

    test.each([
      ["nodenext", "nodenext"],
      ["esnext", "bundler"],
    ])(
      "has types that stand on their own, with module %s",
      (module, resolution) => {
        plant(folder, {
          "types.mts": `
          import { generate, writePlan, type GenerateOptions, type ModelView, type TypesView } from "mcp-gen";
          const options: GenerateOptions = { schema: "draft", templates: "templates" };
          export const plan: Promise<void> = generate(options).then(async (made) => { await writePlan(made); });
          export const version = (view: TypesView | ModelView): string => view.version;
          // @ts-expect-error: no such option
          export const wrong: GenerateOptions = { schemas: "draft" };
        `,
        });
        const { exitCode, output } = run(folder, [
          process.execPath,
          path.join(repositoryPath, "node_modules/typescript/bin/tsc"),
          "--noEmit",
          "--strict",
          "--exactOptionalPropertyTypes",
          "--target",
          "es2022",
          "--types",
          "",
          "--module",
          module,
          "--moduleResolution",
          resolution,
          "types.mts",
        ]);
        expect(output).toBe("");
        expect(exitCode).toBe(0);
      },
      60_000,
    );
  });

  describeWithTooling("with other package managers", () => {
    test("pnpm", () => {
      const folder = emptyProject("pnpm");
      const pnpm = toolPath("pnpm");
      const { exitCode, output } = run(folder, [
        pnpm,
        "add",
        "--save-dev",
        "--store-dir",
        path.join(root, "pnpm-store"),
        tarball,
      ]);
      expect([exitCode, output]).toEqual([0, output]);
      expectToGenerate(folder, [pnpm, "exec", "mcp-gen"]);
      expectHook(folder, [pnpm, "exec", "mcp-gen"], "pnpm exec");
    }, 120_000);

    test.each(["node-modules", "pnp"])(
      "yarn, linking by %s",
      (linker) => {
        const folder = emptyProject(`yarn ${linker}`);
        const yarn = toolPath("yarn");
        const env = {
          YARN_ENABLE_TELEMETRY: "0",
          YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
          YARN_GLOBAL_FOLDER: path.join(root, "yarn"),
          YARN_NODE_LINKER: linker,
          // The registry that npm uses on this machine.
          YARN_NPM_REGISTRY_SERVER: run(folder, [
            "npm",
            "config",
            "get",
            "registry",
          ]).output.trim(),
          YARN_UNSAFE_HTTP_WHITELIST: "*",
        };
        const { exitCode, output } = run(
          folder,
          [yarn, "add", "--dev", `mcp-gen@file:${tarball}`],
          env,
        );
        expect([exitCode, output]).toEqual([0, output]);
        expectToGenerate(folder, [yarn, "mcp-gen"], env);
        expectHook(folder, [yarn, "mcp-gen"], "yarn run", env);
      },
      120_000,
    );
  });
});
