/** `--check --staged`: what git would commit is checked, whatever is in the folder. */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { mcpGen } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";
import { Repository } from "./repository.js";

const TYPES = "out/mcp/types.ts";

function staged(folder: string, args: readonly string[] = []) {
  return mcpGen(folder, ["--check", "--staged", ...args]);
}

/** What a check says, as the exit code and the lines that name files. */
function verdict(
  repository: Repository,
  args: readonly string[] = [],
): readonly unknown[] {
  const { exitCode, stdout, stderr } = staged(repository.folder, args);
  const lines = (stdout + stderr).split("\n");
  return [
    exitCode,
    ...lines.filter((line) => /^(?:mcp-gen|[\w/.-]+): \D*$/.test(line)),
  ];
}

const folder = realpathSync(
  mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-")),
);
const shared = new Repository({}, folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The repository as it was after its first commit, as making one takes its time. */
function fresh(): Repository {
  shared.git("reset", "--hard", "--quiet");
  shared.git("clean", "-fdq", "--exclude=.git-config");
  return shared;
}

interface Case {
  readonly given: string;
  readonly change: (repository: Repository) => void;
  readonly want: readonly unknown[];
}

const manifest = "out/mcp/mcp-gen.json: stale";
const outline = "out/mcp/mcp-gen.schema.txt: stale";

test.each<Case>([
  { given: "nothing", change: () => undefined, want: [0] },
  {
    given: "a schema whose output is not staged",
    change: (repository) => {
      repository.changeSchema("Added");
      repository.generate();
    },
    want: [1, outline, `${TYPES}: stale`, manifest],
  },
  {
    given: "both staged",
    change: (repository) => {
      repository.changeSchema("Added");
      repository.generate();
      repository.git("add", "out");
    },
    want: [0],
  },
  {
    given: "a schema that is not staged, of which the output is",
    change: (repository) => {
      repository.write({ "mcp/schema.ts": smallSchema("Added") });
      repository.generate();
      repository.git("add", "out");
    },
    want: [1, outline, `${TYPES}: stale`, manifest],
  },
  {
    given: "neither staged",
    change: (repository) => {
      repository.write({ "mcp/schema.ts": smallSchema("Added") });
      repository.generate();
    },
    want: [0],
  },
  {
    given: "a new file of the output that was not added",
    change: (repository) => {
      repository.write({
        "mcp-gen.config.json":
          '{ "schema": "./mcp/schema.ts", "emit": ["types", "errors", "methods"] }\n',
      });
      repository.generate();
      repository.git("add", "--update");
    },
    want: [1, "out/mcp/methods.ts: missing"],
  },
  {
    given: "a file staged in part",
    change: (repository) => {
      repository.write({ "mcp/schema.ts": smallSchema("One") });
      repository.generate();
      repository.git("add", "--all");
      // The rest of the work goes on in the folder.
      repository.write({ "mcp/schema.ts": smallSchema("One", "Two") });
      repository.generate();
    },
    want: [0],
  },
  {
    given: "an edit by hand that is staged, and taken back in the folder",
    change: (repository) => {
      const text = repository.read(TYPES);
      repository.write({ [TYPES]: `${text}// by hand\n` });
      repository.git("add", "--all");
      repository.write({ [TYPES]: text });
    },
    want: [1, `${TYPES}: edited`],
  },
  {
    given: "a file of the output that is deleted in the folder alone",
    change: ({ folder }) => rmSync(path.join(folder, TYPES)),
    want: [0],
  },
  {
    given: "notes that have no part in it",
    change: (repository) => {
      repository.write({ "notes.md": "x", "a b/ü.txt": "y" });
    },
    want: [0],
  },
  {
    given: "a configuration of the formatter that is not staged",
    change: (repository) => {
      repository.write({ ".prettierrc": '{ "semi": false }\n' });
      repository.generate();
    },
    want: [0],
  },
])("$given", ({ change, want }) => {
  const repository = fresh();
  change(repository);
  expect(verdict(repository)).toEqual(want);
});

test("says what to do, and leaves folder, index and the system's folder as they are", () => {
  const repository = fresh();
  repository.changeSchema("Added");
  repository.generate();
  const before = repository.git("status", "--porcelain");
  const own = temporaryFolder();
  const { exitCode, stdout } = mcpGen(
    repository.folder,
    ["--check", "--staged"],
    { TMPDIR: own, TEMP: own },
  );
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^out\/mcp: \d+ of \d+ files are out of date \(.*\); run mcp-gen, then git add out\/mcp$/m,
  );
  expect(repository.git("status", "--porcelain")).toBe(before);
  expect(readdirSync(own).filter((name) => name.startsWith("mcp-gen"))).toEqual(
    [],
  );
});

