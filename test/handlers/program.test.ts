/** `--handlers` and `mcp-gen handlers` as people run them. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpGen, withoutTimes } from "../cli/program.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

const run = ["--out", "src/protocol", "--handlers", "src/handlers"];
const command = ["handlers", ...run];

const names = [
  "completion.ts",
  "prompts.ts",
  "resources.ts",
  "tools.ts",
  "server.ts",
];

/** What a first run leaves behind; made once, since that takes a second. */
const firstRun = fs.mkdtempSync(path.join(os.tmpdir(), "mcp-gen-handlers-"));
beforeAll(() => {
  expect(mcpGen(firstRun, run)).toMatchObject({ exitCode: 0, stderr: "" });
});
afterAll(() => fs.rmSync(firstRun, { recursive: true, force: true }));

/** A project after its first run. */
function project(): string {
  const root = temporaryFolder();
  fs.cpSync(firstRun, root, { recursive: true, preserveTimestamps: true });
  return root;
}

function handlersOf(root: string) {
  return readTree(path.join(root, "src/handlers"));
}

/** Texts and times of all files, to show that nothing was touched. */
function stateOf(root: string) {
  const folder = path.join(root, "src/handlers");
  return Object.entries(readTree(folder)).map(([name, text]) => [
    name,
    text,
    fs.statSync(path.join(folder, name)).mtimeMs,
  ]);
}

/** The embedded schema with one more request of clients. */
function schemaWithTasks(): string {
  const schema = fs.readFileSync(
    path.join(repositoryPath, "schema/draft/schema.ts"),
    "utf8",
  );
  return `${schema.replace("export type ClientRequest =", "export type ClientRequest =\n  | ListTasksRequest")}
/** Lists what is being done. */
export interface ListTasksRequest extends JSONRPCRequest {
  method: "tasks/list";
  params: RequestParams;
}
export interface ListTasksResult extends Result { tasks: string[] }
export interface ListTasksResultResponse extends JSONRPCResultResponse {
  result: ListTasksResult;
}
`;
}

