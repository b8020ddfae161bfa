/** What `docs/recipes.md` declares for build systems is what mcp-gen says. */
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mcpGen } from "../cli/program.js";
import { recipe } from "../hooks/recipe.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

const example = path.join(repositoryPath, "examples/monorepo/packages");

test("Turborepo: the example's own task", () => {
  expect(JSON.parse(recipe("Turborepo"))).toEqual(
    JSON.parse(readFileSync(path.join(example, "protocol/turbo.json"), "utf8")),
  );
});

test("Nx: inputs and outputs as `--nx` prints them", () => {
  const root = temporaryFolder();
  const configuration = "protocol/mcp-gen.config.json";
  cpSync(
    path.join(example, configuration),
    path.join(root, "packages", configuration),
  );
  // What the example's script puts there.
  cpSync(
    path.join(repositoryPath, "schema/draft"),
    path.join(root, "packages/schema/draft"),
    { recursive: true },
  );
  plant(root, { "nx.json": "{}" });
  const { targets } = JSON.parse(recipe("Nx")) as {
    readonly targets: {
      readonly generate: {
        readonly inputs: readonly unknown[];
        readonly outputs: readonly string[];
      };
    };
  };
  const printed = (command: string): unknown => {
    const folder = path.join(root, "packages/protocol");
    const { stdout, stderr } = mcpGen(folder, [command, "--nx", "--json"]);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };
  const { inputs, outputs } = targets.generate;
  expect([...inputs]).toEqual([
    ...(printed("inputs") as readonly unknown[]),
    // The version counts too.
    { externalDependencies: ["mcp-gen"] },
  ]);
  expect(outputs).toEqual(printed("outputs"));
});
