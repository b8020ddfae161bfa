/** The official inspector's web page, in a browser, with the example server. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM, hasChromium, launchChromium } from "../browser/chromium.js";
import { installSuite, suiteNode } from "../conformance/install.js";
import {
  bundle,
  freePort,
  startServer,
  type Bundle,
  type Running,
} from "../conformance/programs.js";
import { mustRunAll } from "../needs.js";
import { peersFolder } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

/** What the test uses of a page; see `test/browser/chromium.ts`. */
interface Locator {
  first(): Locator;
  click(options?: { readonly force: boolean }): Promise<void>;
  waitFor(): Promise<void>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  getByRole(role: string, options: { readonly name: RegExp }): Locator;
  getByText(text: string, options?: { readonly exact: boolean }): Locator;
  screenshot(options: { readonly path: string }): Promise<unknown>;
}

const inspector = `${peersFolder}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`;

describeWithPeers("the inspector's page", () => {
  let program: Bundle;
  let server: Running;
  let child: ChildProcess;
  let home: string;
  let address: string;

  beforeAll(async () => {
    if (!hasChromium) return;
    installSuite();
    program = await bundle("everything-server/http.ts", "node");
    server = await startServer(program.path);
    home = mkdtempSync(join(tmpdir(), "mcp-gen-inspector-"));
    child = spawn(
      suiteNode,
      [
        inspector,
        "--web",
        "--protocol-era",
        "modern",
        "--transport",
        "http",
        "--server-url",
        server.url,
      ],
      {
        // It keeps its settings at home, and secrets in the system's keychain.
        env: {
          ...process.env,
          HOME: home,
          CLIENT_PORT: String(await freePort()),
          MCP_SANDBOX_PORT: String(await freePort()),
          MCP_INSPECTOR_SECRET_STORE: "memory",
          MCP_AUTO_OPEN_ENABLED: "false",
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    address = await new Promise((resolve, reject) => {
      let said = "";
      const listen = (text: unknown): void => {
        said += String(text);
        const found = /http:\S+TOKEN=\w+/.exec(said);
        if (found !== null) resolve(found[0]);
      };
      child.stdout?.on("data", listen);
      child.stderr?.on("data", listen);
      child.on("exit", () => reject(new Error(`The inspector ended: ${said}`)));
    });
  });
  afterAll(async () => {
    if (!hasChromium) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    await server.stop();
    program.remove();
    rmSync(home, { recursive: true, force: true });
  });

  test.skipIf(!hasChromium && !mustRunAll)(
    "connects, lists tools and calls one",
    async () => {
      expect(hasChromium, `${CHROMIUM} is there`).toBe(true);
      const browser = await launchChromium();
      try {
        const page = (await browser.newPage()) as unknown as Page;
        await page.goto(address);
        // The switch itself is hidden behind what is drawn for it.
        await page
          .getByRole("switch", { name: /Connect/ })
          .click({ force: true });
        await page.getByText("MCP 2026-07-28").waitFor();
        await page.getByText("Tools", { exact: true }).first().click();
        await page.getByText("Tools (27)").waitFor();
        await page.getByText("test_simple_text").first().click();
        await page.getByRole("button", { name: /Execute Tool/ }).click();
        await page
          .getByText("This is a simple text response for testing.")
          .first()
          .waitFor();
        const path = process.env["SCREENSHOT"];
        if (path !== undefined) await page.screenshot({ path });
      } finally {
        await browser.close();
      }
    },
  );
});
