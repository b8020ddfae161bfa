/**
 * Generated tools compared with others: how long the generator takes, how fast arguments are
 * checked, and how large a bundle with one tool is. Bars are those of docs/tools.md.
 */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { Random } from "../../test/differential/random.js";
import { sampleOf } from "../../test/json-schema/sample.js";
import { median } from "../validate/measure.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "dist/bin.cjs");
const servers = resolve(root, "../shared/servers");

/** Ten tools of different shapes, by their servers. */
const TOOLS: readonly (readonly [string, string])[] = [
  ["filesystem", "edit_file"],
  ["filesystem", "read_text_file"],
  ["memory", "create_entities"],
  ["github", "create_pull_request_review"],
  ["gitlab", "create_merge_request"],
  ["playwright", "browser_fill_form"],
  ["notion", "API-post-search"],
  ["firecrawl", "firecrawl_scrape"],
  ["sequential-thinking", "sequentialthinking"],
  ["chrome-devtools", "take_screenshot"],
];

const ROUNDS = 15;

/** Wall times of whole processes in turn, as ratios to `node -e 0`. */
function times(folder: string): {
  cold: number;
  unchanged: number;
  floorMs: number;
} {
  const snapshot = join(folder, "gitlab.tools.json");
  const { tools } = JSON.parse(
    readFileSync(join(servers, "gitlab.json"), "utf8"),
  );
  writeFileSync(snapshot, JSON.stringify({ tools }));
  const timed = (args: readonly string[]): number => {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: folder });
    if (status !== 0) throw new Error(`${args.join(" ")} failed`);
    return performance.now() - start;
  };
  const generate = [program, "--schema", "./gitlab.tools.json"];
  const floor: number[] = [];
  const cold: number[] = [];
  const unchanged: number[] = [];
  timed(generate);
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(timed(["-e", "0"]));
    unchanged.push(timed(generate));
    rmSync(join(folder, "out"), { recursive: true });
    cold.push(timed(generate));
  }
  const ratio = (all: readonly number[]): number =>
    median(all.map((each, round) => each / (floor[round] ?? Number.NaN)));
  return {
    cold: ratio(cold),
    unchanged: ratio(unchanged),
    floorMs: median(floor),
  };
}

/** Generates a server's tools and gives the folder. */
function generated(name: string, folder: string): string {
  const { tools } = JSON.parse(
    readFileSync(join(servers, `${name}.json`), "utf8"),
  );
  writeFileSync(join(folder, `${name}.tools.json`), JSON.stringify({ tools }));
  spawnSync(process.execPath, [program, "--schema", `./${name}.tools.json`], {
    cwd: folder,
  });
  return join(folder, "out", name);
}

async function bundled(text: string, folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

type Check = (value: unknown) => boolean;

/** Millions of checks a second of each library, in turn, on values that are right. */
async function speeds(folder: string): Promise<readonly object[]> {
  const require = createRequire(new URL("../package.json", import.meta.url));
  const load = (name: string): Promise<any> =>
    import(pathToFileURL(require.resolve(name)).href);
  const { Ajv } = await load("ajv");
  const { Ajv2020 } = await load("ajv/dist/2020.js");
  const { Compile } = await load("typebox/compile");
  const rows: object[] = [];
  for (const [server, name] of TOOLS) {
    const code = await bundled(
      `export * from "./${server}.tools.ts";`,
      generated(server, folder),
    );
    const file = join(folder, `${server}.mjs`);
    writeFileSync(file, code);
    const module = (await import(pathToFileURL(file).href)) as Record<
      string,
      Check
    >;
    const { tools } = JSON.parse(
      readFileSync(join(servers, `${server}.json`), "utf8"),
    );
    const tool = tools.find((each: { name: string }) => each.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const schema = tool.inputSchema;
    const type = name
      .replace(/(?:^|[-_])(\w)/g, (_m, letter: string) => letter.toUpperCase())
      .replace(/^API/, "Api");
    const ours = module[`is${type}Arguments`];
    if (ours === undefined)
      throw new Error(`no check of ${name}: is${type}Arguments`);
    const isOld = String(schema.$schema ?? "").includes("draft-07");
    const ajv = new (isOld ? Ajv : Ajv2020)({
      strict: false,
      validateFormats: false,
    }).compile(schema) as Check;
    const { $schema: _dialect, ...plain } = schema;
    const compiled = Compile(plain);
    const typebox: Check = (value) => compiled.Check(value);
    const random = new Random(7);
    const values: unknown[] = [];
    for (let turn = 0; values.length < 20 && turn < 20_000; turn++) {
      const value = sampleOf(schema, random);
      if (ajv(value)) values.push(value);
    }
    const checks = { ours, ajv, typebox };
    const speed: Record<string, number[]> = { ours: [], ajv: [], typebox: [] };
    for (let round = 0; round < 9; round++) {
      for (const [library, check] of Object.entries(checks)) {
        const start = performance.now();
        let done = 0;
        while (performance.now() - start < 15) {
          for (const value of values) if (check(value)) done++;
        }
        speed[library]?.push(done / (performance.now() - start) / 1000);
      }
    }
    rows.push({
      tool: name,
      ...Object.fromEntries(
        Object.entries(speed).map(([library, all]) => [
          library,
          Number(median(all).toFixed(2)),
        ]),
      ),
    });
  }
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-bench-tools-"));
try {
  mkdirSync(join(folder, "work"), { recursive: true });
  const { cold, unchanged, floorMs } = times(join(folder, "work"));
  console.log(
    `118 tools: cold ${cold.toFixed(1)} x, unchanged ${unchanged.toFixed(2)} x the time of node -e 0 (${floorMs.toFixed(0)} ms)`,
  );
  const files = generated("filesystem", folder);
  for (const [what, text] of [
    [
      "one tool without outputSchema",
      `export { getFile } from "./github.tools.ts";`,
    ],
    [
      "one tool with outputSchema",
      `export { readTextFile } from "./filesystem.tools.ts";`,
    ],
  ] as const) {
    const place = text.includes("github") ? generated("github", folder) : files;
    const code = await bundled(
      text.replace("getFile", "getFileContents"),
      place,
    );
    console.log(
      `${what}: ${gzipSync(code).length} bytes (gzip), without the client`,
    );
  }
  console.table(await speeds(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
