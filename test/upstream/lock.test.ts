/** The lock: what it holds, how a run is held against it, how a change is accepted. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { join } from "node:path";
import { UsageError } from "../../generator/failure.js";
import { resolveSchema } from "../../generator/source/resolve.js";
import {
  EMPTY_LOCK,
  printLock,
  readLock,
  withRevision,
} from "../../generator/upstream/lock.js";
import { verifyLock } from "../../generator/upstream/verify.js";
import type { TestProject } from "./project.js";
import { createProject, schemaOf } from "./project.js";

const COMMIT = "c".repeat(40);
const EXAMPLE = "examples/Thing/one.json";

let project: TestProject;
let mirror: TestProject;

beforeEach(() => {
  project = createProject();
  mirror = createProject();
  mirror.write("draft/schema.ts", schemaOf("upstream"));
  mirror.write(`draft/${EXAMPLE}`, "1\n");
});

afterEach(() => {
  project.remove();
  mirror.remove();
});

async function pullAll(): Promise<void> {
  await project.pull({ from: mirror.root, examples: true });
}

/** Verifies the schema as a run does; the message of what is wrong. */
function fault(schemaRoot = "schema"): string | undefined {
  const { source } = resolveSchema("draft", {
    projectDir: join(project.root, ".."),
    schemaRoot,
  });
  try {
    verifyLock(source);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
}

describe("a run", () => {
  it("is content with what was pulled", async () => {
    await pullAll();
    expect(fault()).toBeUndefined();
  });

  it("is content with other line endings", async () => {
    await pullAll();
    for (const path of ["draft/schema.ts", `draft/${EXAMPLE}`])
      project.write(path, project.read(path).replaceAll("\n", "\r\n"));
    expect(fault()).toBeUndefined();
  });

  it("is content with a schema that no lock speaks of", async () => {
    project.write("draft/schema.ts", schemaOf("mine"));
    expect(fault()).toBeUndefined();
    await project.pull({ from: mirror.root, force: true });
    mirror.write("other/schema.ts", schemaOf("other"));
    project.write("other/schema.ts", schemaOf("other"));
    const { source } = resolveSchema("other", {
      projectDir: join(project.root, ".."),
    });
    expect(() => verifyLock(source)).not.toThrow();
  });

  it("refuses a schema that was changed, and says how to go on", async () => {
    await pullAll();
    project.write("draft/schema.ts", schemaOf("mine"));
    expect(fault()).toBe(
      [
        "schema/draft/schema.ts was changed since: the lock file records another one.",
        "Get it back with: mcp-gen pull draft --from schema --force.",
        "Or accept what is there with: mcp-gen pull draft --accept.",
      ].join(" "),
    );
  });

  it("names the commit that a schema came from", async () => {
    await pullAll();
    const lock = JSON.parse(project.read("mcp-gen.lock.json")) as {
      revisions: Record<string, { commit?: string }>;
    };
    (lock.revisions["draft"] as { commit?: string }).commit = COMMIT;
    project.write("mcp-gen.lock.json", JSON.stringify(lock));
    project.write("draft/schema.ts", schemaOf("mine"));
    expect(fault()).toContain(`mcp-gen pull draft --ref ${COMMIT} --force`);
  });

  it("refuses an example that was changed or is gone", async () => {
    await pullAll();
    project.write(`draft/${EXAMPLE}`, "2\n");
    expect(fault()).toMatch(
      /^schema\/draft\/examples\/Thing\/one\.json was changed since/,
    );
    project.write("other.txt", "");
    await project.pull({ from: mirror.root, force: true });
    expect(fault()).toBeUndefined();
    project.write(`draft/${EXAMPLE}`, "");
    expect(fault()).toMatch(/one\.json is missing or no text/);
  });

  it.each([
    ["{", "is not valid JSON"],
    ["[]", "is not a JSON object"],
    ['{ "format": 2, "revisions": {} }', "has the format 2, not 1"],
    ['{ "format": 1 }', "has no revisions"],
    [
      '{ "format": 1, "revisions": { "draft": { "from": "x" } } }',
      "has a malformed revision draft",
    ],
    [
      '{ "format": 1, "revisions": { "draft": { "from": "x", "files": { "schema.ts": { "sha256": "zz", "bytes": 1 } } } } }',
      "has a malformed revision draft",
    ],
  ])("refuses the lock %s", (text, want) => {
    project.write("draft/schema.ts", schemaOf("mine"));
    project.write("mcp-gen.lock.json", text);
    expect(fault()).toBe(
      `schema/mcp-gen.lock.json ${want}. Restore it, or delete it and pull again.`,
    );
  });
});

describe("accepting", () => {
  it("records the files that are there", async () => {
    await pullAll();
    project.write("draft/schema.ts", schemaOf("mine"));
    await project.pull({ accept: true });
    expect(fault()).toBeUndefined();
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
    expect(project.read("mcp-gen.lock.json")).toContain('"edited": true');
    // The next pull makes it upstream's again.
    await project.pull({ from: mirror.root });
    expect(project.read("mcp-gen.lock.json")).not.toContain("edited");
  });

  it("changes nothing where only line endings are others", async () => {
    await pullAll();
    const before = project.read("mcp-gen.lock.json");
    project.write(
      "draft/schema.ts",
      project.read("draft/schema.ts").replaceAll("\n", "\r\n"),
    );
    await project.pull({ accept: true });
    expect(project.read("mcp-gen.lock.json")).toBe(before);
  });

  it("refuses what is not a schema, and what was never pulled", async () => {
    await expect(project.pull({ accept: true })).rejects.toThrow(
      "schema/mcp-gen.lock.json does not record draft, so there is nothing to accept.",
    );
    await pullAll();
    project.write("draft/schema.ts", "export const a = 1;");
    await expect(project.pull({ accept: true })).rejects.toThrow(
      "schema/draft/schema.ts is not a schema of the protocol",
    );
  });
});

describe("the lock file", () => {
  it("has its keys in one order, however it came about", () => {
    const entry = (path: string) => ({
      files: {
        [path]: { bytes: 1, sha256: "0".repeat(64) },
        "a.json": { sha256: "1".repeat(64), bytes: 2 },
      },
      commit: COMMIT,
      from: "here",
    });
    const one = withRevision(
      withRevision(EMPTY_LOCK, "b", entry("x")),
      "a",
      entry("y"),
    );
    const other = withRevision(
      withRevision(EMPTY_LOCK, "a", entry("y")),
      "b",
      entry("x"),
    );
    expect(printLock(one)).toBe(printLock(other));
    project.write("mcp-gen.lock.json", printLock(one));
    expect(readLock(project.root, "schema")).toEqual(one);
  });
});
