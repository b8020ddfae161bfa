/** `examples/notes`: the same server on generated code and on the SDK. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { Client, stdioTransport } from "../../out/draft/client.js";
import { repositoryPath } from "../shared.js";
import { describeWithPeers, peersFolder } from "./with-peers.js";

const sourceOf = (name: string): string =>
  join(repositoryPath, `examples/notes/${name}.ts`);

/** What a program answers to the same questions. */
async function answersOf(name: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-notes-"));
  const program = join(folder, "server.mjs");
  await build({
    entryPoints: [sourceOf(name)],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    nodePaths: [`${peersFolder}node_modules`],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  const client = new Client(
    stdioTransport({ command: process.execPath, args: [program] }),
    { info: { name: "test", version: "1" } },
  );
  try {
    const { tools } = await client.listTools();
    const call = async (tool: string, args: Record<string, unknown>) =>
      (await client.callTool({ name: tool, arguments: args })).content;
    const added = await call("add", { text: "Call Ada" });
    return {
      tools: tools.map(({ name: tool, description }) => [tool, description]),
      added,
      found: await call("find", { text: "Ada" }),
      removed: await call("remove", { id: "1" }),
      read: (await client.readResource({ uri: "notes://2" })).contents,
      prompt: (
        await client.getPrompt({ name: "summary", arguments: { style: "dry" } })
      ).messages,
    };
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describeWithPeers("examples/notes", () => {
  test("answers alike on both", async () => {
    const ours = await answersOf("ours");
    expect(ours).toMatchObject({
      added: [{ text: "Added 2" }],
      found: [{ text: "2" }],
      removed: [{ text: "Removed" }],
      read: [{ uri: "notes://2", text: "Call Ada" }],
      prompt: [{ content: { text: "Summarise my notes: dry" } }],
    });
    expect(await answersOf("sdk")).toEqual(ours);
  });

  test("infers the types of arguments from zod's", () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-gen-notes-"));
    const options = {
      extends: join(repositoryPath, "tsconfig.base.json"),
      compilerOptions: {
        noEmit: true,
        skipLibCheck: true,
        types: ["node"],
        typeRoots: [join(repositoryPath, "node_modules/@types")],
        paths: { zod: [`${peersFolder}node_modules/zod`] },
      },
      files: [sourceOf("ours")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    try {
      const { stdout } = spawnSync(
        process.execPath,
        [join(repositoryPath, "node_modules/typescript/bin/tsc"), "-p", folder],
        { encoding: "utf8" },
      );
      expect(stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("takes fewer lines on generated code", () => {
    const lines = (name: string): number =>
      readFileSync(sourceOf(name), "utf8").trimEnd().split("\n").length;
    expect(lines("ours")).toBeLessThan(lines("sdk"));
  });
});
