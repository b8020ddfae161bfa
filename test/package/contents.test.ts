/** What is published: everything that is needed and nothing else. */
import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryPath } from "../shared.js";
import { describeWithTooling, toolPath } from "../tooling/tooling.js";
import { packInto, type Tarball } from "./tarball.js";

let root = "";
let tarball: Tarball;

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-")));
  tarball = packInto(root);
  const { status, stderr } = spawnSync("tar", ["-xzf", tarball.path], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The text of a file of the package. */
function read(file: string): string {
  return readFileSync(path.join(root, "package", file), "utf8");
}

/** Paths of the package's files below a folder, without the folder. */
function below(folder: string): readonly string[] {
  return tarball.files
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1));
}

/** Paths of the repository's files below a folder, `/` separated and sorted. */
function ofRepository(folder: string): readonly string[] {
  return readdirSync(path.join(repositoryPath, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path
        .relative(
          path.join(repositoryPath, folder),
          path.join(parentPath, name),
        )
        .split(path.sep)
        .join("/"),
    )
    .sort();
}

describe("the package holds", () => {
  test("at its top what people look for", () => {
    const top = new Set(tarball.files.map((file) => file.split("/")[0]));
    expect([...top].sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "dist",
      "docs",
      "package.json",
      "schema",
      "templates",
    ]);
  });

  test.each(["docs", "schema", "templates"])("all of %s", (folder) => {
    const files = ofRepository(folder).filter((file) => !file.endsWith(".png"));
    expect(below(folder)).toEqual(files);
  });

  test("pages whose links lead to other files of the package", () => {
    const pages = tarball.files.filter((file) => file.endsWith(".md"));
    expect(pages.length).toBeGreaterThan(20);
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!\w+:|#)([^()\s#]+)/g)]
        .map(([, target = ""]) =>
          path.posix.join(path.posix.dirname(page), target),
        )
        .filter(
          (target) =>
            !tarball.files.some(
              (file) => file === target || file.startsWith(`${target}/`),
            ),
        )
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("the program and the library, and no module that neither loads", () => {
    const modules = below("dist").filter((file) => /\.c?js$/.test(file));
    const entries = [
      "bin.cjs",
      "config.js",
      "index.js",
      "model.js",
      "program.cjs",
      "templates.cjs",
    ];
    expect(modules).toEqual(expect.arrayContaining(entries));
    const loaded = new Set(entries);
    for (const file of loaded)
      for (const [, name = ""] of read(`dist/${file}`).matchAll(
        /["']\.\/([\w-]+\.c?js)["']/g,
      ))
        // Others stand in texts, of code that is generated.
        if (modules.includes(name)) loaded.add(name);
    expect(modules.filter((file) => !loaded.has(file))).toEqual([]);
  });

  test("the declarations that the library's types mention, and no others", () => {
    const declarations = below("dist").filter((file) => file.endsWith(".d.ts"));
    const mentioned = new Set([
      "index.d.ts",
      "model/index.d.ts",
      "config/define.d.ts",
    ]);
    for (const file of mentioned)
      for (const [, specifier = ""] of read(`dist/${file}`).matchAll(
        /(?:from |import\()"(\.[^"]+)\.js"/g,
      ))
        mentioned.add(
          path.posix.join(path.posix.dirname(file), `${specifier}.d.ts`),
        );
    expect(declarations).toEqual([...mentioned].sort());
  });

  test("nothing else in dist, and nothing of this machine", () => {
    const others = below("dist").filter(
      (file) => !/\.(?:c?js|d\.ts)$/.test(file),
    );
    expect(others).toEqual([]);
    for (const file of tarball.files) {
      const text = read(file);
      expect([file, text.includes(repositoryPath)]).toEqual([file, false]);
      expect([file, text.includes(root)]).toEqual([file, false]);
    }
  });

  test("less than 650 kB", () => {
    expect(tarball.size).toBeLessThan(650_000);
  });
});

/** Packages that a module imports, or requires or resolves at some time. */
const LOADED =
  /(?:^(?:import|export)\b[^"'\n]*?|\b(?:import|[rR]equire\d*|resolve)\(\s*)["'`]((?:@[\w.-]+\/)?[a-z][\w.:-]*)(?=[/"'`])/gm;

describe("package.json", () => {
  const manifest = (): {
    readonly exports: Readonly<
      Record<string, string | Readonly<Record<string, string>>>
    >;
    readonly bin: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
  } => JSON.parse(read("package.json"));

  test("exports and starts files that are there", () => {
    const { exports, bin } = manifest();
    const targets = [...Object.values(exports), bin].flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const paths = targets.map((target) => target.replace(/^\.\//, ""));
    expect(paths.filter((file) => !tarball.files.includes(file))).toEqual([]);
    expect(Object.keys(exports)).toEqual([
      ".",
      "./config",
      "./model",
      "./config.schema.json",
      "./model.schema.json",
      "./package.json",
    ]);
    expect(read(bin["mcp-gen"] ?? "").split("\n", 1)).toEqual([
      "#!/usr/bin/env node",
    ]);
  });

  test("has nothing that users' npm would run or warn of", () => {
    expect(Object.keys(manifest())).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(?:scripts|workspaces)$/),
      ]),
    );
    expect(manifest()).not.toHaveProperty("devDependencies");
  });

  test("depends on what the program loads, and on nothing else", () => {
    const loaded = new Set<string>();
    for (const file of below("dist").filter((name) => /\.c?js$/.test(name)))
      for (const [, name = ""] of read(`dist/${file}`).matchAll(LOADED))
        if (!name.startsWith("node:")) loaded.add(name);
    expect([...loaded].sort()).toEqual(
      Object.keys(manifest().dependencies).sort(),
    );
  });
});

describeWithTooling("judges of packages find nothing wrong", () => {
  test.each([
    // ESM only: what `require` cannot load in old versions of Node is not a fault.
    ["attw", ["--profile", "esm-only"]],
    ["publint", ["--strict"]],
  ])("%s", (name, args) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [realpathSync(toolPath(name)), tarball.path, ...args],
      { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
    );
    expect([status, stdout + stderr]).toEqual([0, stdout + stderr]);
    expect(stdout).toContain(name === "attw" ? '"mcp-gen"' : "All good!");
  });
});