describe("--handlers", () => {
  test("writes what is missing, once", () => {
    const root = temporaryFolder();
    const first = mcpGen(root, run);
    expect(first.stderr).toBe("");
    expect(withoutTimes(first.stdout)).toMatch(
      /\nsrc\/handlers\n(?: {2}create {2}\w+\.ts\n){5}src\/protocol\/draft: \d+ created, 0 updated, 0 unchanged, 0 deleted in TIME; src\/handlers: 5 created, 0 unchanged\nImports end in \.js: there is no tsconfig\.json\.\nNext: import from src\/protocol\/draft\/index\.ts\.\n$/,
    );
    expect(Object.keys(handlersOf(root)).sort()).toEqual([...names].sort());
    const before = stateOf(root);
    const second = mcpGen(root, run);
    expect(withoutTimes(second.stdout)).toMatch(
      /^src\/protocol\/draft: 0 created, 0 updated, \d+ unchanged, 0 deleted in TIME; src\/handlers: 0 created, 5 unchanged\n$/,
    );
    expect(stateOf(root)).toEqual(before);
  });

  test("never touches what is there, nor lists it in the manifest", () => {
    const root = temporaryFolder();
    const mine = {
      "src/handlers/tools.ts": "// mine\r\n",
      "src/handlers/server.ts": "// mine too",
      "src/handlers/deep/other.txt": "and this\n",
    };
    plant(root, mine);
    const { stdout } = mcpGen(root, [...run, "--force"]);
    expect(stdout).toContain("src/handlers: 3 created, 2 unchanged");
    expect(stdout).toContain(
      "\nsrc/handlers/tools.ts lacks: listTools, callTool\n  add with: npx mcp-gen handlers --schema draft --out src/protocol --handlers src/handlers --add listTools,callTool\n",
    );
    expect(readTree(root)).toMatchObject(mine);
    const manifest = fs.readFileSync(
      path.join(root, "src/protocol/draft/mcp-gen.json"),
      "utf8",
    );
    expect(manifest).not.toMatch(/"(?:\.\.|handlers|src)\//);
    // A run without the option has nothing to do, and nothing to take back.
    const after = stateOf(root);
    expect(mcpGen(root, ["--out", "src/protocol", "--check"]).exitCode).toBe(0);
    mcpGen(root, ["--out", "src/protocol", "--emit", "types"]);
    expect(stateOf(root)).toEqual(after);
  });

  test("restores a file that the entry asks for, not one that was dropped", () => {
    const root = project();
    const folder = path.join(root, "src/handlers");
    fs.rmSync(path.join(folder, "tools.ts"));
    expect(mcpGen(root, run).stdout).toContain("  create  tools.ts\n");

    fs.rmSync(path.join(folder, "completion.ts"));
    const entry = path.join(folder, "server.ts");
    const text = fs
      .readFileSync(entry, "utf8")
      .replace('import { completion } from "./completion.js";\n', "")
      .replace("...completion, ", "");
    fs.writeFileSync(entry, text);
    const { stdout } = mcpGen(root, run);
    expect(stdout).toContain("src/handlers: 0 created, 4 unchanged");
    expect(stdout).toContain("src/handlers/completion.ts lacks: complete\n");
  });

  test("leaves handlers alone that have moved", () => {
    const root = project();
    const folder = path.join(root, "src/handlers");
    fs.mkdirSync(path.join(folder, "features"));
    fs.renameSync(
      path.join(folder, "tools.ts"),
      path.join(folder, "features/my-tools.ts"),
    );
    const { stdout } = mcpGen(root, run);
    expect(stdout).toContain("src/handlers: 0 created, 4 unchanged");
    expect(stdout).not.toContain("lacks");
  });

  test("lists what is new after the schema has changed", () => {
    const root = temporaryFolder();
    const args = ["--schema", "mcp/schema.ts", "--handlers", "handlers"];
    plant(root, {
      "mcp/schema.ts": schemaWithTasks().replace("  | ListTasksRequest\n", ""),
    });
    mcpGen(root, args);
    plant(root, { "mcp/schema.ts": schemaWithTasks() });
    const { stdout } = mcpGen(root, args);
    expect(stdout).toContain("; handlers: 0 created, 5 unchanged\n");
    const line =
      "handlers/tasks.ts lacks: listTasks\n  add with: npx mcp-gen handlers --schema mcp/schema.ts --handlers handlers --add listTasks\n";
    expect(stdout).toContain(line);
    const told = /add with: npx mcp-gen (.*)/.exec(stdout)?.[1]?.split(" ");
    const added = mcpGen(root, told ?? []);
    expect(added).toEqual({
      exitCode: 0,
      stdout: "handlers/tasks.ts: added listTasks\n",
      stderr: "",
    });
    const tree = readTree(path.join(root, "handlers"));
    expect(tree["server.ts"]).toContain("...tools, ...tasks }");
    expect(tree["tasks.ts"]).toContain("Lists what is being done.");
    expect(mcpGen(root, args).stdout).not.toContain("lacks");
  });

  test("imports lead to where the output is", () => {
    const root = temporaryFolder();
    plant(root, { "real/place/": "" });
    fs.symlinkSync("real/place", path.join(root, "linked"));
    const place = ["--handlers", "linked/mein Server", "--name", "größe"];
    mcpGen(root, [...place, "--import-extension", ".ts"]);
    const text = fs.readFileSync(
      path.join(root, "real/place/mein Server/tools.ts"),
      "utf8",
    );
    expect(text).toContain('from "../../../out/größe/server.ts";\n');
  });

  test("follows the prettier configuration of its folder, unless told not to", () => {
    const root = project();
    const folder = path.join(root, "src/handlers");
    const rewrite = (...more: readonly string[]): string => {
      fs.rmSync(folder, { recursive: true });
      plant(root, { "src/handlers/.prettierrc": '{ "singleQuote": true }\n' });
      mcpGen(root, [...run, ...more]);
      return handlersOf(root)["tools.ts"] ?? "";
    };
    expect(rewrite()).toContain("errors.js';\n");
    expect(rewrite("--no-format")).toContain('errors.js";\n');
  });

  test("--dry-run lists what would be created", () => {
    const root = temporaryFolder();
    const { stdout } = mcpGen(root, [...run, "--dry-run"]);
    expect(stdout).toContain("src/handlers\n  create  completion.ts\n");
    expect(stdout).toContain("; src/handlers: would create 5, leave 0\n");
    expect(readTree(root)).toEqual({});
  });

  test("--check has nothing to say of them", () => {
    const root = project();
    fs.rmSync(path.join(root, "src/handlers"), { recursive: true });
    expect(mcpGen(root, [...run, "--check"])).toMatchObject({ exitCode: 0 });
    expect(fs.existsSync(path.join(root, "src/handlers"))).toBe(false);
  });

  test("--json and --quiet", () => {
    const root = temporaryFolder();
    plant(root, { "src/handlers/tools.ts": "export {};\n" });
    expect(JSON.parse(mcpGen(root, [...run, "--json"]).stdout)).toMatchObject({
      handlers: [
        {
          folder: "src/handlers",
          files: [
            { path: "completion.ts", state: "create" },
            { path: "prompts.ts", state: "create" },
            { path: "resources.ts", state: "create" },
            { path: "server.ts", state: "create" },
            { path: "tools.ts", state: "unchanged" },
          ],
          lacking: [{ file: "tools.ts", functions: ["listTools", "callTool"] }],
          command:
            "npx mcp-gen handlers --schema draft --out src/protocol --handlers src/handlers",
        },
      ],
    });
    expect(mcpGen(root, [...run, "--quiet"])).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
  });

  const mistakes: readonly (readonly [
    name: string,
    args: readonly string[],
    message: string,
  ])[] = [
    [
      "several schemas",
      ["--schema", "draft", "--schema", "draft", "--handlers", "h"],
      "--handlers are for one output, but 2 schemas are given.",
    ],
    [
      "the output's own folder",
      ["--handlers", "out/draft"],
      "Handlers are yours, and generated files go to out/draft; choose another folder than out/draft for --handlers.",
    ],
    [
      "a folder in the output",
      ["--handlers", "out/draft/handlers"],
      "Handlers are yours, and generated files go to out/draft; choose another folder than out/draft/handlers for --handlers.",
    ],
    [
      "an output without a server",
      ["--handlers", "h", "--emit", "types"],
      "Handlers need the part server: add it to --emit.",
    ],
    [
      "a file in the folder's place",
      ["--handlers", "file.txt"],
      "Handlers in file.txt cannot be read: a file is in the way.",
    ],
    ["no folder", ["--handlers", ""], "--handlers has no value."],
  ];
  test.each(mistakes)(
    "%s: refused, nothing written",
    (_name, args, message) => {
      const root = temporaryFolder();
      plant(root, { "file.txt": "x" });
      expect(mcpGen(root, args)).toEqual({
        exitCode: 2,
        stdout: "",
        stderr: `mcp-gen: ${message}\n`,
      });
      expect(readTree(root)).toEqual({ "file.txt": "x" });
    },
  );
});

describe("a configuration", () => {
  const configured = (...outputs: readonly object[]) => ({
    "package.json": '{ "type": "module" }\n',
    "mcp-gen.config.json": JSON.stringify({ outputs }),
  });

  test("says where handlers are, to runs and to the command", () => {
    const root = temporaryFolder();
    plant(root, {
      ...configured({ out: "src/protocol", handlers: "src/handlers" }),
      "src/handlers/tools.ts":
        "export const tools: ServerHandlers = { listTools };\n",
    });
    expect(mcpGen(root, []).stdout).toContain(
      "; src/handlers: 4 created, 1 unchanged\nsrc/handlers/tools.ts lacks: callTool\n",
    );
    expect(mcpGen(root, ["handlers", "--add", "callTool"]).stdout).toBe(
      "src/handlers/tools.ts: added callTool\n",
    );
  });

  test("cannot put them where another output's files go", () => {
    const root = temporaryFolder();
    const mine = { out: "a", handlers: "b/draft" };
    plant(root, configured(mine, { out: "b" }));
    expect(mcpGen(root, [])).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "mcp-gen: Handlers are yours, and generated files go to b/draft; choose another folder than b/draft for --handlers.\n",
    });
  });
});

