import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../generator/failure.js";
import { planOutput, stateOf } from "../../generator/output/plan.js";
import {
  manifestOf,
  outputOf,
  plant,
  temporaryFolder,
  type Tree,
  written,
} from "./folder.js";

describe("stateOf", () => {
  const none = undefined;
  const table: readonly [
    wanted: string | undefined,
    current: string | undefined,
    recorded: string | undefined,
    want: string,
  ][] = [
    ["a", none, none, "create"],
    ["a", none, "a", "create"],
    ["a", "a", none, "unchanged"],
    ["a", "a", "b", "unchanged"],
    ["a", "b", none, "unmanaged"],
    ["a", "b", "b", "update"],
    ["a", "b", "c", "edited"],
    ["a", "b", "a", "edited"],
    [none, "b", "b", "delete"],
    [none, "b", "c", "edited"],
  ];
  test.each(table)(
    "wanted %s, on disk %s, recorded %s: %s",
    (wanted, current, recorded, want) => {
      expect(stateOf(wanted, current, recorded)).toBe(want);
    },
  );
});

describe("planOutput", () => {
  const old = { "a.ts": "old a\n", "sub/b.ts": "old b\n" };
  const table: readonly {
    name: string;
    disk: Tree;
    wanted: Tree;
    want: Tree;
  }[] = [
    {
      name: "first run",
      disk: {},
      wanted: { "a.ts": "a\n" },
      want: { "a.ts": "create", "mcp-gen.json": "create" },
    },
    {
      name: "nothing changed",
      disk: written(old, "2"),
      wanted: old,
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "unchanged",
      },
    },
    {
      name: "one file changed",
      disk: written(old),
      wanted: { ...old, "a.ts": "new a\n" },
      want: {
        "a.ts": "update",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "update",
      },
    },
    {
      name: "a file is no longer made",
      disk: written(old),
      wanted: { "a.ts": "old a\n" },
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "delete",
        "mcp-gen.json": "update",
      },
    },
    {
      name: "a file that is no longer made is gone already",
      disk: {
        "a.ts": "old a\n",
        "mcp-gen.json": written(old)["mcp-gen.json"]!,
      },
      wanted: { "a.ts": "old a\n" },
      want: { "a.ts": "unchanged", "mcp-gen.json": "update" },
    },
    {
      name: "edited by hand",
      disk: { ...written(old), "a.ts": "mine\n" },
      wanted: { ...old, "a.ts": "new a\n" },
      want: {
        "a.ts": "edited",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "update",
      },
    },
    {
      name: "edited by hand, no longer made",
      disk: { ...written(old), "sub/b.ts": "mine\n" },
      wanted: { "a.ts": "old a\n" },
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "edited",
        "mcp-gen.json": "update",
      },
    },
    {
      name: "edited to what the run would write",
      disk: { ...written(old), "a.ts": "new a\n" },
      wanted: { ...old, "a.ts": "new a\n" },
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "update",
      },
    },
    {
      name: "someone else's file in the way, others left alone",
      disk: { "a.ts": "theirs\n", "README.md": "theirs\n" },
      wanted: { "a.ts": "a\n" },
      want: { "a.ts": "unmanaged", "mcp-gen.json": "create" },
    },
    {
      name: "lost manifest",
      disk: old,
      wanted: old,
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "create",
      },
    },
    {
      name: "a manifest with merge conflicts",
      disk: { ...old, "mcp-gen.json": "<<<<<<< ours\n" },
      wanted: { ...old, "a.ts": "new a\n" },
      want: {
        "a.ts": "unmanaged",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "unmanaged",
      },
    },
    {
      name: "checked out with CRLF",
      disk: Object.fromEntries(
        Object.entries(written(old, "2")).map(([name, text]) => [
          name,
          text.replaceAll("\n", "\r\n"),
        ]),
      ),
      wanted: old,
      want: {
        "a.ts": "unchanged",
        "sub/b.ts": "unchanged",
        "mcp-gen.json": "unchanged",
      },
    },
    {
      name: "a name that differs in case is never deleted",
      disk: written({ "A.ts": "a\n" }),
      wanted: { "b.ts": "b\n", "a.TS": "x\n" },
      want: { "a.TS": "create", "b.ts": "create", "mcp-gen.json": "update" },
    },
  ];
  test.each(table)("$name", ({ disk, wanted, want }) => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), disk);
    const mark = want["mcp-gen.json"] === "unchanged" ? "2" : "1";
    const output = outputOf(root, wanted, mark);
    const { files } = planOutput(output);
    expect(files.map(({ path, state }) => [path, state])).toEqual(
      Object.entries(want),
    );
  });

  test("keeps both texts of a file, for a diff", () => {
    const root = temporaryFolder();
    plant(root, { "out/a.ts": "theirs\n" });
    const [file] = planOutput(outputOf(root, { "a.ts": "ours\n" })).files;
    expect(file).toEqual({
      path: "a.ts",
      state: "unmanaged",
      wanted: "ours\n",
      current: "theirs\n",
    });
  });

  test("says when an earlier run was interrupted", () => {
    const root = temporaryFolder();
    const output = outputOf(root, { "a.ts": "a\n" });
    expect(planOutput(output).interrupted).toBe(false);
    plant(root, { ".mcp-gen-out/": "" });
    expect(planOutput(output).interrupted).toBe(true);
  });
});

