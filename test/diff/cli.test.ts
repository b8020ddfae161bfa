/** `mcp-gen diff`, and what a run says of a schema that moved. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { OUTLINE_FILE } from "../../generator/diff/outline.js";
import type { DiffReport } from "../../generator/index.js";
import { diff, generate, protocolChanges } from "../../generator/index.js";
import { mcpGen } from "../cli/program.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { protocolText } from "./protocol.js";

/** A project with two revisions: a field of what the client sends became required. */
function project(): string {
  const root = temporaryFolder();
  plant(root, {
    "old/schema.ts": protocolText({ sent: "a?: string;" }),
    "new/schema.ts": protocolText({ sent: "a: string;" }),
    "schema/2099-01-01/schema.ts": protocolText({ sent: "a?: string;" }),
  });
  return root;
}

const TEXT = `2026-07-28 (old/schema.ts) -> 2026-07-28 (new/schema.ts)
1 change: 1 breaks clients, 0 break servers, 0 break neither.
C: breaks clients, S: breaks servers, +: new, -: gone, ~: other

Fields and values
  C  ~ Sent.a  became required
`;

describe("mcp-gen diff", () => {
  it("prints what changed", () => {
    expect(mcpGen(project(), ["diff", "old", "new"])).toEqual({
      exitCode: 0,
      stdout: TEXT,
      stderr: "",
    });
  });

  it("takes revisions, files, folders and files of a commit", () => {
    const root = project();
    const git = (...args: readonly string[]): void => {
      execFileSync(
        "git",
        ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args],
        { cwd: root, stdio: "ignore" },
      );
    };
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "old");
    for (const schema of [
      "2099-01-01",
      "./old",
      "old/schema.ts",
      "HEAD:old/schema.ts",
      "HEAD:./old",
    ]) {
      const { stdout, stderr } = mcpGen(root, ["diff", schema, "new"]);
      expect([schema, stderr]).toEqual([schema, ""]);
      expect(stdout).toContain("C  ~ Sent.a  became required");
    }
    const { stdout } = mcpGen(root, [
      "diff",
      "2099-01-01",
      "new",
      "--schema-root",
      "schema",
    ]);
    expect(stdout).toContain("schema/2099-01-01/schema.ts");
  });

  it("ends with 1 on request when something breaks", () => {
    const root = project();
    const args = ["--fail-on", "breaking"];
    expect(mcpGen(root, ["diff", "old", "new", ...args])).toEqual({
      exitCode: 1,
      stdout: TEXT,
      stderr: "",
    });
    expect(mcpGen(root, ["diff", "old", "old", ...args]).exitCode).toBe(0);
    plant(root, {
      "new/schema.ts": protocolText({ sent: "a?: string; b?: string;" }),
    });
    expect(mcpGen(root, ["diff", "old", "new", ...args]).exitCode).toBe(0);
  });

  it("prints JSON and Markdown", () => {
    const root = project();
    const json = mcpGen(root, ["diff", "old", "new", "--json"]);
    expect(json.exitCode).toBe(0);
    const report = JSON.parse(json.stdout) as DiffReport;
    expect(report.before.path).toBe("old/schema.ts");
    expect(report.changes).toMatchObject([
      { path: "Sent.a", action: "required" },
    ]);
    expect(mcpGen(root, ["diff", "old", "new", "--markdown"]).stdout).toContain(
      "| `a` of `Sent` became required | **breaking** | compatible |",
    );
  });

  it.each([
    [
      ["diff"],
      "diff takes two schemas, such as: mcp-gen diff 2025-11-25 draft.",
    ],
    [
      ["diff", "old", "new", "old"],
      "diff takes two schemas, such as: mcp-gen diff 2025-11-25 draft.",
    ],
    [
      ["diff", "old", "new", "--json=false", "--markdown", "--json"],
      "--json and --markdown cannot be used together.",
    ],
    [
      ["diff", "old", "new", "--fail-on", "anything"],
      '--fail-on is breaking, not "anything".',
    ],
    [["diff", "old", "nwe"], 'There is no revision "nwe".'],
    [["diff", "old", "./none"], "There is no file or folder ./none."],
    [["diff", "old", "new", "--out", "x"], "There is no option --out."],
  ])("refuses %j", (args, message) => {
    const { exitCode, stdout, stderr } = mcpGen(project(), args);
    expect(exitCode).toBe(2);
    // A mistake in a call for JSON is told as JSON.
    expect(stdout + stderr).toContain(
      message.replaceAll('"', args.includes("--json") ? '\\"' : '"'),
    );
  });

  it("shows the faults of both schemas", () => {
    const root = project();
    for (const name of ["old", "new"])
      plant(root, {
        [`${name}/schema.ts`]: protocolText({ sent: "a: Missing;" }),
      });
    const { exitCode, stdout, stderr } = mcpGen(root, ["diff", "old", "new"]);
    expect([exitCode, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("old/schema.ts:");
    expect(stderr).toContain("new/schema.ts:");
  });
});

