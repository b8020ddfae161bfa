/** A client on generated code with the official SDK's server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  Client,
  httpTransport,
  isInputRequired,
  isResourceNotFound,
  serverInfoOf,
  stdioTransport,
  type SubscriptionEvent,
} from "../../out/draft/client.js";
import { isMcpError } from "../../out/draft/errors.js";
import { fileURLToPath } from "node:url";
import { bundle, type Program } from "../requirements/program.js";
import { sdk } from "../requirements/sdk/subject.js";
import { until, version } from "../requirements/message.js";
import type { HttpWire } from "../requirements/server-wire.js";
import type { Subject } from "../requirements/subject.js";
import { peersFolder } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

describeWithPeers("the SDK's server", () => {
  let subject: Subject;
  let http: HttpWire;
  let program: Program;
  const clients: Client[] = [];

  beforeAll(async () => {
    subject = await sdk();
    http = (await subject.serve("http", {})) as HttpWire;
    program = await bundle(
      fileURLToPath(
        new URL("../requirements/sdk/stdio-program.ts", import.meta.url),
      ),
      `${peersFolder}node_modules`,
      true,
    );
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(async () => {
    await http.close();
    await subject.stop();
    program.remove();
  });

  /** Connects to a server behind `serveStdio` or `createMcpHandler`. */
  function connect(way: string): Client {
    const client = new Client(
      way === "http"
        ? httpTransport(`http://127.0.0.1:${http.port}/mcp`)
        : stdioTransport({
            command: process.execPath,
            args: [program.path],
            stderr: "ignore",
          }),
      {
        info: { name: "ours", version: "1.0.0" },
        capabilities: {
          elicitation: { form: {}, url: {} },
          sampling: { tools: {} },
        },
        inputs: {
          "elicitation/create": ({ mode }) =>
            mode === "url"
              ? { action: "accept" }
              : { action: "accept", content: { row: 4 } },
          "sampling/createMessage": () => ({
            role: "assistant",
            model: "m",
            content: { type: "text", text: "Hi" },
          }),
          "roots/list": () => ({ roots: [{ uri: "file:///srv" }] }),
        },
      },
    );
    clients.push(client);
    return client;
  }

  const ways = ["stdio", "http"];

  test.each(ways)("over %s: discovery and lists", async (way) => {
    const client = connect(way);
    const discovered = await client.discover();
    expect(discovered.supportedVersions).toContain(version);
    expect(serverInfoOf(discovered)?.name).toBe("sdk");
    const tools = [];
    for await (const { name } of client.listTools.all()) tools.push(name);
    expect(tools).toContain("echo");
    expect((await client.listResources()).resources).toHaveLength(4);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual(
      [],
    );
    expect((await client.listPrompts()).prompts).toHaveLength(1);
  });

  test.each(ways)(
    "over %s: tools, reading, prompts, completion",
    async (way) => {
      const client = connect(way);
      await client.listTools();
      const sum = await client.callTool({
        name: "sum",
        arguments: { a: 1, b: 2 },
      });
      expect(sum.content).toEqual([{ type: "text", text: "3" }]);
      const named = await client.callTool({ name: "日本", arguments: {} });
      expect(named.isError).not.toBe(true);
      const routed = await client.callTool({
        name: "route",
        arguments: { region: "Zürich", place: { floor: 1, open: true } },
      });
      expect(routed.isError).not.toBe(true);
      const shape = await client.callTool({
        name: "shape",
        arguments: { give: { n: 1 } },
      });
      expect(shape.structuredContent).toEqual({ n: 1 });
      const wrong = await client.callTool({ name: "sum", arguments: {} });
      expect(wrong.isError).toBe(true);
      const uri = "file:///srv/note.txt";
      expect((await client.readResource({ uri })).contents).toEqual([
        { uri, mimeType: "text/plain", text: "a note" },
      ]);
      const { messages } = await client.getPrompt({
        name: "greet",
        arguments: { who: "Ada" },
      });
      expect(messages).toHaveLength(1);
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "who", value: "Ada" },
      });
      expect(completion.values).toHaveLength(100);
    },
  );

  test.each(ways)("over %s: progress and log", async (way) => {
    const client = connect(way);
    const seen: number[] = [];
    await client.callTool(
      { name: "steps", arguments: {} },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThanOrEqual(3);
    const logged: string[] = [];
    await client.callTool(
      { name: "chat", arguments: {} },
      { logLevel: "alert", onLog: ({ level }) => logged.push(level) },
    );
    expect(logged).toEqual(["alert", "emergency"]);
  });

  test.each(ways)("over %s: input of all kinds", async (way) => {
    const client = connect(way);
    for (const [what, answer] of [
      ["form", { action: "accept", content: { row: 4 } }],
      ["url", { action: "accept" }],
      ["sampling", { role: "assistant" }],
      ["sampling-tools", { role: "assistant" }],
      ["roots", { roots: [{ uri: "file:///srv" }] }],
    ] as const) {
      const { content } = await client.callTool({
        name: "ask",
        arguments: { what },
      });
      const [block] = content;
      const text = block?.type === "text" ? block.text : "";
      expect(JSON.parse(text)).toMatchObject(answer);
    }
    const remembered = await client.callTool({
      name: "remember",
      arguments: {},
    });
    expect(JSON.stringify(remembered.content)).toContain("12A");
    const read = await client.readResource({ uri: "file:///srv/asks" });
    expect(read.contents).toHaveLength(1);
    const asked = await client.callTool(
      { name: "ask", arguments: { what: "form" } },
      { inputRequired: "return" },
    );
    expect(isInputRequired(asked)).toBe(true);
  });

  test.each(ways)("over %s: subscriptions", async (way) => {
    const client = connect(way);
    const events: SubscriptionEvent[] = [];
    const subscription = client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///srv/note.txt"],
    });
    expect(await subscription.acknowledged).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///srv/note.txt"],
    });
    const reading = (async () => {
      for await (const event of subscription) events.push(event);
    })();
    for (const [what, uri] of [
      ["prompts", ""],
      ["tools", ""],
      ["uri", "file:///srv/note.txt"],
    ]) {
      await client.callTool({ name: "change", arguments: { what, uri } });
    }
    await until(() => events.length === 2, "both changes were told");
    expect(events.map(({ method }) => method)).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/updated",
    ]);
    subscription.close();
    await reading;
  });

  test.each(ways)("over %s: cancellation", async (way) => {
    const client = connect(way);
    const abort = new AbortController();
    let begun = false;
    const call = client.callTool(
      { name: "wait", arguments: {} },
      {
        signal: abort.signal,
        onProgress: () => {
          begun = true;
        },
      },
    );
    const reason = new Error("enough");
    const rejected = expect(call).rejects.toBe(reason);
    await until(() => begun, "the tool ran");
    abort.abort(reason);
    await rejected;
    expect(
      (await client.callTool({ name: "echo", arguments: { a: 1 } })).content,
    ).toHaveLength(1);
  });

  test.each(ways)("over %s: errors", async (way) => {
    const client = connect(way);
    const failure = async (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(
      isMcpError(await failure(client.callTool({ name: "none" })), -32602),
    ).toBe(true);
    expect(
      isResourceNotFound(
        await failure(client.readResource({ uri: "file:///srv/none" })),
      ),
    ).toBe(true);
    expect(
      isMcpError(await failure(client.getPrompt({ name: "none" })), -32602),
    ).toBe(true);
  });
});