describe("what stands in the way", () => {
  const table: readonly [
    name: string,
    plantIn: (root: string) => void,
    message: string,
  ][] = [
    [
      "the folder is a file",
      (root) => plant(root, { out: "x" }),
      "out is a file, not a folder.",
    ],
    [
      "a generated file's name is a folder",
      (root) => plant(root, { "out/a.ts/": "" }),
      "out/a.ts is not a file, but mcp-gen writes a file of that name.",
    ],
    [
      "a generated folder's name is a file",
      (root) => plant(root, { "out/sub": "x" }),
      "out/sub is a file, but mcp-gen writes a folder of that name.",
    ],
    [
      "a folder inside is a link",
      (root) => {
        plant(root, { "elsewhere/b.ts": "theirs", "out/": "" });
        fs.symlinkSync(
          path.join(root, "elsewhere"),
          path.join(root, "out/sub"),
        );
      },
      "out/sub is a symbolic link; mcp-gen does not write through links inside its folder, so remove it.",
    ],
    [
      "a file inside is a link",
      (root) => {
        plant(root, { "theirs.ts": "theirs", "out/": "" });
        fs.symlinkSync("../theirs.ts", path.join(root, "out/a.ts"));
      },
      "out/a.ts is a symbolic link; mcp-gen does not write through links inside its folder, so remove it.",
    ],
    [
      "the folder is a link to nothing",
      (root) => fs.symlinkSync("nowhere", path.join(root, "out")),
      "out is a symbolic link that leads nowhere.",
    ],
  ];
  test.each(table)("%s", (_name, plantIn, message) => {
    const root = temporaryFolder();
    plantIn(root);
    const output = outputOf(root, { "a.ts": "a\n", "sub/b.ts": "b\n" });
    expect(() => planOutput(output)).toThrow(new UsageError(message));
  });

  test("a parent of the folder is a file", () => {
    const root = temporaryFolder();
    plant(root, { out: "x" });
    const output = {
      ...outputOf(root, { "a.ts": "a\n" }),
      folder: path.join(root, "out", "draft"),
      label: "out/draft",
    };
    expect(() => planOutput(output)).toThrow(
      new UsageError(
        "out/draft cannot be a folder: a file stands where one of its parent folders should be.",
      ),
    );
  });

  test("a path that an emitter must not ask for is an internal error", () => {
    const root = temporaryFolder();
    for (const [name, fault] of [
      ["../a.ts", 'emitted path "../a.ts" has the segment ".."'],
      ["aux.ts", 'emitted path "aux.ts" has a name that Windows reserves'],
    ] as const)
      expect(() => planOutput(outputOf(root, { [name]: "" }))).toThrow(
        new Error(fault),
      );
    expect(() =>
      planOutput(outputOf(root, { "a.ts": "", "A.ts": "" })),
    ).toThrow(/one file on some systems/);
  });
});

describe("after a merge with conflicts", () => {
  const [ours, theirs] = ["1", "2"].map((mark) =>
    manifestOf({ "a.ts": `${mark}\n`, "b.ts": "b\n" }, mark),
  ) as [string, string];
  const both = `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> branch\n`;
  const marks =
    "<<<<<<< HEAD\n1\n||||||| base\n0\n=======\n2\n>>>>>>> branch\n";

  test.each<[name: string, disk: Tree]>([
    [
      "in the manifest",
      { "a.ts": "1 and 2\n", "b.ts": "b\n", "mcp-gen.json": both },
    ],
    ["in a file", { "a.ts": marks, "b.ts": "b\n", "mcp-gen.json": ours }],
    ["in both", { "a.ts": marks, "b.ts": "b\n", "mcp-gen.json": both }],
    [
      "in both, CRLF",
      {
        "a.ts": marks.replaceAll("\n", "\r\n"),
        "b.ts": "b\n",
        "mcp-gen.json": both.replaceAll("\n", "\r\n"),
      },
    ],
  ])("%s: a run writes it again", (_name, disk) => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), disk);
    const { files } = planOutput(
      outputOf(root, { "a.ts": "3\n", "b.ts": "b\n" }, "3"),
    );
    expect(files.map(({ path: name, state }) => [name, state])).toEqual([
      ["a.ts", "update"],
      ["b.ts", "unchanged"],
      ["mcp-gen.json", "update"],
    ]);
    expect(files.some(({ isConflicting }) => isConflicting)).toBe(true);
  });

  test("files of others with such lines stay theirs", () => {
    const root = temporaryFolder();
    plant(root, { "out/a.ts": marks });
    const { files } = planOutput(outputOf(root, { "a.ts": "3\n" }));
    expect(files[0]?.state).toBe("unmanaged");
  });
});
