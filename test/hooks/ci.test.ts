/** The steps for continuous integration in `docs/recipes.md`, run in a shell. */
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { smallSchema } from "../cli/schema.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { recipe } from "./recipe.js";
import { Repository } from "./repository.js";

interface Step {
  readonly run?: string;
}

test("the check ends with 1 and a diff when the output is stale", () => {
  const [step] = parse(recipe("Continuous integration", 0)) as readonly Step[];
  const repository = new Repository();
  const check = () => repository.run("bash", ["-c", step?.run ?? ""]);
  expect(check().exitCode).toBe(0);
  repository.changeSchema("Added");
  const { exitCode, output } = check();
  expect(exitCode).toBe(1);
  expect(output).toContain("+export interface Added {");
});

test("the job that follows the specification opens a request, once there is news", () => {
  const { jobs } = parse(recipe("Continuous integration", 1)) as {
    readonly jobs: { readonly follow: { readonly steps: readonly Step[] } };
  };
  const upstream = temporaryFolder();
  const origin = temporaryFolder();
  const tools = temporaryFolder();
  plant(upstream, { "draft/schema.ts": smallSchema() });
  // The programs that talk to others: the one writes down what it was asked for.
  plant(tools, {
    npm: "#!/bin/sh\nexit 0\n",
    gh: '#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked.txt"\n',
  });
  for (const name of ["npm", "gh"]) chmodSync(path.join(tools, name), 0o755);
  spawnSync("git", ["init", "--quiet", "--bare", origin]);
  const repository = new Repository({
    RUNNER_TEMP: tools,
    PATH: `${tools}${path.delimiter}${process.env["PATH"]}`,
  });
  repository.write({
    "mcp-gen.config.json": '{ "schema": "draft", "emit": ["types"] }\n',
    "schema/draft/schema.ts": smallSchema(),
  });
  repository.run("npx", [
    "--no-install",
    "mcp-gen",
    "pull",
    "draft",
    "--accept",
  ]);
  repository.generate();
  repository.git("remote", "add", "origin", origin);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message", "Follow");

  const follow = (): string => {
    let output = "";
    for (const { run } of jobs.follow.steps) {
      if (run === undefined) continue;
      const script = run.replace("pull draft", `pull draft --from ${upstream}`);
      const done = repository.run("bash", ["-eo", "pipefail", "-c", script]);
      output += done.output;
      expect([done.exitCode, output]).toEqual([0, output]);
    }
    return output;
  };

  follow();
  expect(repository.run("git", ["branch", "--list", "follow*"]).output).toBe(
    "",
  );

  plant(upstream, { "draft/schema.ts": smallSchema("Added") });
  follow();
  expect(repository.committed("out/draft/types.ts")).toContain(
    "interface Added",
  );
  expect(repository.git("status", "--porcelain")).toBe("");
  const pushed = spawnSync(
    "git",
    ["log", "-1", "--format=%s", "follow-specification"],
    {
      cwd: origin,
      encoding: "utf8",
    },
  );
  expect(pushed.stdout).toBe("Follow the specification's draft\n");
  const asked = repository.run("cat", [
    path.join(tools, "asked.txt"),
    path.join(tools, "changes.md"),
  ]).output;
  expect(asked).toMatch(/^pr create --fill --body-file .*changes\.md\n/);
  expect(asked).toContain("`Added`");
}, 120_000);
