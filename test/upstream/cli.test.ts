/** `mcp-gen pull`, and runs that hold its schemas against the lock. */
import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { pull } from "../../generator/index.js";
import { mcpGen, mcpGenAsync } from "../cli/program.js";
import { protocolText } from "../diff/protocol.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import type { TestProxy, TestServer } from "./server.js";
import { startProxy, startServer, text } from "./server.js";

const running: (TestServer | TestProxy)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

const FIRST = protocolText({});
const SECOND = protocolText({ sent: "a?: string;" });

/** A project with a folder in place of the repository. */
function project(): string {
  const root = temporaryFolder();
  plant(root, { "mirror/draft/schema.ts": FIRST });
  return root;
}

const generation = ["--schema", "draft", "--emit", "types"];

describe("mcp-gen pull", () => {
  it("brings a schema, which is what the next run reads", () => {
    const root = project();
    const pulled = mcpGen(root, ["pull", "draft", "--from", "mirror"]);
    expect(pulled).toEqual({
      exitCode: 0,
      stdout:
        "draft from mirror: 1 created, 0 updated, 0 unchanged, 0 deleted in schema/draft\nNext: mcp-gen --schema draft\n",
      stderr: "",
    });
    expect(
      fs.readFileSync(path.join(root, "schema/draft/schema.ts"), "utf8"),
    ).toBe(FIRST);
    expect(mcpGen(root, generation)).toMatchObject({ exitCode: 0, stderr: "" });

    plant(root, { "mirror/draft/schema.ts": SECOND });
    mcpGen(root, ["pull", "draft", "--from", "mirror"]);
    expect(mcpGen(root, generation).stdout).toContain(
      "     + Sent.a  optional, string\n",
    );
  });

  it("says what it did as JSON", () => {
    const { stdout } = mcpGen(project(), [
      "pull",
      "draft",
      "--from",
      "mirror",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 0,
      revision: "draft",
      from: "mirror",
      files: [{ path: "schema.ts", state: "created", bytes: FIRST.length }],
    });
  });

  it("keeps revisions where the project keeps them", () => {
    const root = project();
    const args = ["pull", "draft", "--from", "mirror", "--schema-root", "mcp"];
    expect(mcpGen(root, args).exitCode).toBe(0);
    expect(Object.keys(readTree(path.join(root, "mcp"))).sort()).toEqual([
      "draft/schema.ts",
      "mcp-gen.lock.json",
    ]);
    plant(root, { "mcp/draft/schema.ts": SECOND });
    expect(
      mcpGen(root, [...generation, "--schema-root", "mcp"]).stderr,
    ).toContain("mcp-gen pull draft --schema-root mcp --accept");
  });

  it("goes through the proxy of the environment", async () => {
    const server = await startServer({ "/draft/schema.ts": text(FIRST) });
    const proxy = await startProxy();
    running.push(server, proxy);
    const root = project();
    const { exitCode, stderr } = await mcpGenAsync(
      root,
      ["pull", "draft", "--from", server.origin],
      {
        HTTP_PROXY: proxy.url,
        http_proxy: proxy.url,
        NO_PROXY: "",
        no_proxy: "",
      },
    );
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(proxy.tunnels).toHaveLength(1);
  });

  it.each([
    [["pull"], 2, "pull takes one revision, such as: mcp-gen pull draft."],
    [["pull", "a", "b"], 2, "pull takes one revision"],
    [
      ["pull", "draft", "--from", "nowhere"],
      2,
      "nowhere holds no draft/schema.ts.",
    ],
    [
      ["pull", "draft", "--from", "mirror", "--ref", "main"],
      2,
      "A folder has no branches",
    ],
    [
      ["pull", "draft", "--accept", "--ref", "main"],
      2,
      "--accept downloads nothing",
    ],
    [["pull", "broken", "--from", "mirror"], 3, "broken/schema.ts:"],
    [
      ["pull", "draft", "--form", "x"],
      2,
      "There is no option --form. Did you mean --from?",
    ],
  ])("refuses %j", (args, code, message) => {
    const root = project();
    plant(root, {
      "mirror/broken/schema.ts": protocolText({ sent: "a: Missing;" }),
    });
    const { exitCode, stdout, stderr } = mcpGen(root, args);
    expect([exitCode, stdout]).toEqual([code, ""]);
    expect(stderr).toContain(message);
    expect(fs.existsSync(path.join(root, "schema"))).toBe(false);
  });
});

describe("a run", () => {
  it("refuses a pulled schema that was changed, until that is accepted", () => {
    const root = project();
    mcpGen(root, ["pull", "draft", "--from", "mirror"]);
    mcpGen(root, generation);
    plant(root, { "schema/draft/schema.ts": SECOND });
    const before = readTree(root);
    for (const more of [[], ["--check"], ["--dry-run"], ["--force"]]) {
      const { exitCode, stderr } = mcpGen(root, [...generation, ...more]);
      expect(exitCode).toBe(2);
      expect(stderr).toBe(
        "mcp-gen: schema/draft/schema.ts was changed since: the lock file records another one. Get it back with: mcp-gen pull draft --from mirror --force. Or accept what is there with: mcp-gen pull draft --accept.\n",
      );
    }
    expect(readTree(root)).toEqual(before);
    expect(mcpGen(root, ["pull", "draft", "--accept"])).toEqual({
      exitCode: 0,
      stdout: "draft: recorded as found, 1 file\n",
      stderr: "",
    });
    expect(mcpGen(root, generation).exitCode).toBe(0);
    expect(mcpGen(root, [...generation, "--check"]).exitCode).toBe(0);
    // And the other way, back to what was pulled.
    mcpGen(root, ["pull", "draft", "--from", "mirror", "--force"]);
    expect(
      fs.readFileSync(path.join(root, "schema/draft/schema.ts"), "utf8"),
    ).toBe(FIRST);
  });
});

describe("pull, as a function", () => {
  it("gives what it did", async () => {
    const root = project();
    expect(
      await pull({ revision: "draft", from: "mirror", cwd: root }),
    ).toMatchObject({ files: [{ path: "schema.ts", state: "created" }] });
  });
});
