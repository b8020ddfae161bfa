/** Mirrors: a URL, a folder or a checkout in the place of GitHub. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../generator/failure.js";
import type { TestProject } from "./project.js";
import { createProject, schemaOf } from "./project.js";
import type { TestServer } from "./server.js";
import { startServer, text } from "./server.js";

/** A schema that includes two examples, one of them twice, and two strange ones. */
const WITH_EXAMPLES = `${schemaOf("mirror")}
/**
 * A thing.
 *
 * @example One
 * {@includeCode ./examples/Thing/one.json}
 *
 * @example One again
 * {@includeCode ./examples/Thing/one.json}
 *
 * @example Two
 * {@includeCode examples/Thing/two.json}
 *
 * @example Outside
 * {@includeCode ../secret.json}
 *
 * @example Outside, too
 * {@includeCode ./examples/../../secret.json}
 */
export interface Other {
  name: string;
}
`;

let project: TestProject;
let folder: string;
let server: TestServer | undefined;

beforeEach(() => {
  project = createProject();
  folder = mkdtempSync(join(tmpdir(), "mcp-gen mirror-"));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, body: string): void {
  const place = join(folder, ...path.split("/"));
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, body);
}

async function faultOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as UsageError).message;
}

function lockedFrom(): unknown {
  const lock = JSON.parse(project.read("mcp-gen.lock.json")) as {
    revisions: Record<string, { from: string; commit?: string }>;
  };
  const { from, commit } = lock.revisions["draft"] ?? {};
  return { from, commit };
}

describe("a URL", () => {
  it("has the schema of a revision below it, and the examples it names", async () => {
    server = await startServer({
      "/mcp/draft/schema.ts": text(WITH_EXAMPLES),
      "/mcp/draft/examples/Thing/one.json": text("1\n"),
      "/mcp/draft/examples/Thing/two.json": text("2\n"),
    });
    const from = `${server.origin}/mcp/`;
    await project.pull({ from, examples: true });
    expect(project.files()).toEqual([
      "draft/examples/Thing/one.json",
      "draft/examples/Thing/two.json",
      "draft/schema.ts",
      "mcp-gen.lock.json",
    ]);
    expect(lockedFrom()).toEqual({
      from: `${server.origin}/mcp`,
      commit: undefined,
    });
  });

  it("may have a place for the branch or commit", async () => {
    const commit = "a".repeat(40);
    server = await startServer({
      [`/raw/${commit}/schema/draft/schema.ts`]: text(schemaOf("raw")),
    });
    const from = `${server.origin}/raw/{ref}/schema`;
    await project.pull({ from, ref: commit });
    expect(lockedFrom()).toEqual({
      from: `${server.origin}/raw/${commit}/schema`,
      commit,
    });
    expect(await faultOf(project.pull({ from }))).toBe(
      "The mirror's URL holds {ref}; say which with --ref.",
    );
    expect(
      await faultOf(project.pull({ from: server.origin, ref: "main" })),
    ).toBe(
      "--ref needs a mirror's URL with {ref} where the branch or commit goes.",
    );
  });

  it("keeps its password out of the lock", async () => {
    server = await startServer({ "/draft/schema.ts": text(schemaOf("x")) });
    await project.pull({ from: server.origin.replace("//", "//me:secret@") });
    expect(project.read("mcp-gen.lock.json")).not.toContain("secret");
  });

  it("without the schema, or one of its examples, changes nothing", async () => {
    server = await startServer({
      "/half/draft/schema.ts": text(WITH_EXAMPLES),
      "/half/draft/examples/Thing/one.json": text("1\n"),
    });
    expect(
      await faultOf(project.pull({ from: `${server.origin}/none` })),
    ).toMatch(/none\/draft\/schema\.ts cannot be downloaded: 404/);
    expect(
      await faultOf(
        project.pull({ from: `${server.origin}/half`, examples: true }),
      ),
    ).toMatch(/two\.json cannot be downloaded: 404/);
    expect(project.files()).toEqual([]);
  });
});

describe("a folder", () => {
  it.each(["draft", "schema/draft"])("has %s/schema.ts", async (revision) => {
    write(`${revision}/schema.ts`, schemaOf("folder"));
    write(`${revision}/examples/Thing/deep/one.json`, "1\n");
    const { files } = await project.pull({ from: folder, examples: true });
    expect(files.map(({ path }) => path)).toEqual([
      "schema.ts",
      "examples/Thing/deep/one.json",
    ]);
    expect(project.read("draft/schema.ts")).toBe(schemaOf("folder"));
    // No path of this machine goes into the lock.
    expect(project.read("mcp-gen.lock.json")).not.toContain(tmpdir());
  });

  it("may be given as a file: URL", async () => {
    write("draft/schema.ts", schemaOf("folder"));
    await project.pull({ from: pathToFileURL(folder).href });
    expect(project.read("draft/schema.ts")).toBe(schemaOf("folder"));
    expect(project.read("mcp-gen.lock.json")).not.toContain(tmpdir());
  });

  it("without the revision is refused, and so is a branch of it", async () => {
    expect(await faultOf(project.pull({ from: folder }))).toBe(
      `${folder} holds no draft/schema.ts.`,
    );
    expect(await faultOf(project.pull({ from: folder, ref: "main" }))).toBe(
      "A folder has no branches: --ref cannot go with it.",
    );
  });
});
