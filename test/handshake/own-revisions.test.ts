/** The code of each revision with a handshake, made of its own schema: it compiles, and talks. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { writeCompiled } from "../compiled-output.js";
import { revisions } from "../requirements/handshake/revision.js";
import { describeWithShared, repositoryPath, sharedModel } from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";

/** A server in code, in words that all four revisions know. */
const program = `import { createMcpServer, prompts, resources, serveStdio, tool, tools, type McpServer } from "./out/server.js";

export function newServer(): McpServer {
  return createMcpServer({
    info: { name: "own", version: "1.0.0" },
    handlers: {
      ...tools({
        greet: tool({
          description: "Greets someone",
          input: {
            type: "object",
            properties: { name: { type: "string" } },
            required: ["name"],
          },
          run: ({ name }) => \`Hello \${name}\`,
        }),
        roots: {
          run: async (_args, context) => {
            const { roots } = await context.listRoots();
            return roots.map(({ uri }) => uri).join(", ");
          },
        },
      }),
      ...prompts({
        review: {
          arguments: { code: "What to review" },
          run: ({ code }) => \`Review \${code}\`,
        },
      }),
      ...resources({
        note: { uri: "note://{id}", read: ({ id }) => \`note \${id}\` },
      }),
    },
  });
}

if (process.argv[2] === "stdio") await serveStdio(newServer());
`;

const workspace = new Workspace();
const folder = mkdtempSync(join(tmpdir(), "mcp-gen-own-"));
afterAll(() => {
  workspace.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What is used of generated code; nothing here knows its types. */
interface Code {
  readonly client: any;
  readonly server: any;
  readonly newServer: () => any;
}

async function importCode(revision: string): Promise<Code> {
  const load = (path: string): Promise<any> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, revision, path)).href);
  return {
    client: await load("out/client.js"),
    server: await load("out/server.js"),
    newServer: (await load("program.js")).newServer,
  };
}

describeWithShared("revisions with a handshake", () => {
  beforeAll(async () => {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const revision of revisions) {
      const files = emitFiles(sharedModel(revision), {
        builtInTemplates,
        parts: ["client", "server"],
        importExtension: ".js",
        formats: "annotate",
        banner: "Made for a test.",
      }).map((file) => ({ ...file, path: `out/${file.path}` }));
      files.push({ path: "program.ts", text: program, formatted: true });
      for (const { path, text } of files)
        workspace.write(`${revision}/${path}`, text);
      await writeCompiled(files, join(folder, revision));
    }
  });

  test("compile with the strictest settings", async () => {
    const options = {
      ...strictest,
      types: ["node"],
      typeRoots: [resolve(repositoryPath, "node_modules/@types")],
    };
    for (const revision of revisions)
      expect(await workspace.compile(fastest, revision, options)).toEqual([]);
  });

  describe.each(revisions)("%s", (revision) => {
    let code: Code;
    beforeAll(async () => {
      code = await importCode(revision);
    });

    async function expectTalk(transport: unknown): Promise<void> {
      const client = new code.client.Client(transport, {
        info: { name: "test", version: "1.0.0" },
        inputs: { "roots/list": () => ({ roots: [{ uri: "file:///srv" }] }) },
        onError: (error: Error) => {
          throw error;
        },
      });
      try {
        const greeted = await client.callTool({
          name: "greet",
          arguments: { name: "Ada" },
        });
        expect(greeted.content).toEqual([{ type: "text", text: "Hello Ada" }]);
        expect(client.protocolVersion).toBe(revision);
        expect(client.serverInfo).toEqual({ name: "own", version: "1.0.0" });
        expect(
          (await client.callTool({ name: "greet", arguments: {} })).isError,
        ).toBe(true);
        const asked = await client.callTool({ name: "roots" });
        expect(asked.content).toEqual([{ type: "text", text: "file:///srv" }]);
        const names: string[] = [];
        for await (const { name } of client.listTools.all()) names.push(name);
        expect(names).toEqual(["greet", "roots"]);
        const { messages } = await client.getPrompt({
          name: "review",
          arguments: { code: "x" },
        });
        expect(messages).toMatchObject([{ content: { text: "Review x" } }]);
        const { contents } = await client.readResource({ uri: "note://7" });
        expect(contents).toEqual([{ uri: "note://7", text: "note 7" }]);
        const missing = client.readResource({ uri: "none://" });
        await expect(missing).rejects.toMatchObject({
          code: -32002,
          data: { uri: "none://" },
        });
        await missing.catch((error: unknown) =>
          expect(code.client.isResourceNotFound(error)).toBe(true),
        );
      } finally {
        await client.close();
      }
    }

    test("talks in memory", async () => {
      const server = code.newServer();
      const [near, far] = code.server.memoryTransports();
      code.server.serve(server, far);
      await expectTalk(near);
      await server.close();
    });

    test("talks over stdio", async () => {
      await expectTalk(
        code.client.stdioTransport({
          command: process.execPath,
          args: [join(folder, revision, "program.js"), "stdio"],
        }),
      );
    });

    test.each([
      ["with sessions", {}, "/"],
      [
        "with HTTP+SSE",
        { httpSse: { ssePath: "/sse", messagesPath: "/say" } },
        "/sse",
      ],
    ])("talks over HTTP %s", async (_name, options, path) => {
      const server = code.newServer();
      const http = createServer(code.server.nodeHandler(server, options));
      await new Promise<void>((listening) => {
        http.listen(0, "127.0.0.1", listening);
      });
      const { port } = http.address() as AddressInfo;
      try {
        await expectTalk(
          code.client.httpTransport(`http://127.0.0.1:${port}${path}`),
        );
      } finally {
        await server.close();
        http.closeAllConnections();
        http.close();
      }
    });
  });
});
