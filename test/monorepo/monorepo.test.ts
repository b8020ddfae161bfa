/** `examples/monorepo`, used as its README says: a copy of it, the package as published. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npmEnvironment } from "../npm.js";
import { packInto } from "../package/tarball.js";
import { describeWithRegistry } from "../package/registry.js";
import { repositoryPath } from "../shared.js";

const example = path.join(repositoryPath, "examples/monorepo");

/** Tasks by how they ended. */
interface Build {
  readonly exitCode: number | null;
  readonly output: string;
  /** Restored from the cache. */
  readonly cached: readonly string[];
  /** Executed with success. */
  readonly built: readonly string[];
  readonly failed: readonly string[];
}

const ALL: readonly string[] = [
  "client#build",
  "greeting#build",
  "protocol#build",
  "protocol#generate",
  "server#build",
];

describeWithRegistry("the monorepo", () => {
  let root = "";
  let project = "";

  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-")));
    project = path.join(root, "monorepo");
    cpSync(example, project, {
      recursive: true,
      filter: (source) =>
        !["node_modules", "dist", ".turbo"].includes(path.basename(source)),
    });
    const manifest = path.join(project, "package.json");
    const text = readFileSync(manifest, "utf8");
    const tarball = packInto(path.join(root, "packed")).path;
    const replaced = text.replace(
      /"mcp-gen": ".*"/,
      `"mcp-gen": ${JSON.stringify(`file:${tarball}`)}`,
    );
    expect(replaced).not.toBe(text);
    writeFileSync(manifest, replaced);
    const { status, stderr } = run("npm", ["install", "--no-audit"]);
    expect(stderr).not.toContain("npm error");
    expect(status).toBe(0);
    expect(run("npm", ["run", "schema"]).status).toBe(0);
  }, 180_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Runs a program as the README does. Turborepo reports to nobody. */
  function run(
    program: string,
    args: readonly string[],
  ): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(program, args, {
      cwd: project,
      encoding: "utf8",
      timeout: 120_000,
      shell: process.platform === "win32",
      env: {
        ...npmEnvironment(),
        CI: undefined,
        TURBO_TELEMETRY_DISABLED: "1",
        DO_NOT_TRACK: "1",
        TURBO_CACHE: "local:rw",
        TURBO_RUN_SUMMARY: "true",
      },
    });
  }

  function build(): Build {
    const runs = path.join(project, ".turbo/runs");
    rmSync(runs, { recursive: true, force: true });
    const { status, stdout, stderr } = run("npm", ["run", "build"]);
    const [summary = ""] = readdirSync(runs);
    const { tasks } = JSON.parse(
      readFileSync(path.join(runs, summary), "utf8"),
    ) as {
      readonly tasks: readonly {
        readonly taskId: string;
        readonly cache: { readonly status: "HIT" | "MISS" };
        readonly execution?: { readonly exitCode: number | null };
      }[];
    };
    const named = (
      wanted: (task: (typeof tasks)[number]) => boolean,
    ): readonly string[] =>
      tasks
        .filter(wanted)
        .map(({ taskId }) => taskId.replace("@example/", ""))
        .sort();
    return {
      exitCode: status,
      output: stdout + stderr,
      cached: named(({ cache }) => cache.status === "HIT"),
      built: named(
        ({ cache, execution }) =>
          cache.status === "MISS" && execution?.exitCode === 0,
      ),
      failed: named(({ execution }) => (execution?.exitCode ?? 0) !== 0),
    };
  }

  /** Replaces one text in the schema. */
  function changeSchema(from: string, to: string): void {
    const file = path.join(project, "packages/schema/draft/schema.ts");
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  }

  // Each test goes on from where the one before it has left the project.
  describe("as the README goes through it", () => {
    test("builds everything", () => {
      const { exitCode, output, cached, built, failed } = build();
      expect(output).toContain("src: ");
      expect({ exitCode, cached, built, failed }).toEqual({
        exitCode: 0,
        cached: [],
        built: ALL,
        failed: [],
      });
    }, 120_000);

    test("runs", () => {
      const { stdout, status } = run("npm", ["start", "--silent"]);
      expect(stdout).toBe("greet: Greets someone.\nHello, Ada!\n");
      expect(status).toBe(0);
    });

    test("builds nothing again", () => {
      expect(build()).toMatchObject({ exitCode: 0, cached: ALL, built: [] });
    });

    test("restores what is gone, the generated sources too", () => {
      const sources = path.join(project, "packages/protocol/src");
      rmSync(sources, { recursive: true });
      rmSync(path.join(project, "packages/client/dist"), { recursive: true });
      expect(build()).toMatchObject({ exitCode: 0, cached: ALL, built: [] });
      expect(existsSync(path.join(sources, "mcp-gen.json"))).toBe(true);
    });

    test("declares what mcp-gen says that it reads and writes", () => {
      const folder = path.join(project, "packages/protocol");
      const { tasks } = JSON.parse(
        readFileSync(path.join(folder, "turbo.json"), "utf8"),
      ) as {
        readonly tasks: Readonly<
          Record<"generate", Readonly<Record<"inputs" | "outputs", string[]>>>
        >;
      };
      for (const places of ["inputs", "outputs"] as const) {
        const { stdout } = spawnSync(
          process.execPath,
          [
            path.join(project, "node_modules/mcp-gen/dist/bin.cjs"),
            places,
            "--json",
          ],
          { cwd: folder, encoding: "utf8" },
        );
        expect(JSON.parse(stdout)).toEqual([...tasks.generate[places]].sort());
      }
    });

    test("a change of the schema rebuilds what depends on it", () => {
      changeSchema(
        "export interface Annotations {",
        "export interface Annotations {\n  /** New. */\n  shade?: string;\n",
      );
      expect(build()).toMatchObject({
        exitCode: 0,
        cached: ["greeting#build"],
        built: ALL.filter((task) => task !== "greeting#build"),
      });
      expect(
        readFileSync(
          path.join(project, "packages/protocol/src/types.ts"),
          "utf8",
        ),
      ).toContain("shade?: string;");
    }, 120_000);

    test("a change elsewhere does not generate", () => {
      appendFileSync(
        path.join(project, "packages/greeting/src/greeting.ts"),
        "\nexport const farewell = 'Bye';\n",
      );
      expect(build()).toMatchObject({
        exitCode: 0,
        cached: ["client#build", "protocol#build", "protocol#generate"],
        built: ["greeting#build", "server#build"],
      });
    }, 120_000);

    test("a change that breaks the client stops the build there", () => {
      changeSchema(
        "export interface CallToolRequestParams extends",
        "export interface Shade { shade: string }\nexport interface CallToolRequestParams extends Shade,",
      );
      const { exitCode, output, failed } = build();
      expect(exitCode).not.toBe(0);
      expect(failed).toContain("client#build");
      expect(output).toMatch(/main\.ts.*'shade'/);
    }, 120_000);
  });
});