test("an output that was never added", () => {
  const repository = fresh();
  repository.git("rm", "-r", "--cached", "--quiet", "out");
  const { exitCode, stdout } = staged(repository.folder);
  expect([exitCode, stdout]).toEqual([
    1,
    "out/mcp: nothing of it is staged; run mcp-gen, then git add out/mcp\n",
  ]);
});

test("an output that git ignores cannot be checked", () => {
  const repository = fresh();
  repository.git("rm", "-r", "--cached", "--quiet", "out");
  repository.write({ ".gitignore": "node_modules/\nout/\n" });
  expect(staged(repository.folder)).toMatchObject({
    exitCode: 2,
    stderr:
      "mcp-gen: out/mcp is ignored by git (.gitignore:2: out/): no commit holds it, and no hook can check it. Remove that rule, or generate in every build.\n",
  });
  // A run that has something to do says it too, and so does a check that fails.
  const note = "out/mcp is ignored by git (.gitignore:2: out/): no commit";
  const added = ["--emit", "types,methods"];
  expect(mcpGen(repository.folder, ["--check", ...added]).stdout).toContain(
    note,
  );
  expect(mcpGen(repository.folder, added).stdout).toContain(note);
  expect(mcpGen(repository.folder, added).stdout).not.toContain("ignored");
  expect(mcpGen(repository.folder, ["init"]).stdout).toContain(note);
});

test("from a folder below the repository's, with plugins of the folder's packages", () => {
  const repository = fresh();
  const tree: Tree = {
    "packages/a/package.json": '{ "type": "module" }\n',
    "packages/a/mcp-gen.config.json":
      '{ "schema": "../../mcp/schema.ts", "emit": "errors" }\n',
    "packages/a/prettier.config.js":
      'import { semi } from "own-style";\nexport default { semi };\n',
    "packages/a/node_modules/own-style/package.json":
      '{ "name": "own-style", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
    "packages/a/node_modules/own-style/index.js":
      "export const semi = false;\n",
  };
  plant(repository.folder, tree);
  const folder = path.join(repository.folder, "packages/a");
  expect(mcpGen(folder, []).exitCode).toBe(0);
  repository.git("add", "--all");
  repository.write({ "mcp/schema.ts": smallSchema("Added") });
  expect(staged(folder)).toMatchObject({ exitCode: 0, stderr: "" });
});

test.each<[string, (folder: string) => void, readonly string[], string]>([
  [
    "no repository",
    () => undefined,
    ["--check", "--staged"],
    "mcp-gen: --staged compares with git's index, but ",
  ],
  [
    "a run",
    (folder) => void spawnSync("git", ["init", "-q"], { cwd: folder }),
    ["--staged"],
    "mcp-gen: --staged goes with --check.\n",
  ],
])("%s is an error", (_name, prepare, args, want) => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "mcp"));
  plant(folder, { "mcp/schema.ts": smallSchema() });
  prepare(folder);
  const { exitCode, stderr } = mcpGen(folder, ["--schema", "mcp", ...args]);
  expect([exitCode, stderr.slice(0, want.length)]).toEqual([2, want]);
});
