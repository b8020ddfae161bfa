/** The official SDK's client with servers on generated code. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { nodeHandler } from "../../out/draft/server.js";
import {
  bundle as bundleExample,
  startServer,
  type Running,
} from "../conformance/programs.js";
import { bundle } from "../requirements/program.js";
import { fixtureServer } from "../requirements/ours/server.js";
import { until, version, type Message } from "../requirements/message.js";
import { peer } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

const key = "io.modelcontextprotocol";
const noCanary = "http://127.0.0.1:1/";

const modes = [
  { name: "pinned", mode: { pin: version } },
  { name: "auto", mode: "auto" },
] as const;
const ways = ["stdio", "http"] as const;
const cases = modes.flatMap((mode) => ways.map((way) => ({ ...mode, way })));

describeWithPeers("the SDK's client", () => {
  let sdk: any;
  let stdio: any;
  let everything: Running;
  let everythingStdio: string;
  let fixtureUrl: string;
  let fixtureStdio: string;
  const stops: (() => unknown)[] = [];
  const clients: any[] = [];

  beforeAll(async () => {
    sdk = await peer("@modelcontextprotocol/client");
    stdio = await peer("@modelcontextprotocol/client/stdio");
    const http = await bundleExample("everything-server/http.ts", "node");
    const program = await bundleExample("everything-server/stdio.ts", "node");
    const fixture = await bundle(
      fileURLToPath(
        new URL("../requirements/ours/stdio-program.ts", import.meta.url),
      ),
      tmpdir(),
      false,
    );
    everything = await startServer(http.path);
    everythingStdio = program.path;
    fixtureStdio = fixture.path;
    const server = fixtureServer(noCanary);
    const listener = createServer(nodeHandler(server));
    await new Promise<void>((resolve) => {
      listener.listen(0, "127.0.0.1", resolve);
    });
    const { port } = listener.address() as AddressInfo;
    fixtureUrl = `http://127.0.0.1:${port}/mcp`;
    stops.push(
      () => everything.stop(),
      () => http.remove(),
      () => program.remove(),
      () => fixture.remove(),
      () => server.close(),
      () => {
        listener.close();
        listener.closeAllConnections();
      },
    );
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  /** Connects to one of the two servers. */
  async function connect(
    which: "everything" | "fixture",
    { mode, way }: { mode: unknown; way: string },
  ): Promise<{ client: any; told: Message[] }> {
    const client = new sdk.Client(
      { name: "sdk", version: "1.0.0" },
      {
        capabilities: { elicitation: {}, sampling: {}, roots: {} },
        versionNegotiation: { mode },
      },
    );
    client.setRequestHandler("elicitation/create", ({ params }: Message) => ({
      action: "accept",
      content: Object.fromEntries(
        Object.keys(params.requestedSchema.properties).map((name) => [
          name,
          "Ada",
        ]),
      ),
    }));
    client.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "no-model",
      content: { type: "text", text: "Paris" },
    }));
    client.setRequestHandler("roots/list", () => ({
      roots: [{ uri: "file:///srv" }],
    }));
    const told: Message[] = [];
    for (const method of [
      "notifications/message",
      "notifications/tools/list_changed",
      "notifications/prompts/list_changed",
      "notifications/resources/updated",
    ]) {
      client.setNotificationHandler(method, (each: Message) => {
        told.push(each);
      });
    }
    const url = which === "everything" ? everything.url : fixtureUrl;
    const program = which === "everything" ? everythingStdio : fixtureStdio;
    await client.connect(
      way === "http"
        ? new sdk.StreamableHTTPClientTransport(new URL(url))
        : new stdio.StdioClientTransport({
            command: process.execPath,
            args: [program],
            stderr: "ignore",
          }),
    );
    clients.push(client);
    return { client, told };
  }

  test.each(cases)("$name over $way: discovery and lists", async (at) => {
    const { client } = await connect("everything", at);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getProtocolEra()).toBe("modern");
    expect((await client.discover()).supportedVersions[0]).toBe(version);
    expect((await client.listTools()).tools).toHaveLength(27);
    expect((await client.listResources()).resources).toHaveLength(2);
    expect(
      (await client.listResourceTemplates()).resourceTemplates,
    ).toHaveLength(1);
    expect((await client.listPrompts()).prompts).toHaveLength(5);
  });

  test.each(cases)("$name over $way: pages", async (at) => {
    const { client } = await connect("fixture", at);
    expect((await client.listResources()).resources).toHaveLength(3);
  });

  test.each(cases)(
    "$name over $way: reading, prompts, completion",
    async (at) => {
      const { client } = await connect("everything", at);
      const { contents } = await client.readResource({
        uri: "test://template/7/data",
      });
      expect(JSON.parse(contents[0].text).id).toBe("7");
      const { messages } = await client.getPrompt({
        name: "test_prompt_with_arguments",
        arguments: { arg1: "one", arg2: "two" },
      });
      expect(messages[0].content.text).toContain("'one'");
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
        argument: { name: "arg1", value: "te" },
      });
      expect(completion.values).toEqual(["test", "testing", "text"]);
    },
  );

  test.each(cases)(
    "$name over $way: tools, structured content, parameter headers",
    async (at) => {
      const { client } = await connect("everything", at);
      await client.listTools();
      const plain = await client.callTool({ name: "test_simple_text" });
      expect(plain.content).toHaveLength(1);
      const mixed = await client.callTool({
        name: "test_multiple_content_types",
      });
      expect(mixed.content.map(({ type }: Message) => type)).toEqual([
        "text",
        "image",
        "resource",
      ]);
      const routed = await client.callTool({
        name: "test_x_mcp_header",
        arguments: { region: "Zürich", query: "x" },
      });
      expect(routed.structuredContent).toMatchObject({ region: "Zürich" });
      const failed = await client.callTool({ name: "test_error_handling" });
      expect(failed.isError).toBe(true);
    },
  );

  // Of notifications that come in one piece with the response this client may tell none,
  // so here each report is answered before the next one is sent.
  test.each(cases)("$name over $way: progress", async (at) => {
    const { client } = await connect("fixture", at);
    const seen: number[] = [];
    await client.callTool(
      { name: "held" },
      {
        onprogress: async ({ progress }: Message) => {
          seen.push(progress);
          await client.callTool({ name: "next" });
        },
      },
    );
    expect(seen).toEqual([1, 2, 3]);
  });

  test.each(cases)("$name over $way: log", async (at) => {
    const { client, told } = await connect("everything", at);
    await client.callTool({
      name: "test_logging_tool",
      _meta: { [`${key}/logLevel`]: "info" },
    });
    await until(() => told.length > 0, "the log message was told");
    expect(told.map(({ params }) => params.level)).toEqual(["info"]);
  });

  test.each(cases)("$name over $way: input of all kinds", async (at) => {
    const { client } = await connect("everything", at);
    const said = async (name: string): Promise<string> => {
      const { content } = await client.callTool({ name });
      return content[0].text as string;
    };
    const kind = (name: string): string => `test_input_required_result_${name}`;
    expect(await said(kind("elicitation"))).toBe("Hello, Ada!");
    expect(await said(kind("sampling"))).toContain("Paris");
    expect(await said(kind("list_roots"))).toContain("file:///srv");
    expect(await said(kind("multiple_inputs"))).toContain("no-model");
    expect(await said(kind("multi_round"))).toBe("Ada likes Ada.");
    expect(await said(kind("request_state"))).toContain("state-ok");
    const { messages } = await client.getPrompt({ name: kind("prompt") });
    expect(messages.length).toBeGreaterThan(0);
  });

  test.each(cases)("$name over $way: subscriptions", async (at) => {
    const { client, told } = await connect("fixture", at);
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///srv/note.txt"],
    });
    expect(subscription.honoredFilter).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///srv/note.txt"],
    });
    for (const [what, uri] of [
      ["prompts", ""],
      ["tools", ""],
      ["uri", "file:///srv/note.txt"],
    ]) {
      await client.callTool({ name: "change", arguments: { what, uri } });
    }
    await until(() => told.length === 2, "both changes were told");
    expect(told.map(({ method }) => method)).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/updated",
    ]);
    await subscription.close();
    expect(await subscription.closed).toBe("local");
  });

  const overStdio = cases.filter(({ way }) => way === "stdio");
  test.each(overStdio)("$name over $way: the server ends it", async (at) => {
    const { client } = await connect("fixture", at);
    const subscription = await client.listen({ toolsListChanged: true });
    await client.callTool({ name: "shut-down" });
    expect(["graceful", "remote"]).toContain(await subscription.closed);
  });

  test.each(cases)("$name over $way: cancellation", async (at) => {
    const { client } = await connect("fixture", at);
    const abort = new AbortController();
    let begun = false;
    const call = client.callTool(
      { name: "wait" },
      {
        signal: abort.signal,
        onprogress: () => {
          begun = true;
        },
      },
    );
    const rejected = expect(call).rejects.toThrow();
    await until(() => begun, "the tool ran");
    abort.abort(new Error("enough"));
    await rejected;
    const { content } = await client.callTool({
      name: "echo",
      arguments: { a: 1 },
    });
    expect(content[0].text).toBe('{"a":1}');
  });

  test.each(cases)("$name over $way: errors", async (at) => {
    const { client } = await connect("everything", at);
    await expect(
      client.callTool({ name: "no-such-tool" }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(
      client.readResource({ uri: "test://no-such-resource" }),
    ).rejects.toMatchObject({
      code: -32602,
      data: { uri: "test://no-such-resource" },
    });
    await expect(
      client.getPrompt({ name: "no-such-prompt" }),
    ).rejects.toMatchObject({ code: -32602 });
    const bare = new sdk.Client(
      { name: "bare", version: "1" },
      { versionNegotiation: { mode: at.mode } },
    );
    await bare.connect(
      new sdk.StreamableHTTPClientTransport(new URL(everything.url)),
    );
    clients.push(bare);
    await expect(
      bare.callTool({ name: "test_missing_capability" }),
    ).rejects.toThrow(/sampling|capabilit/i);
  });
});
