/** Generated stubs and handlers: with three clients, against real servers and our own. */
import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../out/draft/client.js";
import {
  createMcpServer,
  memoryTransports,
  serve,
} from "../../out/draft/server.js";
import { listTools } from "../../generator/upstream/tools/list-tools.js";
import { printSnapshot } from "../../generator/read/tools/snapshot.js";
import { generateTools, importTools, type Module } from "./generated.js";
import { describeWithPeers, peer, peersFolder } from "./with-peers.js";

const OWN = [
  {
    name: "add",
    description: "Adds numbers",
    inputSchema: {
      type: "object",
      properties: {
        a: { type: "number" },
        b: { type: "number", default: 10 },
      },
      required: ["a"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { sum: { type: "number" } },
      required: ["sum"],
    },
  },
  { name: "say", inputSchema: { type: "object" } },
  { name: "fail", inputSchema: { type: "object" } },
  {
    name: "lie",
    inputSchema: { type: "object" },
    outputSchema: { type: "object", required: ["truth"] },
  },
  { name: "delete", inputSchema: { type: "object" } },
  { name: "then", inputSchema: { type: "object" } },
  { name: "read-file", inputSchema: { type: "object" } },
  { name: "read_file", inputSchema: { type: "object" } },
  { name: "__proto__", inputSchema: { type: "object" } },
];

describe("a server of our own", () => {
  const { files, model } = generateTools(OWN, "own");
  let stubs: Module;
  let served: Module;
  beforeAll(async () => {
    [stubs = {}, served = {}] = await importTools(
      files,
      "own.tools",
      "own.handlers",
    );
  });

  /** A client of a server with the generated handlers. */
  function connected(options?: object): { client: Client; errors: unknown[] } {
    const { ToolFailure, ToolReply, ownToolHandlers } = served;
    const errors: unknown[] = [];
    const none = () => "";
    const server = createMcpServer({
      info: { name: "own", version: "1.0.0" },
      onError: (error) => errors.push(error),
      handlers: ownToolHandlers(
        {
          add: ({ a, b }: { a: number; b?: number }) => ({ sum: a + (b ?? 0) }),
          say: () => "hello",
          fail() {
            throw new ToolFailure("cannot");
          },
          lie: ({ honest }: { honest?: boolean }) =>
            honest
              ? new ToolReply({ content: [], structuredContent: { truth: 1 } })
              : new ToolReply({ content: [], structuredContent: {} }),
          delete: none,
          thenTool: none,
          read$2dfile: none,
          read_file: none,
          proto: none,
        },
        options,
      ),
    });
    const [near, far] = memoryTransports();
    serve(server, far);
    const client = new Client(near, { info: { name: "t", version: "1" } });
    return { client, errors };
  }

  test("has names that work, and stay", () => {
    expect(model.tools.map((tool) => [tool.name, tool.methodName])).toEqual([
      ["__proto__", "proto"],
      ["add", "add"],
      ["delete", "delete"],
      ["fail", "fail"],
      ["lie", "lie"],
      ["read-file", "read$2dfile"],
      ["read_file", "read_file"],
      ["say", "say"],
      ["then", "thenTool"],
    ]);
    expect(Object.keys(stubs)).toContain("deleteTool");
  });

  test("gives checked results, content, and typed errors", async () => {
    const { client } = connected();
    const own = stubs["ownTools"](client);
    expect(await own.add({ a: 1, b: 2 })).toEqual({ sum: 3 });
    expect(await stubs["add"](client, { a: 1 })).toEqual({ sum: 1 });
    expect(await own.say()).toEqual([{ type: "text", text: "hello" }]);
    expect(await own.lie({ honest: true })).toEqual({ truth: 1 });
    expect(await own.say.raw({})).toMatchObject({
      resultType: "complete",
      content: [{ text: "hello" }],
    });
    await expect(own.fail()).rejects.toBeInstanceOf(stubs["ToolError"]);
    await expect(own.fail()).rejects.toMatchObject({
      message: "cannot",
      tool: "fail",
    });
    await expect(own.lie()).rejects.toBeInstanceOf(
      stubs["InvalidToolResultError"],
    );
    await expect(own.lie()).rejects.toThrow(/truth/);
    await expect(own.add({ a: "1", c: 1 })).rejects.toThrow(
      /Invalid arguments for add:\n- a: expected number.*\n- c: unknown property/,
    );
    await client.close();
  });

  test("fills in defaults on request", async () => {
    const { client } = connected({ fillDefaults: true });
    expect(await stubs["add"](client, { a: 1 })).toEqual({ sum: 11 });
    await client.close();
  });

  test("refuses tools that nobody has with an error of the request", async () => {
    const { client } = connected();
    await expect(client.callTool({ name: "nope" })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });

  test("is cancelled, and heard", async () => {
    const seen: unknown[] = [];
    const client = {
      callTool: async (params: unknown, options?: unknown) => {
        seen.push([params, options]);
        return { content: [] };
      },
    };
    const signal = new AbortController().signal;
    await stubs["say"](
      client,
      { x: 1 },
      { signal, timeoutMs: 5, inputResponses: { a: 1 }, requestState: "s" },
    );
    expect(seen).toEqual([
      [
        {
          name: "say",
          arguments: { x: 1 },
          inputResponses: { a: 1 },
          requestState: "s",
        },
        { signal, timeoutMs: 5 },
      ],
    ]);
    const asking = {
      callTool: async () => ({
        resultType: "input_required",
        requestState: "s",
      }),
    };
    await expect(stubs["say"](asking, {})).rejects.toMatchObject({
      name: "InputRequiredToolError",
      requestState: "s",
    });
  });

  test("says nothing of a hostile server's texts but as text", async () => {
    const evil = "*/ export const owned = 1; /* ${x} `";
    const { files: evilFiles } = generateTools(
      [
        {
          name: evil,
          title: evil,
          description: `{@includeCode /etc/passwd} ${evil}\n@internal`,
          inputSchema: {
            type: "object",
            description: evil,
            properties: { [evil]: { const: evil, description: evil } },
            $defs: { [evil]: { type: "string", pattern: "*/(" } },
          },
        },
      ],
      "evil",
    );
    const [module = {}] = await importTools(evilFiles, "evil.tools");
    expect(Object.keys(module)).not.toContain("owned");
    expect(evilFiles.map(({ text }) => text).join("")).not.toContain(
      "root:x:0",
    );
  });
});

describeWithPeers("real servers", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-files-"));
  const server = (name: string): string =>
    join(
      peersFolder,
      `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`,
    );

  /** The generated tools of a server, asked over stdio. */
  async function toolsOf(name: string, args: readonly string[] = []) {
    const command = [process.execPath, server(name), ...args];
    const snapshot = await listTools(
      { command },
      { name: "test", version: "1" },
    );
    const { files, warnings } = generateTools(printSnapshot(snapshot), name);
    expect(warnings).toEqual([]);
    const [module = {}] = await importTools(files, `${name}.tools`);
    return { module, command };
  }

  test("filesystem, with version 1 of the SDK", async () => {
    const { module, command } = await toolsOf("filesystem", [folder]);
    const { Client: Sdk } = await peer(
      "@modelcontextprotocol/sdk/client/index.js",
    );
    const { StdioClientTransport } = await peer(
      "@modelcontextprotocol/sdk/client/stdio.js",
    );
    const client = new Sdk({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: command[0],
        args: command.slice(1),
        stderr: "ignore",
      }),
    );
    try {
      const files = module["filesystemTools"](client);
      const path = join(folder, "a.txt");
      await files.writeFile({ path, content: "hello" }, { timeoutMs: 10_000 });
      expect(readFileSync(path, "utf8")).toBe("hello");
      expect(await files.readTextFile({ path })).toEqual({ content: "hello" });
      await expect(
        files.readTextFile({ path: join(folder, "none") }),
      ).rejects.toBeInstanceOf(module["ToolError"]);
    } finally {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("memory, with version 2 of the SDK", async () => {
    const { module, command } = await toolsOf("memory");
    const { Client: Sdk } = await peer("@modelcontextprotocol/client");
    const { StdioClientTransport } = await peer(
      "@modelcontextprotocol/client/stdio",
    );
    const memory = mkdtempSync(join(tmpdir(), "mcp-gen-memory-"));
    const client = new Sdk({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: command[0],
        args: command.slice(1),
        env: { ...process.env, MEMORY_FILE_PATH: join(memory, "m.jsonl") },
        stderr: "ignore",
      }),
    );
    try {
      const tools = module["memoryTools"](client);
      const entities = [
        { name: "Ada", entityType: "person", observations: ["counts"] },
      ];
      const created = await tools.createEntities(
        { entities },
        { timeoutMs: 10_000 },
      );
      expect(created).toEqual({ entities });
      const graph = await tools.readGraph();
      expect(graph.entities).toEqual(entities);
    } finally {
      await client.close();
      rmSync(memory, { recursive: true, force: true });
    }
  });

  test("everything, with progress", async () => {
    const { module, command } = await toolsOf("everything");
    const { Client: Sdk } = await peer(
      "@modelcontextprotocol/sdk/client/index.js",
    );
    const { StdioClientTransport } = await peer(
      "@modelcontextprotocol/sdk/client/stdio.js",
    );
    const client = new Sdk({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: command[0],
        args: command.slice(1),
        stderr: "ignore",
      }),
    );
    try {
      const tools = module["everythingTools"](client);
      expect(await tools.echo({ message: "hi" })).toMatchObject([
        { type: "text", text: "Echo: hi" },
      ]);
      const steps: number[] = [];
      await tools.triggerLongRunningOperation(
        { duration: 0.2, steps: 2 },
        {
          onProgress: ({ progress }: { progress: number }) =>
            steps.push(progress),
        },
      );
      expect(steps.length).toBeGreaterThan(0);
    } finally {
      await client.close();
    }
  });
});
