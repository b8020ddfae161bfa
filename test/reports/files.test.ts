/** Reports about files: what a schema's documentation becomes, and where output goes. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../generator/index.js";
import { program } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";

/** What `types.ts` holds for a comment above an interface. */
async function typesOf(comment: readonly string[]): Promise<string> {
  const root = temporaryFolder();
  const lines = comment.map((line) => ` * ${line}`).join("\n");
  plant(root, {
    "mcp/schema.ts": `${smallSchema()}\n/**\n${lines}\n */\nexport interface Rule {\n  name: string;\n}\n`,
  });
  const { outputs } = await generate({
    schema: "mcp",
    emit: ["types"],
    cwd: root,
  });
  const types = outputs[0]?.files.find((file) => file.path === "types.ts");
  return types?.wanted ?? "";
}

test("Q07: hard breaks, indented code and @description keep their meaning", async () => {
  const types = await typesOf([
    "A break here:  ",
    "next line.",
    "",
    "    code   one",
    "      code two",
    "",
    "- item",
    "",
    "      code in it",
    "@description More of it.",
  ]);
  expect(types).toContain(
    [
      "/**",
      " * A break here:\\",
      " * next line.",
      " *",
      " *     code   one",
      " *       code two",
      " *",
      " * - item",
      " *",
      " *       code in it",
      " *",
      " * More of it.",
      " */",
      "export interface Rule {",
    ].join("\n"),
  );
});

test("Q08: text is not cut at an @ in the middle of a line", async () => {
  const types = await typesOf(["Made by @acme/tool. Do not change."]);
  expect(types).toContain("Made by \\@acme/tool. Do not change.");
});

const needsUnix = { skip: process.platform === "win32" };

test(
  "Q44: a reader that has read enough ends the program quietly",
  needsUnix,
  () => {
    const { stdout, stderr } = spawnSync(
      "sh",
      [
        "-c",
        '"$0" "$1" model --schema draft | head -1',
        process.execPath,
        program,
      ],
      { cwd: temporaryFolder(), encoding: "utf8" },
    );
    expect([stdout, stderr]).toEqual(["{\n", ""]);
  },
);

test(
  "Q60: a schema and an output folder may be links, and nothing else is needed",
  needsUnix,
  () => {
    const root = temporaryFolder();
    plant(root, { "store/schema.ts": smallSchema(), "real/": "", "work/": "" });
    fs.chmodSync(path.join(root, "store/schema.ts"), 0o444);
    const cwd = path.join(root, "work");
    fs.symlinkSync("../store/schema.ts", path.join(cwd, "schema.ts"));
    fs.symlinkSync("../real", path.join(cwd, "bin"));
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        program,
        "--schema",
        "schema.ts",
        "--emit",
        "types",
        "--out",
        ".",
        "--name",
        "bin",
      ],
      { cwd, env: {}, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(fs.readdirSync(cwd).sort()).toEqual(["bin", "schema.ts"]);
    expect(Object.keys(readTree(path.join(root, "real")))).toContain(
      "types.ts",
    );
  },
);
