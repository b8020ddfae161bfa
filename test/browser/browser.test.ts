/** Generated validators where nothing may make code from strings: Node with the flag, Chromium under a policy. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emittedValidators, writeCompiled } from "../compiled-output.js";
import { mustRunAll } from "../needs.js";
import { embeddedModel } from "../shared.js";
import { CHROMIUM, hasChromium, launchChromium } from "./chromium.js";
import { servePage, type Case } from "./page-server.js";

const cases: readonly (Case & { want: readonly (string | number)[] | null })[] =
  [
    {
      type: "CallToolResult",
      text: '{"resultType":"complete","content":[{"type":"text","text":"hi"}],"x":{"__proto__":1}}',
      want: null,
    },
    {
      type: "CallToolResult",
      text: '{"resultType":"complete","content":[{"type":"text","text":7}]}',
      want: ["content", 0, "text"],
    },
    {
      type: "JSONRPCMessage",
      text: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      want: null,
    },
    {
      type: "ClientRequest",
      text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}',
      want: ["params", "_meta"],
    },
  ];

describe("validators without code from strings", () => {
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mcp-gen-browser-"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    await writeCompiled(emittedValidators(embeddedModel()), folder);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("run under --disallow-code-generation-from-strings", () => {
    writeFileSync(
      join(folder, "program.js"),
      `import * as validators from "./validators.js";
      const paths = JSON.parse(process.argv[2]).map(({ type, text }) => {
        const result = validators["validate" + type](JSON.parse(text));
        return result.success ? null : result.issues[0].path;
      });
      let codeFromStrings = true;
      try { new Function(""); } catch { codeFromStrings = false; }
      console.log(JSON.stringify({ codeFromStrings, paths }));`,
    );
    const output = execFileSync(
      process.execPath,
      [
        "--disallow-code-generation-from-strings",
        join(folder, "program.js"),
        JSON.stringify(cases),
      ],
      { encoding: "utf8" },
    );
    expect(JSON.parse(output)).toEqual({
      codeFromStrings: false,
      paths: cases.map(({ want }) => want),
    });
  });

  it.skipIf(!hasChromium && !mustRunAll)(
    hasChromium
      ? "run in Chromium under script-src 'self'"
      : `run in Chromium (skipped: no ${CHROMIUM})`,
    async () => {
      const server = await servePage(folder, cases);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        const failed = new Promise<never>((_resolve, reject) => {
          page.on("pageerror", reject);
        });
        await page.goto(server.url);
        const report = await Promise.race([server.report, failed]);
        expect(report).toEqual({
          canMakeCode: false,
          verdicts: cases.map(({ want }) => ({
            is: want === null,
            sameReference: want === null,
            path: want,
          })),
        });
      } finally {
        await browser.close();
        await server.close();
      }
    },
  );
});
