/** Client and server of 2025-11-25 on generated code with both versions of the official SDK. */
import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "../conformance/programs.js";
import { until, type Message } from "../requirements/message.js";
import {
  generateCode,
  type GeneratedFolder,
} from "../requirements/handshake/ours/code.js";
import { fixtureServer } from "../requirements/handshake/ours/server.js";
import { httpServer } from "../requirements/handshake/ours/subject.js";
import { sdkV1 } from "../requirements/handshake/sdk/subject.js";
import type {
  HandshakeSubject,
  RunningServer,
} from "../requirements/handshake/subject.js";
import { bundle, type Program } from "../requirements/program.js";
import { peer, peersFolder } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

const revision = "2025-11-25";
const info = { name: "client", version: "1.0.0" };
const roots = { roots: [{ uri: "file:///srv" }] };
const sampled = {
  role: "assistant",
  model: "no-model",
  content: { type: "text", text: "Paris" },
};
const filled = { action: "accept", content: { row: 4 } };
const inputs: Message = {
  "elicitation/create": () => filled,
  "sampling/createMessage": () => sampled,
  "roots/list": () => roots,
};
const ways = ["stdio", "http"] as const;

/** What a tool said, as JSON. */
function saidBy({ content }: Message): unknown {
  return JSON.parse(content[0].text as string);
}

let folder: GeneratedFolder;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await generateCode();
});
afterAll(() => folder.remove());
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A client on generated code, closed at the end of the test. */
function ourClient(transport: unknown, more: Message = {}): any {
  const client = new folder.code.client.Client(transport, {
    info,
    inputs,
    capabilities: { elicitation: { form: {}, url: {} } },
    timeoutMs: 20_000,
    ...more,
  });
  stops.push(() => client.close());
  return client;
}

describeWithPeers("our client with the server of SDK v1", () => {
  let subject: HandshakeSubject;
  let http: RunningServer;
  let program: Program;
  beforeAll(async () => {
    subject = await sdkV1();
    http = await subject.serve("http", { eventStore: true });
    program = await bundle(
      fileURLToPath(
        new URL(
          "../requirements/handshake/sdk/stdio-program.ts",
          import.meta.url,
        ),
      ),
      `${peersFolder}node_modules`,
      true,
    );
  });
  afterAll(async () => {
    await http.close();
    await subject.stop();
    program.remove();
  });

  function connect(way: string, more: Message = {}): any {
    const { httpTransport, stdioTransport } = folder.code.client;
    return ourClient(
      way === "http"
        ? httpTransport(`http://127.0.0.1:${http.port}/mcp`)
        : stdioTransport({
            command: process.execPath,
            args: [program.path],
            stderr: "ignore",
          }),
      more,
    );
  }

  test.each(ways)("over %s: the handshake, lists and calls", async (way) => {
    const client = connect(way);
    const { tools } = await client.listTools({});
    expect(tools.map(({ name }: Message) => name)).toContain("sum");
    expect(client.protocolVersion).toBe(revision);
    const summed = await client.callTool({
      name: "sum",
      arguments: { a: 1, b: 2 },
    });
    expect(summed.content[0].text).toBe("3");
    const { contents } = await client.readResource({
      uri: "file:///srv/note.txt",
    });
    expect(contents[0].text).toBe("a note");
    const { messages } = await client.getPrompt({
      name: "greet",
      arguments: { who: "Ada" },
    });
    expect(messages).toHaveLength(1);
    const steps: number[] = [];
    await client.callTool(
      { name: "steps", arguments: {} },
      { onProgress: ({ progress }: Message) => steps.push(progress as number) },
    );
    expect(steps).toContain(3);
  });

  test.each(ways)("over %s: elicitation, sampling and roots", async (way) => {
    const client = connect(way);
    const ask = async (what: string): Promise<unknown> =>
      saidBy(await client.callTool({ name: "ask", arguments: { what } }));
    // The form has a default for what is left out.
    expect(await ask("form")).toEqual({
      action: "accept",
      content: { row: 4, aisle: true },
    });
    expect(await ask("sampling")).toEqual(sampled);
    expect(await ask("roots")).toEqual(roots);
  });

  test.each(ways)("over %s: levels, subscriptions, changes", async (way) => {
    const told: Message[] = [];
    const client = connect(way, {
      onNotification: (each: Message) => told.push(each),
    });
    await client.setLevel({ level: "error" });
    const uri = "file:///srv/note.txt";
    const changes = client.listen({
      toolsListChanged: true,
      resourceSubscriptions: [uri],
    });
    await changes.acknowledged;
    await client.callTool({
      name: "change",
      arguments: { what: "updated", uri },
    });
    expect((await changes.next()).value.params.uri).toBe(uri);
    changes.close();
  });

  test.each(ways)("over %s: a task, its result and its end", async (way) => {
    const client = connect(way);
    await client.listTools({});
    const task = await client.callTool(
      { name: "echo", arguments: { a: 1 } },
      { task: { ttl: 60_000 } },
    );
    expect(saidBy(await task.result())).toEqual({ a: 1 });
    expect((await task.status()).status).toBe("completed");
    const endless = await client.callTool(
      { name: "wait", arguments: {} },
      { task: {} },
    );
    expect((await endless.cancel()).status).toBe("cancelled");
  });

  test("a stream that the server closes is resumed", async () => {
    const client = connect("http");
    const { content } = await client.callTool({
      name: "close-stream",
      arguments: {},
    });
    expect(content[0].text).toBe("resumed");
  });

  test("HTTP+SSE", async () => {
    const older = await subject.serve("http", { httpSse: true });
    stops.push(() => older.close());
    const client = ourClient(
      folder.code.client.httpTransport(`http://127.0.0.1:${older.port}/sse`),
    );
    const { tools } = await client.listTools({});
    expect(tools.length).toBeGreaterThan(5);
    const asked = await client.callTool({
      name: "ask",
      arguments: { what: "roots" },
    });
    expect(saidBy(asked)).toEqual(roots);
  });
});