describe("diff, as a function", () => {
  it("gives the report", async () => {
    const report = await diff("old", "new", { cwd: project() });
    expect(report.counts).toEqual({
      changes: 1,
      breakingForClients: 1,
      breakingForServers: 0,
      compatible: 0,
    });
  });
});

describe("a run over output of another schema", () => {
  const args = ["--schema", "mcp", "--emit", "types"];

  /** A project that was generated from the old schema and has the new one. */
  function moved(): string {
    const root = project();
    plant(root, { "mcp/schema.ts": protocolText({ sent: "a?: string;" }) });
    expect(mcpGen(root, args).stdout).not.toContain("breaks");
    plant(root, { "mcp/schema.ts": protocolText({ sent: "a: string;" }) });
    return root;
  }

  const told = TEXT.replace("old/schema.ts", `out/mcp/${OUTLINE_FILE}`).replace(
    "new/schema.ts",
    "mcp/schema.ts",
  );

  it("says what changed, before and after it is done, and then no more", () => {
    const root = moved();
    for (const more of [["--dry-run"], []])
      expect(
        mcpGen(root, [...args, ...more]).stdout.endsWith(`\n\n${told}`),
      ).toBe(true);
    expect(mcpGen(root, args).stdout).not.toContain("Sent.a");
    expect(mcpGen(root, [...args, "--quiet"]).stdout).toBe("");
  });

  it("says it in JSON too", () => {
    const { stdout } = mcpGen(moved(), [...args, "--json"]);
    const { protocolChanges: reports } = JSON.parse(stdout) as {
      protocolChanges: readonly DiffReport[];
    };
    expect(reports).toMatchObject([
      { changes: [{ path: "Sent.a", action: "required" }] },
    ]);
  });

  it("says nothing where only words changed", () => {
    const root = moved();
    plant(root, {
      "mcp/schema.ts": protocolText({
        sent: "a?: string;",
        comment: "/** Ask. */",
      }),
    });
    const { stdout } = mcpGen(root, args);
    expect(stdout).toContain("update  types.ts");
    expect(stdout).not.toContain(OUTLINE_FILE);
    expect(stdout).not.toContain("neither");
  });

  it("does without an outline that it cannot read, or that is gone", async () => {
    const root = moved();
    const plan = () => generate({ schema: "mcp", emit: ["types"], cwd: root });
    expect(protocolChanges(await plan())).toHaveLength(1);
    const outline = path.join(root, "out/mcp", OUTLINE_FILE);
    const text = fs.readFileSync(outline, "utf8");
    fs.writeFileSync(outline, `${text}export type Broken = ;\n`);
    // Edited by hand: nobody knows what it says of the old schema.
    expect(protocolChanges(await plan())).toEqual([]);
    const { outputs, ...rest } = await plan();
    const asIfRecorded = outputs.map((output) => ({
      ...output,
      files: output.files.map((file) =>
        file.path === OUTLINE_FILE
          ? { ...file, state: "update" as const }
          : file,
      ),
    }));
    expect(protocolChanges({ ...rest, outputs: asIfRecorded })).toEqual([]);
    fs.rmSync(outline);
    expect(protocolChanges(await plan())).toEqual([]);
  });
});
