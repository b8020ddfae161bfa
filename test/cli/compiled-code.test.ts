/** What a run compiles is found by the next; nothing depends on that. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import manifest from "../../package.json" with { type: "json" };
import { repositoryPath } from "../shared.js";

const COMPILED = "node_modules/.cache/mcp-gen/compiled";
const MODULES = [
  "handlebars.runtime.js",
  "program.cjs",
  "templates.cjs",
  "typescript.js",
];

/** A package of its own, with nothing kept in it yet. */
function freshPackage(): string {
  const root = temporaryFolder();
  for (const name of ["dist", "templates", "schema", "package.json"])
    fs.cpSync(path.join(repositoryPath, name), path.join(root, name), {
      recursive: true,
      preserveTimestamps: true,
    });
  fs.mkdirSync(path.join(root, "node_modules"));
  for (const name of Object.keys(manifest.dependencies))
    fs.symlinkSync(
      path.join(repositoryPath, "node_modules", name),
      path.join(root, "node_modules", name),
      "junction",
    );
  return root;
}

/** Runs a package's program in its own folder. */
function run(root: string, ...args: readonly string[]): number | null {
  const program = path.join(root, "dist/bin.cjs");
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
  });
  return status;
}

/** What is kept: names as they are, and modules without what follows their names. */
function kept(root: string): {
  readonly names: readonly string[];
  readonly modules: readonly string[];
} {
  const folder = path.join(root, COMPILED);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  return { names, modules: names.map((name) => name.split("-v", 1)[0] ?? "") };
}

test("a run keeps its code; the next takes it and writes the same", () => {
  const root = freshPackage();
  expect(run(root, "--out", "first")).toBe(0);
  const { names, modules } = kept(root);
  expect(modules).toEqual(MODULES);
  const times = () =>
    names.map((name) => fs.statSync(path.join(root, COMPILED, name)).mtimeMs);
  const before = times();
  expect(run(root, "--out", "second")).toBe(0);
  expect([kept(root).names, times()]).toEqual([names, before]);
  const [first, second] = ["first", "second"].map((out) => {
    const { "mcp-gen.json": _manifest, ...files } = readTree(
      path.join(root, out, "draft"),
    );
    return Object.entries(files).map(([name, text]) => [
      name,
      text.replaceAll(`--out ${out}`, "--out OUT"),
    ]);
  });
  expect(second).toEqual(first);
});

test("kept code formats with the project's prettier configuration", () => {
  const root = freshPackage();
  expect(run(root)).toBe(0);
  plant(root, { ".prettierrc": '{ "tabWidth": 8 }' });
  expect(run(root, "--emit", "types", "--out", "wide")).toBe(0);
  const types = path.join(root, "wide/draft/types.ts");
  expect(fs.readFileSync(types, "utf8")).toMatch(/^ {8}\w/m);
});

test("what is damaged or out of date is replaced", () => {
  const root = freshPackage();
  expect(run(root)).toBe(0);
  const [handlebars = "", program = "", ...others] = kept(root).names;
  plant(root, { [`${COMPILED}/${handlebars}`]: "damaged" });
  fs.appendFileSync(path.join(root, "dist/program.cjs"), "// changed\n");
  expect(run(root, "--out", "again")).toBe(0);
  const now = kept(root);
  expect(now.modules).toEqual(MODULES);
  expect(now.names).toEqual(expect.arrayContaining([handlebars, ...others]));
  expect(now.names).not.toContain(program);
  expect(
    fs.statSync(path.join(root, COMPILED, handlebars)).size,
  ).toBeGreaterThan(1_000);
});

test.each([
  ["help", ["--help"], 0],
  ["a run that fails", ["--schema", "nowhere.ts"], 2],
])("%s keeps nothing, for it calls too little", (_name, args, exitCode) => {
  const root = freshPackage();
  expect(run(root, ...args)).toBe(exitCode);
  expect(kept(root).names).toEqual([]);
});

test("where nothing can be kept, runs do without", () => {
  const root = freshPackage();
  plant(root, { "node_modules/.cache": "a file" });
  expect(run(root, "--out", "first")).toBe(0);
  expect(run(root, "--out", "second")).toBe(0);
  expect(fs.existsSync(path.join(root, "second/draft/types.ts"))).toBe(true);
});
