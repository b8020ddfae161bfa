/** docs/tools.md, "Scripts of agents": its script is short, and its bundle as small as the page says. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { repositoryPath } from "../shared.js";
import { generateTools } from "./generated.js";

const page = readFileSync(join(repositoryPath, "docs/tools.md"), "utf8");
const script = /^```ts\n(\/\/ report\.ts\n.*?)^```/ms.exec(page)?.[1] ?? "";

/** An object schema whose properties are all required. */
const object = (properties: Record<string, object>): object => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const text = { type: "string" };

const servers: Readonly<Record<string, readonly object[]>> = {
  tracker: [
    {
      name: "list_issues",
      inputSchema: object({ state: text, limit: { type: "integer" } }),
      outputSchema: object({
        issues: {
          type: "array",
          items: object({
            number: { type: "integer" },
            title: text,
            labels: { type: "array", items: text },
          }),
        },
      }),
    },
    { name: "never_called", inputSchema: object({ unused_here: text }) },
  ],
  files: [
    { name: "write_file", inputSchema: object({ path: text, content: text }) },
    { name: "never_called", inputSchema: object({ unused_here: text }) },
  ],
};

test("20 lines, two servers, one bundle with the two tools that are called", async () => {
  const lines = script.split("\n").filter((line) => /^(?!\/\/).*\S/.test(line));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(20);
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-code-mode-"));
  try {
    cpSync(join(repositoryPath, "out/draft"), join(folder, "out/draft"), {
      recursive: true,
    });
    for (const [name, tools] of Object.entries(servers)) {
      for (const file of generateTools(tools, name).files) {
        const path = join(folder, "out", name, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.text);
      }
    }
    writeFileSync(join(folder, "report.ts"), script);
    const { outputFiles } = await build({
      entryPoints: [join(folder, "report.ts")],
      bundle: true,
      minify: true,
      platform: "node",
      format: "esm",
      write: false,
      logLevel: "error",
    });
    const bundle = outputFiles[0]?.text ?? "";
    expect(bundle).toContain("list_issues");
    expect(bundle).not.toContain("unused_here");
    const [, told] = /bundle of it takes (\d+) kB/.exec(page) ?? [];
    const kB = gzipSync(bundle).length / 1000;
    expect(Math.abs(Number(told) - kB), `${kB} kB`).toBeLessThan(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