describe("a revision with a handshake", () => {
  test("has handlers that are added like those of any other", () => {
    const root = temporaryFolder();
    const from = ["--schema", "2025-11-25", "--handlers", "src/handlers"];
    expect(mcpGen(root, from).exitCode).toBe(0);
    const tools = path.join(root, "src/handlers/tools.ts");
    fs.writeFileSync(
      tools,
      'import type { ServerHandlers } from "x";\nexport const tools: ServerHandlers = {};\n',
    );
    const added = mcpGen(root, ["handlers", "--add", "callTool", ...from]);
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    expect(fs.readFileSync(tools, "utf8")).toContain("callTool");
  });
});

describe("mcp-gen handlers", () => {
  test("says what is missing", () => {
    const root = temporaryFolder();
    expect(mcpGen(root, command).stdout).toBe(
      "src/handlers has no completion.ts, prompts.ts, resources.ts, tools.ts, server.ts; mcp-gen --handlers writes them\n",
    );
    mcpGen(root, run);
    expect(mcpGen(root, command).stdout).toBe("src/handlers lacks nothing\n");
    plant(root, { "src/handlers/tools.ts": "" });
    expect(mcpGen(root, command).stdout).toContain(
      "src/handlers/tools.ts lacks: listTools, callTool\n",
    );
  });

  test("adds what is asked for, once, and keeps mode and line endings", () => {
    const root = project();
    const tools = path.join(root, "src/handlers/tools.ts");
    const mine =
      "\uFEFFexport const tools = {\r\n\tlistTools: () => list , // all\r\n}\r\n";
    fs.writeFileSync(tools, mine);
    fs.chmodSync(tools, 0o600);
    const add = [...command, "--add", "callTool, listTools"];
    expect(mcpGen(root, [...add, "--dry-run"]).stdout).toBe(
      "src/handlers/tools.ts: would add callTool\nsrc/handlers/tools.ts: has listTools\n",
    );
    expect(fs.readFileSync(tools, "utf8")).toBe(mine);
    const first = mcpGen(root, add);
    expect(first).toEqual({
      exitCode: 0,
      stdout:
        "src/handlers/tools.ts: added callTool\nsrc/handlers/tools.ts: has listTools\n",
      stderr: "",
    });
    const text = fs.readFileSync(tools, "utf8");
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text).toContain("\tlistTools: () => list , // all\r\n");
    if (process.platform !== "win32")
      expect(fs.statSync(tools).mode & 0o777).toBe(0o600);
    const before = stateOf(root);
    expect(mcpGen(root, add).stdout).toBe(
      "src/handlers/tools.ts: has listTools, callTool\n",
    );
    expect(stateOf(root)).toEqual(before);
  });

  test("--json tells what happened", () => {
    const root = temporaryFolder();
    const { stdout } = mcpGen(root, [
      ...command,
      "--add",
      "complete",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 0,
      folder: "src/handlers",
      dryRun: false,
      added: [{ name: "complete", file: "completion.ts" }],
      present: [],
      created: ["completion.ts"],
      updated: [],
      uncollected: [{ binding: "completion", file: "completion.ts" }],
    });
    expect(Object.keys(handlersOf(root))).toEqual(["completion.ts"]);
  });

  test("adds to none of the files when one cannot be added to", () => {
    const root = project();
    plant(root, {
      "src/handlers/prompts.ts": "export const prompts = {\n",
      "src/handlers/tools.ts": "export const tools: ServerHandlers = {};\n",
    });
    const before = stateOf(root);
    const add = ["--add", "callTool", "--add", "getPrompt"];
    const { exitCode, stderr } = mcpGen(root, [...command, ...add]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^mcp-gen: prompts\.ts .*\n$/);
    expect(stateOf(root)).toEqual(before);
  });

  test("does not destroy what is not UTF-8", () => {
    const root = project();
    const tools = path.join(root, "src/handlers/tools.ts");
    const bytes = Buffer.concat([
      Buffer.from("// caf\xe9\n", "latin1"),
      Buffer.from("export const tools: ServerHandlers = {};\n"),
    ]);
    fs.writeFileSync(tools, bytes);
    plant(root, {
      "src/handlers/prompts.ts": "export const p: ServerHandlers = {};\n",
    });
    fs.rmSync(path.join(root, "src/handlers/completion.ts"));
    const before = stateOf(root);
    const { exitCode, stderr } = mcpGen(root, [
      ...command,
      "--add=complete,getPrompt,callTool",
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("src/handlers/tools.ts is not UTF-8 text");
    expect(fs.readFileSync(tools).equals(bytes)).toBe(true);
    expect(stateOf(root)).toEqual(before);
  });

  test("a name that is none", () => {
    expect(
      mcpGen(temporaryFolder(), ["handlers", "--add", "readResorce"]),
    ).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "has no handler readResorce. Did you mean readResource?",
      ),
    });
  });
});
