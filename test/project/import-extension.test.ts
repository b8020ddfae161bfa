/** How a project's own files decide how generated files name each other. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findImportExtension } from "../../generator/project/import-extension.js";
import { mcpGen } from "../cli/program.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";

const compiler = (options: object): string =>
  JSON.stringify({ compilerOptions: options });

/** A folder that is a project of its own, whatever is above it. */
function project(files: Tree): string {
  const root = temporaryFolder();
  plant(root, { ".git/": "", ...files });
  return root;
}

describe("the nearest files decide", () => {
  test.each<[given: string, files: Tree, extension: string | undefined]>([
    ["nothing", {}, undefined],
    ["a package without a compiler", { "package.json": "{}" }, undefined],
    [
      "tsc --init, with comments and commas at ends",
      {
        "tsconfig.json": `{
          // Visit https://example.com/tsconfig
          "compilerOptions": {
            /* Modules */ "module": "nodenext", "target": "esnext", // "rootDir": "./src",
            "types": [],
          },
        }`,
      },
      ".js",
    ],
    ["node16", { "tsconfig.json": compiler({ module: "Node16" }) }, ".js"],
    [
      "nodenext with .ts allowed",
      {
        "tsconfig.json": compiler({
          module: "nodenext",
          noEmit: true,
          allowImportingTsExtensions: true,
        }),
      },
      ".ts",
    ],
    [
      "nodenext with .ts rewritten",
      {
        "tsconfig.json": compiler({
          module: "nodenext",
          rewriteRelativeImportExtensions: true,
        }),
      },
      ".ts",
    ],
    [
      "a bundler that emits",
      { "tsconfig.json": compiler({ moduleResolution: "bundler" }) },
      ".js",
    ],
    [
      "a bundler that does everything",
      {
        "tsconfig.json": compiler({
          moduleResolution: "Bundler",
          noEmit: true,
        }),
      },
      "none",
    ],
    [
      "CommonJS, as tsc --init wrote it up to 5.8",
      { "tsconfig.json": compiler({ target: "es2016", module: "commonjs" }) },
      "none",
    ],
    [
      "webpack",
      {
        "package.json": '{ "devDependencies": { "webpack": "5" } }',
        "tsconfig.json": compiler({ module: "esnext" }),
      },
      "none",
    ],
    [
      "jest, where Node's rules hold",
      {
        "package.json": '{ "devDependencies": { "jest": "30" } }',
        "tsconfig.json": compiler({ module: "nodenext" }),
      },
      ".js",
    ],
    [
      "what a base says",
      {
        "tsconfig.json": '{ "extends": "./config/base" }',
        "config/base.json": compiler({ allowImportingTsExtensions: true }),
      },
      ".ts",
    ],
    [
      "what the last of several bases says, one of them a package",
      {
        "tsconfig.json": '{ "extends": ["@acme/ts", "./more.json"] }',
        "node_modules/@acme/ts/tsconfig.json": compiler({
          module: "nodenext",
          allowImportingTsExtensions: true,
        }),
        "more.json": compiler({ allowImportingTsExtensions: false }),
      },
      ".js",
    ],
    [
      "a base that leads back to itself",
      { "tsconfig.json": '{ "extends": "./tsconfig.json" }' },
      ".js",
    ],
    [
      "references, by what they include",
      {
        "tsconfig.json": JSON.stringify({
          files: [],
          references: [{ path: "./tsconfig.node.json" }, { path: "./app" }],
        }),
        "tsconfig.node.json": JSON.stringify({
          compilerOptions: { module: "nodenext" },
          include: ["vite.config.ts"],
        }),
        "app/tsconfig.json": JSON.stringify({
          compilerOptions: { allowImportingTsExtensions: true },
          include: ["../out"],
        }),
      },
      ".ts",
    ],
    ["Deno", { "deno.jsonc": "{}" }, ".ts"],
    [
      "a script that lets Node run TypeScript",
      {
        "package.json":
          '{ "scripts": { "start": "node --watch src/main.ts" } }',
      },
      ".ts",
    ],
    [
      "a script with a loader",
      {
        "package.json":
          '{ "scripts": { "start": "node --import tsx main.ts" } }',
      },
      undefined,
    ],
    ["a configuration that is broken", { "tsconfig.json": "{" }, undefined],
    [
      "a package of a workspace, not its root",
      {
        "tsconfig.json": compiler({ module: "commonjs" }),
        "out/tsconfig.json": compiler({ allowImportingTsExtensions: true }),
      },
      ".ts",
    ],
  ])("%s", (_given, files, extension) => {
    const folder = path.join(project(files), "out/draft");
    expect(findImportExtension(folder).extension).toBe(extension);
  });
});

describe("a run", () => {
  const TS = compiler({ allowImportingTsExtensions: true, noEmit: true });
  const RUN = ["--emit", "errors"];

  test("says what it found, once, and keeps to it", () => {
    const root = project({ "tsconfig.json": TS });
    const line =
      "Imports end in .ts: tsconfig.json says allowImportingTsExtensions.";
    expect(mcpGen(root, RUN).stdout).toContain(line);
    expect(mcpGen(root, RUN).stdout).not.toContain("Imports");
    // Where the file is missing, as in an image that is built, the manifest knows.
    plant(root, { "tsconfig.json": "" });
    const check = mcpGen(root, [...RUN, "--check"]);
    expect([check.exitCode, check.stdout]).toEqual([0, check.stdout]);
  });

  test("keeps what fits, and changes what does not", () => {
    const root = project({});
    expect(mcpGen(root, RUN).stdout).toContain(
      "Imports end in .js: there is no tsconfig.json.",
    );
    plant(root, { "tsconfig.json": compiler({ module: "commonjs" }) });
    expect(mcpGen(root, [...RUN, "--check"]).exitCode).toBe(0);
    plant(root, { "tsconfig.json": TS });
    expect(mcpGen(root, [...RUN, "--check"]).exitCode).toBe(1);
    expect(mcpGen(root, RUN).stdout).toContain("end in .ts");
    expect(mcpGen(root, [...RUN, "--import-extension", ".js"]).stdout).toMatch(
      /^ +update +index\.ts$/m,
    );
  });

  test("makes the same command line of it everywhere", () => {
    const [one, other] = [project({ "tsconfig.json": TS }), project({})];
    mcpGen(one, RUN);
    mcpGen(other, [...RUN, "--import-extension", ".ts"]);
    const list = (root: string) =>
      mcpGen(root, ["inputs", "--json"]).stdout.includes("tsconfig.json");
    expect([list(one), list(other)]).toEqual([true, false]);
  });
});