describeWithPeers("our client with server-everything", () => {
  /** Its program. */
  function program(): string {
    const { resolve } = createRequire(`${peersFolder}package.json`);
    const manifest = resolve(
      "@modelcontextprotocol/server-everything/package.json",
    );
    return join(dirname(manifest), "dist/index.js");
  }

  /** Starts it over HTTP; gives its port. */
  async function start(way: string): Promise<number> {
    const port = await freePort();
    const child: ChildProcess = spawn(process.execPath, [program(), way], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    stops.push(() => child.kill());
    await new Promise<void>((resolve, reject) => {
      const listens = (text: unknown): void => {
        if (/listening|running on port/i.test(String(text))) resolve();
      };
      child.stdout?.on("data", listens);
      child.stderr?.on("data", listens);
      child.on("exit", () => reject(new Error("The server ended.")));
    });
    return port;
  }

  test.each(["stdio", "streamableHttp", "sse"])("over %s", async (way) => {
    const { httpTransport, stdioTransport } = folder.code.client;
    const path = way === "sse" ? "sse" : "mcp";
    const client = ourClient(
      way === "stdio"
        ? stdioTransport({
            command: process.execPath,
            args: [program(), "stdio"],
            stderr: "ignore",
          })
        : httpTransport(`http://127.0.0.1:${await start(way)}/${path}`),
    );
    const { tools } = await client.listTools({});
    expect(tools.map(({ name }: Message) => name)).toContain("echo");
    const { content } = await client.callTool({
      name: "echo",
      arguments: { message: "hi" },
    });
    expect(content[0].text).toMatch(/hi/);
  });
});

/** A client of either version of the SDK, told apart by how its handlers are set. */
interface SdkSide {
  readonly name: string;
  connect(way: string, url: URL, args: readonly string[]): Promise<any>;
  /** Calls a tool. */
  call(client: any, name: string, args: Message): Promise<Message>;
}

describeWithPeers("our server with the clients of the SDK", () => {
  let port: number;
  let ssePort: number;
  let program: Program;
  const servers: RunningServer[] = [];
  beforeAll(async () => {
    const { code } = folder;
    const serve = async (options: object): Promise<number> => {
      const running = await httpServer(code, fixtureServer(code, {}), options);
      servers.push(running);
      return running.port;
    };
    const eventStore = new code.server.InMemoryEventStore();
    port = await serve({ eventStore, retryMs: 20 });
    ssePort = await serve({
      httpSse: { ssePath: "/sse", messagesPath: "/messages" },
    });
    program = await bundle(
      fileURLToPath(
        new URL(
          "../requirements/handshake/ours/stdio-program.ts",
          import.meta.url,
        ),
      ),
      tmpdir(),
      false,
    );
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    program.remove();
  });

  const answers: Message = {
    "elicitation/create": () => filled,
    "sampling/createMessage": () => sampled,
    "roots/list": () => roots,
  };
  const capabilities = { elicitation: {}, sampling: {}, roots: {} };

  const v1: SdkSide = {
    name: "SDK v1",
    connect: async (way, url, args) => {
      const base = "@modelcontextprotocol/sdk";
      const { Client } = await peer(`${base}/client/index.js`);
      const types = await peer(`${base}/types.js`);
      const client = new Client(info, { capabilities });
      const schemas: Message = {
        "elicitation/create": types.ElicitRequestSchema,
        "sampling/createMessage": types.CreateMessageRequestSchema,
        "roots/list": types.ListRootsRequestSchema,
      };
      for (const [method, answer] of Object.entries(answers)) {
        client.setRequestHandler(schemas[method], answer);
      }
      if (way === "stdio") {
        const { StdioClientTransport } = await peer(`${base}/client/stdio.js`);
        const command = process.execPath;
        await client.connect(
          new StdioClientTransport({ command, args, stderr: "ignore" }),
        );
      } else if (way === "sse") {
        const { SSEClientTransport } = await peer(`${base}/client/sse.js`);
        await client.connect(new SSEClientTransport(url));
      } else {
        const { StreamableHTTPClientTransport } = await peer(
          `${base}/client/streamableHttp.js`,
        );
        await client.connect(new StreamableHTTPClientTransport(url));
      }
      return client;
    },
    call: (client, name, args) => client.callTool({ name, arguments: args }),
  };

  const v2: SdkSide = {
    name: "SDK v2",
    connect: async (way, url, args) => {
      const sdk = await peer("@modelcontextprotocol/client");
      const { StdioClientTransport } = await peer(
        "@modelcontextprotocol/client/stdio",
      );
      const client = new sdk.Client(info, {
        capabilities,
        versionNegotiation: { mode: "auto" },
      });
      for (const [method, answer] of Object.entries(answers)) {
        client.setRequestHandler(method, answer);
      }
      await client.connect(
        way === "stdio"
          ? new StdioClientTransport({
              command: process.execPath,
              args,
              stderr: "ignore",
            })
          : new sdk.StreamableHTTPClientTransport(url),
      );
      return client;
    },
    call: (client, name, args) => client.callTool({ name, arguments: args }),
  };

  const cases = [v1, v2].flatMap((side) =>
    ways.map((way) => ({ name: side.name, side, way })),
  );

  async function open(side: SdkSide, way: string): Promise<any> {
    const url =
      way === "sse"
        ? `http://127.0.0.1:${ssePort}/sse`
        : `http://127.0.0.1:${port}/mcp`;
    const client = await side.connect(way, new URL(url), [
      program.path,
      "{}",
      folder.path,
    ]);
    stops.push(() => client.close());
    return client;
  }

  test.each(cases)(
    "$name over $way: lists and calls",
    async ({ side, way }) => {
      const client = await open(side, way);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }: Message) => name)).toContain("sum");
      const summed = await side.call(client, "sum", { a: 1, b: 2 });
      expect(summed["content"][0].text).toBe("3");
      const uri = "file:///srv/note.txt";
      expect((await client.readResource({ uri })).contents).toHaveLength(1);
    },
  );

  test.each(cases)(
    "$name over $way: elicitation, sampling and roots",
    async ({ side, way }) => {
      const client = await open(side, way);
      const ask = async (what: string): Promise<unknown> =>
        saidBy(await side.call(client, "ask", { what }));
      expect(await ask("form")).toMatchObject({
        action: "accept",
        content: { row: 4 },
      });
      expect(await ask("sampling")).toMatchObject(sampled);
      expect(await ask("roots")).toMatchObject(roots);
    },
  );

  test.each(ways)("SDK v1 over %s: a task", async (way) => {
    const client = await open(v1, way);
    const { CallToolResultSchema } = await peer(
      "@modelcontextprotocol/sdk/types.js",
    );
    await client.listTools();
    const seen: string[] = [];
    for await (const message of client.experimental.tasks.callToolStream(
      { name: "echo", arguments: { a: 1 } },
      CallToolResultSchema,
      { task: { ttl: 60_000 } },
    )) {
      seen.push(message.type as string);
      if (message.type === "error") throw message.error as Error;
      if (message.type === "result") {
        expect(saidBy(message.result as Message)).toEqual({ a: 1 });
      }
    }
    expect(seen[0]).toBe("taskCreated");
    expect(seen.at(-1)).toBe("result");
  });

  test.each([v1, v2])(
    "$name comes back for a stream that the server closed",
    async (side) => {
      const client = await open(side, "http");
      const { content } = (await side.call(client, "close-stream", {})) as any;
      expect(content[0].text).toBe("resumed");
    },
  );

  test("SDK v1 over HTTP+SSE", async () => {
    const client = await open(v1, "sse");
    expect(saidBy(await v1.call(client, "ask", { what: "roots" }))).toEqual(
      roots,
    );
  });

  test.each(ways)("SDK v1 over %s hears of changes", async (way) => {
    const client = await open(v1, way);
    const told: Message[] = [];
    client.fallbackNotificationHandler = async (each: Message) => {
      told.push(each);
    };
    await v1.call(client, "change", { what: "prompts" });
    await until(() => told.length > 0, "the change was told");
  });
});
