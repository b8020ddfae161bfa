import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../../generator/failure.js";
import { readTemplates } from "../../generator/source/user-templates.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";

function read(tree: Tree): ReturnType<typeof readTemplates> {
  const root = temporaryFolder();
  plant(root, tree);
  return readTemplates(path.join(root, "t"), "t", "typescript/");
}

test("every template below the folder, and nothing else", () => {
  const { files } = read({
    "t/b.py.hbs": "b",
    "t/a/c.rs.hbs": "c\r\n",
    "t/typescript/types.ts.hbs": "t",
    "t/README.md": "",
    "t/a/data.json": "{}",
    "t/.cache/x.hbs": "x",
    "t/node_modules/p/x.hbs": "x",
  });
  expect(Object.fromEntries(files)).toEqual({
    "a/c.rs.hbs": { label: "t/a/c.rs.hbs", text: "c\n" },
    "b.py.hbs": { label: "t/b.py.hbs", text: "b" },
    "typescript/types.ts.hbs": {
      label: "t/typescript/types.ts.hbs",
      text: "t",
    },
  });
});

test("the hash is that of names and texts, whatever the line endings", () => {
  const { sha256 } = read({ "t/a.hbs": "1\n", "t/b.hbs": "2" });
  const same: Tree = { "t/b.hbs": "2", "t/a.hbs": "1\r\n", "t/README": "new" };
  expect(read(same).sha256).toBe(sha256);
  const others: readonly Tree[] = [
    { "t/a.hbs": "1\n" },
    { "t/a.hbs": "1\n", "t/c.hbs": "2" },
    { "t/a.hbs": "2\n", "t/b.hbs": "2" },
  ];
  for (const tree of others) expect(read(tree).sha256).not.toBe(sha256);
});

test.each<[name: string, tree: Tree, want: string]>([
  ["no folder", { x: "" }, "There is no folder t with templates."],
  ["a file", { t: "" }, "There is no folder t with templates."],
  [
    "no template",
    { "t/a.txt": "" },
    "There is no template in t: the names of templates end in .hbs.",
  ],
  [
    "a source that cannot be replaced",
    { "t/typescript/runtime/era.ts": "" },
    "t/typescript/runtime/era.ts has no effect: t/typescript/ holds templates that replace those of mcp-gen, and their names end in .hbs.",
  ],
])("refused: %s", (_name, tree, want) => {
  expect(() => read(tree)).toThrow(new UsageError(want));
});

test("refused: bytes that are not text", () => {
  const root = temporaryFolder();
  plant(root, { "t/": "" });
  fs.writeFileSync(path.join(root, "t/a.hbs"), Buffer.from([0xff, 0xfe, 0x41]));
  expect(() => readTemplates(path.join(root, "t"), "t", "typescript/")).toThrow(
    "t/a.hbs is not UTF-8 text; save it as that.",
  );
});

test.skipIf(process.platform === "win32")(
  "links to files of the folder are followed, others refused",
  () => {
    const root = temporaryFolder();
    plant(root, { "t/b/c.hbs": "linked", "elsewhere/a.hbs": "secret" });
    fs.symlinkSync("b/c.hbs", path.join(root, "t/a.hbs"));
    const folder = path.join(root, "t");
    const { files } = readTemplates(folder, "t", "typescript/");
    expect(files.get("a.hbs")?.text).toBe("linked");
    fs.symlinkSync("..", path.join(root, "t/up"));
    expect(() => readTemplates(folder, "t", "typescript/")).toThrow(
      /t\/up is a link to a folder/,
    );
    fs.rmSync(path.join(root, "t/up"));
    for (const [to, want] of [
      [
        "../elsewhere/a.hbs",
        /t\/out.hbs is a link that leads out of the folder/,
      ],
      ["nowhere", /t\/out.hbs is a link that leads nowhere/],
    ] as const) {
      fs.symlinkSync(to, path.join(root, "t/out.hbs"));
      expect(() => readTemplates(folder, "t", "typescript/")).toThrow(want);
      fs.rmSync(path.join(root, "t/out.hbs"));
    }
  },
);
