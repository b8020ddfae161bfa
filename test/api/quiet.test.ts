/** Programs that use the library decide what is printed and when they end. */
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  check,
  ConfigurationError,
  diff,
  generate,
  loadConfig,
  readModel,
  UnsupportedSchemaError,
  UsageError,
  writePlan,
} from "../../generator/index.js";
import { smallSchema } from "../cli/schema.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";

const said: unknown[] = [];

beforeEach(() => {
  said.length = 0;
  const record = (...what: unknown[]) => {
    said.push(what);
    return true;
  };
  vi.spyOn(process, "exit").mockImplementation(record as never);
  vi.spyOn(process.stdout, "write").mockImplementation(record);
  vi.spyOn(process.stderr, "write").mockImplementation(record);
  for (const name of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, name).mockImplementation(record);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function project(): string {
  const root = temporaryFolder();
  plant(root, {
    "mcp/schema.ts": smallSchema(),
    "old/schema.ts": smallSchema("Old"),
    "mcp-gen.config.json": JSON.stringify({
      emit: ["types"],
      outputs: [{ schema: "mcp" }, { schema: "old", out: "src" }],
    }),
  });
  return root;
}

test("from configuration to files, and back", async () => {
  const cwd = project();
  const config = await loadConfig({ cwd });
  const before = await check(config?.outputs);
  expect(before.current).toBe(false);
  expect(before.files.map(({ path: file, state }) => [file, state])).toEqual(
    ["out/mcp", "src/old"].flatMap((folder) =>
      [
        "index.ts",
        "mcp-gen.schema.txt",
        "package.json",
        "types.ts",
        "mcp-gen.json",
      ].map((file) => [`${folder}/${file}`, "missing"]),
    ),
  );
  const planned = readTree(cwd);
  const plan = await generate(config?.outputs);
  expect(readTree(cwd)).toEqual(planned);
  await writePlan(plan);
  expect(await check(config?.outputs)).toEqual({
    current: true,
    files: [],
    warnings: [],
  });
  const { model } = await readModel({ schema: "mcp", cwd });
  expect(model.version).toBe("2099-01-01");
  const { changes } = await diff("mcp", "old", { cwd });
  expect(changes).toHaveLength(1);
  expect([said, process.exitCode]).toEqual([[], undefined]);
});

test("what a user did wrong is thrown", async () => {
  const cwd = project();
  plant(cwd, {
    "broken.ts": "export type Pair = [string, number];",
    "wrong.json": '{ "otu": 1 }',
  });
  const faults: readonly [
    () => Promise<unknown>,
    new (...args: never[]) => Error,
  ][] = [
    [() => generate({ schema: "nowhere", cwd }), UsageError],
    [() => check({ schema: "mcp", emit: ["typos"], cwd }), UsageError],
    [() => check({ schema: "./broken.ts", cwd }), UnsupportedSchemaError],
    [() => readModel({ schema: "./broken.ts", cwd }), UnsupportedSchemaError],
    [() => diff("mcp", "nowhere", { cwd }), UsageError],
    [() => loadConfig({ cwd, config: "wrong.json" }), ConfigurationError],
    [() => loadConfig({ cwd, config: "nowhere.json" }), UsageError],
  ];
  for (const [act, kind] of faults)
    await expect(act()).rejects.toBeInstanceOf(kind);
  const error = await loadConfig({ cwd, config: "wrong.json" }).catch(
    (thrown: unknown) => thrown as ConfigurationError,
  );
  expect(error).toMatchObject({
    file: path.join(cwd, "wrong.json"),
    label: "wrong.json",
    faults: [{ path: ["otu"], at: "key", line: 1, column: 3 }],
  });
  expect([said, process.exitCode]).toEqual([[], undefined]);
});
