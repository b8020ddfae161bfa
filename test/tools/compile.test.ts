/** What is generated from real servers' tools: laid out as prettier does, and compiled. */
import { readdirSync, readFileSync } from "node:fs";
import { format } from "prettier";
import { expect, test } from "vitest";
import { describeWithShared, hasShared, sharedPath } from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";
import { generateTools } from "./generated.js";

const servers = hasShared
  ? readdirSync(sharedPath("servers"))
      .filter((file) => file.endsWith(".json") && file !== "index.json")
      .map((file) => file.slice(0, -".json".length))
  : [];

function filesOf(name: string) {
  const text = readFileSync(sharedPath("servers", `${name}.json`), "utf8");
  return generateTools(text, name).files;
}

describeWithShared("the code for public servers", () => {
  test("compiles under the strictest settings", async () => {
    const workspace = new Workspace();
    try {
      for (const name of servers)
        for (const { path, text } of filesOf(name))
          workspace.write(`servers/${name}/${path}`, text);
      expect(
        await workspace.compile(fastest, "servers", {
          ...strictest,
          lib: ["ES2022", "DOM"],
        }),
      ).toEqual([]);
    } finally {
      workspace.remove();
    }
  });

  test.each(["server-pdf", "memory", "everything", "filesystem"])(
    "of %s is what prettier prints",
    async (name) => {
      for (const { path, text } of filesOf(name)) {
        expect([path, text]).toEqual([
          path,
          await format(text, { filepath: path }),
        ]);
      }
    },
  );
});
