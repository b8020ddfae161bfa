import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mcpGen } from "../program.js";
import { smallSchema } from "../schema.js";
import { plant, readTree, temporaryFolder } from "../../output/folder.js";
import { Watching } from "./watching.js";

const small = ["--schema", "mcp/schema.ts", "--emit", "types"];
const started = /Watching for changes; Ctrl\+C ends it\.\n/;
const updated = /out\/mcp: 0 created, \d updated, .*\n/;

function project(): string {
  const root = temporaryFolder();
  plant(root, { "mcp/schema.ts": smallSchema() });
  return root;
}

function types(root: string): string {
  return fs.readFileSync(path.join(root, "out/mcp/types.ts"), "utf8");
}

/** Saves as many editors do: a new file takes the place of the old one. */
function saveByRename(file: string, text: string): void {
  fs.writeFileSync(`${file}.tmp`, text);
  fs.renameSync(`${file}.tmp`, file);
}

test("generates at the start and after each change, whichever way it is saved", async () => {
  const root = project();
  const schema = path.join(root, "mcp/schema.ts");
  const watching = new Watching(root, small);
  await watching.until(/out\/mcp: 5 created, /);
  await watching.until(started);
  fs.writeFileSync(schema, smallSchema("InPlace"));
  await watching.until(/^mcp\/schema\.ts changed\n/m);
  await watching.until(updated);
  expect(types(root)).toContain("InPlace");
  for (const name of ["Renamed", "RenamedAgain"]) {
    saveByRename(schema, smallSchema(name));
    await watching.until(updated);
    expect(types(root)).toContain(`interface ${name} `);
  }
  fs.writeFileSync(schema, smallSchema("InPlaceAgain"));
  await watching.until(updated);
  expect(await watching.end("SIGINT")).toBe(0);
  expect(mcpGen(root, [...small, "--check"]).exitCode).toBe(0);
  expect(watching.text.match(/created,/g)).toHaveLength(5);
});

test("a schema that is broken is told once; the last good output stays", async () => {
  const root = project();
  const watching = new Watching(root, small);
  await watching.until(started);
  const good = readTree(path.join(root, "out"));
  const whole = smallSchema("Added");
  plant(root, { "mcp/schema.ts": whole.slice(0, -20) });
  await watching.until(
    /mcp\/schema\.ts cannot be read: .* Nothing was written\.\n/,
  );
  expect(readTree(path.join(root, "out"))).toEqual(good);
  // The same fault again is not news; another one is.
  plant(root, { "mcp/schema.ts": `${whole.slice(0, -20)} ` });
  plant(root, { "mcp/schema.ts": "" });
  await watching.until(
    /mcp-gen: mcp\/schema\.ts is empty\. Nothing was written\.\n/,
  );
  plant(root, { "mcp/schema.ts": whole });
  await watching.until(updated);
  expect(types(root)).toContain("Added");
  // Back to what is there already: said, because a fault was said before.
  plant(root, { "mcp/schema.ts": "" });
  await watching.until(/is empty/);
  plant(root, { "mcp/schema.ts": whole });
  await watching.until(/out\/mcp: 0 created, 0 updated, 5 unchanged/);
  expect(await watching.end("SIGTERM")).toBe(0);
});

test("a folder that is deleted and made again, at once or later", async () => {
  const root = project();
  const folder = path.join(root, "mcp");
  const watching = new Watching(root, small);
  await watching.until(started);
  fs.rmSync(folder, { recursive: true });
  await watching.until(
    /mcp-gen: There is no file or folder mcp\/schema\.ts\.\n/,
  );
  expect(types(root)).toContain("PingRequest");
  plant(root, { "mcp/schema.ts": smallSchema("Later") });
  await watching.until(updated);
  fs.rmSync(folder, { recursive: true });
  plant(root, { "mcp/schema.ts": smallSchema("AtOnce") });
  await watching.until(updated);
  expect(types(root)).toContain("AtOnce");
  plant(root, { "mcp/schema.ts": smallSchema("Afterwards") });
  await watching.until(updated);
  expect(types(root)).toContain("Afterwards");
  expect(await watching.end("SIGINT")).toBe(0);
});

test("a first tsconfig.json, which says how files name each other", async () => {
  const root = project();
  const watching = new Watching(root, small);
  await watching.until(started);
  const index = () =>
    fs.readFileSync(path.join(root, "out/mcp/index.ts"), "utf8");
  expect(index()).toContain('"./types.js"');
  plant(root, {
    "tsconfig.json":
      '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
  });
  await watching.until(/^tsconfig\.json changed\n/m);
  await watching.until(updated);
  expect(index()).toContain('"./types.ts"');
  expect(await watching.end("SIGINT")).toBe(0);
});

test("a configuration that appears, changes, breaks and is mended", async () => {
  const root = project();
  const watching = new Watching(root, ["--emit", "types"]);
  await watching.until(/out\/draft: \d+ created, /);
  await watching.until(started);
  plant(root, { "mcp-gen.config.json": '{ "schema": "mcp" }' });
  await watching.until(/out\/mcp: 5 created, /);
  plant(root, { "mcp-gen.config.json": '{ "schema": "mcp", "out": "src" ' });
  await watching.until(
    /mcp-gen: mcp-gen\.config\.json:1:\d+: Not valid JSON: close brace expected\.\n/,
  );
  plant(root, { "mcp-gen.config.json": '{ "schema": "mcp", "out": "src" }' });
  await watching.until(/src\/mcp: 5 created, /);
  // What the new configuration names is looked at from now on.
  plant(root, { "mcp/schema.ts": smallSchema("Added") });
  await watching.until(/src\/mcp: 0 created, \d updated, /);
  expect(await watching.end("SIGINT")).toBe(0);
});

