/**
 * `docs/running.md`: each section is done from nothing, by the words of the page and of
 * README alone, with the package as it is published.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installSuite, suiteNode } from "../conformance/install.js";
import { describeUnless } from "../needs.js";
import { installDependencies, npmEnvironment } from "../npm.js";
import { packInto } from "../package/tarball.js";
import { platformBinary } from "../platforms/binaries.js";
import { repositoryPath } from "../shared.js";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A part of a section, in the order of the page. */
type Step =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "commands"; readonly lines: readonly string[] };

interface Section {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly Step[];
}

function pageText(page: string): string {
  return readFileSync(path.join(repositoryPath, page), "utf8");
}

/** Blocks of a text: files that name themselves, `tsconfig.json`, commands. */
function stepsOf(text: string): readonly Step[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ([, language, content = ""]): Step => {
      if (language === "sh")
        return { kind: "commands", lines: content.trimEnd().split("\n") };
      const own = /^\/\/ (\S+)\n/.exec(content)?.[1];
      const name = language === "json" ? "tsconfig.json" : own;
      if (name === undefined)
        throw new Error(`A block of ${language} has no name`);
      return { kind: "file", name, text: content };
    },
  );
}

const [introduction = "", ...parts] =
  pageText("docs/running.md").split(/^## /m);
const FIVE_LINES = "README's five lines";
const [, screen = ""] =
  /^```console\n([^]*?)^```$/m.exec(pageText("README.md")) ?? [];
const typed = screen
  .split("\n")
  .filter((line) => line.startsWith("$ "))
  .map((line) => line.slice(2));
const sections: readonly Section[] = [
  { name: FIVE_LINES, text: "", steps: [{ kind: "commands", lines: typed }] },
  ...parts.map((text) => ({
    name: text.slice(0, text.indexOf("\n")),
    text,
    steps: stepsOf(text),
  })),
];
const files = new Map(
  sections
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === "file" ? [[step.name, step.text]] : [])),
);
const programs = new Map(
  [
    ...pageText("README.md").matchAll(
      /^```ts\n\/\/ ((?:server|client)\.ts)\n([^]*?)^```$/gm,
    ),
  ].map(([, name = "", text = ""]) => [name, text]),
);

