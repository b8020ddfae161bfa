/** The official inspector's command line with the example server. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installSuite, suiteNode } from "../conformance/install.js";
import {
  bundle,
  startServer,
  type Bundle,
  type Running,
} from "../conformance/programs.js";
import type { Message } from "../requirements/message.js";
import { peersFolder } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

const run = promisify(execFile);
const inspector = `${peersFolder}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`;

describeWithPeers("the inspector", () => {
  let http: Bundle;
  let stdio: Bundle;
  let server: Running;
  beforeAll(async () => {
    // It needs Node 22, which is installed next to the conformance suite.
    installSuite();
    http = await bundle("everything-server/http.ts", "node");
    stdio = await bundle("everything-server/stdio.ts", "node");
    server = await startServer(http.path);
  });
  afterAll(async () => {
    await server.stop();
    http.remove();
    stdio.remove();
  });

  /** Runs one request of the command line; gives the result that it prints. */
  async function inspect(way: string, ...args: string[]): Promise<Message> {
    const target =
      way === "http"
        ? [server.url, "--transport", "http"]
        : [process.execPath, stdio.path];
    const { stdout } = await run(
      suiteNode,
      [inspector, "--cli", "--protocol-era", "modern", ...target, ...args],
      { timeout: 50_000, maxBuffer: 16 * 1024 * 1024 },
    );
    return JSON.parse(stdout) as Message;
  }

  test.each(["stdio", "http"])("over %s: tools", async (way) => {
    const { tools } = await inspect(way, "--method", "tools/list");
    expect(tools).toHaveLength(27);
    const { content } = await inspect(
      way,
      "--method",
      "tools/call",
      "--tool-name",
      "test_x_mcp_header",
      "--tool-arg",
      "region=Zürich",
      "query=x",
    );
    expect(JSON.stringify(content)).toContain("Zürich");
  });

  test.each(["stdio", "http"])("over %s: resources", async (way) => {
    const { resources } = await inspect(way, "--method", "resources/list");
    expect(resources).toHaveLength(2);
    const { contents } = await inspect(
      way,
      "--method",
      "resources/read",
      "--uri",
      "test://static-text",
    );
    expect(contents[0].text).toBe("This text never changes.");
    const { resourceTemplates } = await inspect(
      way,
      "--method",
      "resources/templates/list",
    );
    expect(resourceTemplates).toHaveLength(1);
  });

  test.each(["stdio", "http"])("over %s: prompts", async (way) => {
    const { prompts } = await inspect(way, "--method", "prompts/list");
    expect(prompts).toHaveLength(5);
    const { messages } = await inspect(
      way,
      "--method",
      "prompts/get",
      "--prompt-name",
      "test_prompt_with_arguments",
      "--prompt-args",
      "arg1=one",
      "arg2=two",
    );
    expect(messages[0].content.text).toContain("'one'");
  });
});