test("a configuration that is gone is waited for", async () => {
  const root = project();
  const config = '{ "schema": "mcp", "emit": "types" }';
  plant(root, { "mcp-gen.config.json": config });
  const watching = new Watching(root, []);
  await watching.until(started);
  fs.rmSync(path.join(root, "mcp-gen.config.json"));
  await watching.until(
    /mcp-gen: There is no configuration mcp-gen\.config\.json\.\n/,
  );
  expect(fs.readdirSync(path.join(root, "out"))).toEqual(["mcp"]);
  plant(root, { "mcp-gen.config.json": config });
  await watching.until(/out\/mcp: 0 created, 0 updated, 5 unchanged/);
  expect(await watching.end("SIGINT")).toBe(0);
});

test("templates, examples and prettier's configuration count", async () => {
  const root = project();
  plant(root, {
    "mcp/schema.ts": smallSchema().replace(
      "export interface PingRequest",
      "/**\n * Ping.\n * @example A ping\n * {@includeCode ./examples/ping.json}\n */\nexport interface PingRequest",
    ),
    "mcp/examples/ping.json": '{ "id": 1 }\n',
    "own/version.txt.hbs": "one {{version}}\n",
  });
  const watching = new Watching(root, [...small, "--templates", "own"]);
  await watching.until(started);
  const made = path.join(root, "out/mcp/version.txt");
  expect(fs.readFileSync(made, "utf8")).toBe("one 2099-01-01\n");
  plant(root, { "own/version.txt.hbs": "two {{version}}\n" });
  await watching.until(updated);
  expect(fs.readFileSync(made, "utf8")).toBe("two 2099-01-01\n");
  plant(root, { "own/deep/er.txt.hbs": "new\n" });
  await watching.until(/out\/mcp: 1 created, /);
  plant(root, { "mcp/examples/ping.json": '{ "id": 2 }\n' });
  await watching.until(updated);
  expect(types(root)).toContain('"id": 2');
  plant(root, { ".prettierrc": '{ "tabWidth": 8 }' });
  await watching.until(updated);
  expect(types(root)).toMatch(/^ {8}\w/m);
  plant(root, { ".prettierrc": '{ "tabWidth": 4 }' });
  await watching.until(updated);
  expect(types(root)).toMatch(/^ {4}\w/m);
  expect(await watching.end("SIGINT")).toBe(0);
});

describe("says nothing", () => {
  test("of changes that change nothing", async () => {
    const root = project();
    const watching = new Watching(root, small);
    await watching.until(started);
    const schema = path.join(root, "mcp/schema.ts");
    fs.utimesSync(schema, new Date(2001, 1, 1), new Date(2001, 1, 1));
    plant(root, { "notes.txt": "mine", "mcp/notes.txt": "mine" });
    plant(root, { "mcp/schema.ts": smallSchema("Added") });
    const text = await watching.until(/[^]*?out\/mcp: .*\n/);
    expect(text).not.toContain("notes");
    expect(text.match(/changed\n/g)).toHaveLength(1);
    expect(await watching.end("SIGINT")).toBe(0);
  });

  test("but of errors, when quiet", async () => {
    const root = project();
    const watching = new Watching(root, [...small, "--quiet"]);
    plant(root, { "mcp/schema.ts": "" });
    await watching.until(/^mcp-gen: .*is empty\. Nothing was written\.\n/);
    plant(root, { "mcp/schema.ts": smallSchema("Added") });
    const end = Date.now() + 45_000;
    while (!fs.existsSync(path.join(root, "out/mcp/types.ts"))) {
      expect(Date.now()).toBeLessThan(end);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await watching.end("SIGINT")).toBe(0);
    expect(watching.text).toMatch(/^mcp-gen: .*\n$/);
  });
});

test("a configuration of prettier's that is code is loaded once", async () => {
  const root = project();
  plant(root, { "prettier.config.mjs": "export default { tabWidth: 8 };\n" });
  const watching = new Watching(root, small);
  await watching.until(started);
  plant(root, { "prettier.config.mjs": "export default { tabWidth: 4 };\n" });
  await watching.until(
    /^prettier\.config\.mjs is a program, which a process loads once: start again to use the change\.\n/m,
  );
  expect(await watching.end("SIGINT")).toBe(0);
});

test("ends when nobody reads any more", async () => {
  const root = project();
  const watching = new Watching(root, small);
  await watching.until(started);
  watching.child.stdout?.destroy();
  plant(root, { "mcp/schema.ts": smallSchema("Added") });
  expect(await watching.closed()).toBe(0);
});

test("a file edited by hand is reported, not replaced", async () => {
  const root = project();
  const watching = new Watching(root, small);
  await watching.until(started);
  fs.appendFileSync(path.join(root, "out/mcp/types.ts"), "// mine\n");
  plant(root, { "mcp/schema.ts": smallSchema("Added") });
  await watching.until(
    /mcp-gen: Nothing was written\. Only --force replaces files edited by hand: out\/mcp\/types\.ts\.\n/,
  );
  expect(types(root)).toMatch(/\/\/ mine\n$/);
  expect(await watching.end("SIGINT")).toBe(0);
});