let root = "";
let unpacked = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "mcp-gen-running-")));
  const { status, stderr } = spawnSync(
    "tar",
    ["-xzf", packInto(path.join(root, "packed")).path],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  unpacked = path.join(root, "package");
  symlinkSync(
    path.join(repositoryPath, "node_modules"),
    path.join(unpacked, "node_modules"),
  );
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Puts links to what `npm install` would bring into a project. */
function installInto(project: string, { name }: Section): void {
  const modules = path.join(project, "node_modules");
  const installed = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  const link = (target: string, place: string): void =>
    symlinkSync(target, path.join(modules, place));
  // `npm install typescript` brings the newest; others of the page need one with an interface.
  const isNewest = name === "tsc" || name === FIVE_LINES;
  for (const entry of readdirSync(installed)) {
    if (entry.startsWith(".") || (isNewest && entry === "typescript")) continue;
    link(path.join(installed, entry), entry);
  }
  for (const entry of readdirSync(path.join(installed, ".bin")))
    if (!(isNewest && entry === "tsc"))
      link(path.join(installed, ".bin", entry), `.bin/${entry}`);
  if (isNewest) {
    const own = path.join(repositoryPath, "node_modules");
    link(path.join(own, "typescript"), "typescript");
    link(path.join(own, ".bin/tsc"), ".bin/tsc");
  }
  link(unpacked, "mcp-gen");
  link(path.join(unpacked, "dist/bin.cjs"), ".bin/mcp-gen");
}

/** README's programs, with what the section says of them. */
function programsOf({ text }: Section): ReadonlyMap<string, string> {
  const transport = /`(stdioTransport\([^`]*\))`/.exec(text)?.[1];
  const wantsTypeScript = text.includes("--import-extension .ts");
  return new Map(
    [...programs].map(([name, program]) => {
      const started = program.replace(
        /stdioTransport\(\{ command: "node", args: \["server\.js"\] \}\)/,
        transport ?? "$&",
      );
      if (name === "client.ts")
        expect(program).toContain("stdioTransport({ command");
      return [
        name,
        wantsTypeScript
          ? started.replace(/("\.\/out\/draft\/\w+)\.js"/g, '$1.ts"')
          : started,
      ];
    }),
  );
}

/** Types commands in a project; `node` is the one that the section wants. */
function type(project: string, lines: readonly string[], bin: string): string {
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-e", "-c", `exec 2>&1\n${lines.join("\n")}`],
    {
      cwd: project,
      encoding: "utf8",
      timeout: 110_000,
      env: {
        ...npmEnvironment(),
        PATH: [
          path.join(project, "node_modules/.bin"),
          bin,
          path.dirname(process.execPath),
          process.env["PATH"] ?? "",
        ].join(":"),
        NODE_OPTIONS: "",
        // The variables of this run's own test runner are nobody else's.
        VITEST: "",
        VITEST_POOL_ID: "",
        VITEST_WORKER_ID: "",
        npm_config_offline: "true",
        npm_config_update_notifier: "false",
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
      },
    },
  );
  expect([lines.at(-1), status, stdout + stderr]).toEqual([
    lines.at(-1),
    0,
    stdout + stderr,
  ]);
  return stdout;
}

/** Commands without those that install, whose packages have to be there. */
function withoutInstalls(lines: readonly string[]): readonly string[] {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  ) as { readonly dependencies: Readonly<Record<string, string>> };
  return lines.filter((line) => {
    const names = /^npm install --save-dev (.*)$/.exec(line)?.[1];
    for (const name of names?.split(" ") ?? []) {
      const [, bare = name, version] = /^(.+)@([\d.]+)$/.exec(name) ?? [];
      if (bare === "mcp-gen") continue;
      expect(Object.keys(dependencies)).toContain(bare);
      if (version !== undefined) expect(dependencies[bare]).toContain(version);
    }
    return names === undefined;
  });
}

/** What sections need that npm does not bring. */
function binFolder(): string {
  const bin = path.join(root, "bin");
  if (existsSync(bin)) return bin;
  mkdirSync(bin);
  for (const name of ["bun", "deno"] as const) {
    const binary = platformBinary(name);
    if (binary !== undefined) symlinkSync(binary, path.join(bin, name));
  }
  mkdirSync(path.join(bin, "newer"));
  symlinkSync(suiteNode, path.join(bin, "newer/node"));
  return bin;
}

const fault = installDependencies(folder, { scripts: false });

describeUnless(
  fault && `npm cannot install test/running: ${fault}`,
  "docs/running.md",
  () => {
    test("has README's two programs to run", () => {
      expect([...programs.keys()]).toEqual(["server.ts", "client.ts"]);
      expect(sections.length).toBeGreaterThan(10);
      expect(typed).toHaveLength(5);
    });

    test.each(sections)(
      "$name",
      (section) => {
        const { name, steps } = section;
        const project = path.join(root, name.replaceAll(/\W+/g, "-"));
        mkdirSync(project);
        installInto(project, section);
        let bin = binFolder();
        if (name.startsWith("Node")) {
          installSuite();
          bin = path.join(bin, "newer");
        }
        for (const [file, text] of programsOf(section))
          writeFileSync(path.join(project, file), text);
        const test = files.get("greet.test.ts") ?? "";
        if (section.text.includes("The same `greet.test.ts`"))
          writeFileSync(
            path.join(project, "greet.test.ts"),
            test.replace('"vitest"', '"@jest/globals"'),
          );
        const before = stepsOf(name === FIVE_LINES ? "" : introduction).flatMap(
          (step) => (step.kind === "commands" ? step.lines : []),
        );
        type(project, withoutInstalls(before), bin);
        let output = "";
        for (const step of steps)
          if (step.kind === "file")
            writeFileSync(path.join(project, step.name), step.text);
          else output += type(project, withoutInstalls(step.lines), bin);
        expect(output).toMatch(/Hello Ada|1 passed/);
      },
      120_000,
    );

    test("a compiler in a package of CommonJS has nothing to say of what is generated", () => {
      const project = path.join(root, "plain");
      mkdirSync(project);
      const section = { name: FIVE_LINES, text: "", steps: [] };
      installInto(project, section);
      for (const [file, text] of programs)
        writeFileSync(path.join(project, file), text);
      const output = type(
        project,
        ["npm init -y", "npx mcp-gen", "npx tsc --init", "npx tsc || true"],
        binFolder(),
      );
      const faults = output
        .split("\n")
        .filter((line) => / error TS\d/.test(line))
        .map((line) => line.slice(0, line.indexOf("(")));
      expect([...new Set(faults)].sort()).toEqual(["client.ts", "server.ts"]);
      type(project, ["npm pkg set type=module", "npx tsc"], binFolder());
    }, 120_000);

    test("CommonJS requires the TypeScript as it is, on Node with type stripping", () => {
      installSuite();
      const project = path.join(root, "commonjs");
      mkdirSync(project);
      installInto(project, { name: "CommonJS", text: "", steps: [] });
      const program = `
        const { memoryClient, createMcpServer } = require("./out/draft/index.ts");
        const handlers = { listTools: () => ({ tools: [{ name: "greet", inputSchema: { type: "object" } }] }) };
        const server = createMcpServer({ info: { name: "demo", version: "1" }, handlers });
        memoryClient(server).listTools().then(({ tools }) => console.log(tools[0].name));
      `;
      writeFileSync(path.join(project, "main.js"), program);
      const output = type(
        project,
        [
          "npm init -y",
          "npm pkg set scripts.start='node main.ts'",
          "npx mcp-gen",
          "node main.js",
        ],
        path.join(binFolder(), "newer"),
      );
      expect(output).toContain('"type": "commonjs"');
      expect(output).toContain(
        "Imports end in .ts: package.json has a script start",
      );
      expect(output).toMatch(/^greet$/m);
    }, 120_000);
  },
);
