/**
 * Faults that other implementations have shown over HTTP, H01 to H11 of the shared
 * list: each with the input that the list gives, and what is right.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, LegacyServerError } from "../../out/draft/client.js";
import { McpMethodNotFoundError } from "../../out/draft/errors.js";
import { httpTransport } from "../../out/draft/runtime/http/client/transport.js";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import { describeWithShared } from "../shared.js";
import {
  headersFor,
  listen,
  post,
  request,
  type Listening,
  type RawAnswer,
} from "../transports/fixture.js";
import { serveFetch } from "../transports/serve-fetch.js";
import { caseIds } from "./case-list.js";

const info = { name: "cases", version: "1.0.0" };
const versionKey = "io.modelcontextprotocol/protocolVersion";
const covered: string[] = [];

/** A test of one case of the list. */
function testCase(id: string, fault: string, run: () => Promise<void>): void {
  covered.push(id);
  test(`${id} ${fault}`, run);
}

describe.each([
  ["nodeHandler", (server: McpServer) => nodeHandler(server)],
  ["fetchHandler", (server: McpServer) => serveFetch(fetchHandler(server))],
])("a server behind %s", (_, face) => {
  const server = createMcpServer({
    info,
    supportedVersions: ["2026-07-28", "2025-11-25"],
    handlers: {
      readResource: ({ uri }) => ({ contents: [{ uri, text: "text" }] }),
      listTools: () => ({
        tools: [
          {
            name: "t",
            inputSchema: {
              type: "object",
              properties: { p: { type: "integer", "x-mcp-header": "P" } },
            },
          },
        ],
      }),
      callTool: () => ({ content: [] }),
    },
  });
  let at: Listening;
  beforeAll(async () => {
    at = await listen(face(server));
  });
  afterAll(async () => {
    await at.close();
    await server.close();
  });

  const send = async (
    headers: Record<string, string>,
    message: object,
  ): Promise<RawAnswer & { readonly message: Record<string, any> }> => {
    const answer = await post(at.port, headers, JSON.stringify(message));
    return { ...answer, message: JSON.parse(answer.body) };
  };

  testCase("H01", "a missing version header is refused as such", async () => {
    const { "MCP-Protocol-Version": _version, ...headers } =
      headersFor("tools/list");
    const { status, message } = await send(headers, request(7, "tools/list"));
    expect(status).toBe(400);
    expect(message).toMatchObject({ id: 7, error: { code: -32020 } });
  });

  testCase("H02", "header and body name different versions", async () => {
    const { status, message } = await send(
      headersFor("tools/list"),
      request(1, "tools/list", {}, { [versionKey]: "2025-11-25" }),
    );
    expect(status).toBe(400);
    expect(message).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  testCase("H03", "a version that does not exist", async () => {
    const { status, message } = await send(
      { ...headersFor("tools/list"), "MCP-Protocol-Version": "2020-02-30" },
      request(1, "tools/list", {}, { [versionKey]: "2020-02-30" }),
    );
    expect(status).toBe(400);
    expect(message["error"]).toMatchObject({
      code: -32022,
      data: {
        supported: ["2026-07-28", "2025-11-25"],
        requested: "2020-02-30",
      },
    });
  });

  testCase("H05", "a name beyond ASCII", async () => {
    const uri = "file:///世界";
    const encoded = Buffer.from(uri).toString("base64");
    const message = request(1, "resources/read", { uri });
    const good = await send(
      headersFor("resources/read", `=?base64?${encoded}?=`),
      message,
    );
    expect(good.status).toBe(200);
    for (const bad of [
      `=?base64?${encoded.slice(0, -1)}?=`,
      "=?base64?5pel5oo=?=",
      `=?BASE64?${encoded}?=`,
    ]) {
      const refused = await send(headersFor("resources/read", bad), message);
      expect(refused.status).toBe(400);
      expect(refused.message["error"].code).toBe(-32020);
    }
    // The client's side of it, against this very server.
    const client = new Client(httpTransport(at.url), { info });
    const evil = "file:///a\r\nX-Evil: 1";
    for (const each of [uri, evil, "=?base64?QQ==?="]) {
      const { contents } = await client.readResource({ uri: each });
      expect(contents[0]?.uri).toBe(each);
    }
    await client.close();
  });

  testCase("H07", "arguments as headers", async () => {
    const route = headersFor("tools/call", "t");
    const called = (p: unknown): object =>
      request(1, "tools/call", { name: "t", arguments: { p } });
    const same = await send({ ...route, "Mcp-Param-P": "42.0" }, called(42));
    expect(same.status).toBe(200);
    expect((await send(route, called(null))).status).toBe(200);
    expect((await send(route, called(42))).status).toBe(400);
  });

  testCase("H09", "an unknown method", async () => {
    const { status, message } = await send(
      headersFor("nope/nope"),
      request(1, "nope/nope"),
    );
    expect(status).toBe(404);
    expect(message).toMatchObject({ id: 1, error: { code: -32601 } });
  });
});

describe("a client", () => {
  /** A client of a server that gives one answer to everything. */
  async function clientOf(
    answer: (id: unknown) => {
      status?: number;
      type?: string;
      body: string;
    },
    use: (
      client: Client,
      seen: () => Headers,
      errors: string[],
    ) => Promise<void>,
    headers?: Record<string, string>,
  ): Promise<void> {
    let seen = new Headers();
    const errors: string[] = [];
    const client = new Client(
      httpTransport("http://localhost/mcp", {
        ...(headers === undefined ? {} : { headers }),
        fetch: async (_url, init) => {
          seen = new Headers(init.headers);
          const { id } = JSON.parse(String(init.body));
          const { status = 200, type = "application/json", body } = answer(id);
          return new Response(body, {
            status,
            headers: { "content-type": type },
          });
        },
      }),
      { info, onError: (error) => errors.push(error.message) },
    );
    await use(client, () => seen, errors);
    await client.close();
  }

  testCase("H07", "drops tools whose headers are impossible", async () => {
    const tool = (name: string, schema: object): object => ({
      name,
      inputSchema: { type: "object", ...schema },
    });
    const number = { p: { type: "number", "x-mcp-header": "P" } };
    const text = { type: "string", "x-mcp-header": "P" };
    const body = (id: unknown): string =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        result: {
          resultType: "complete",
          ttlMs: 0,
          cacheScope: "private",
          tools: [
            tool("number", { properties: number }),
            tool("items", {
              properties: { a: { type: "array", items: text } },
            }),
            tool("anyOf", { anyOf: [{ properties: { a: text } }] }),
            tool("$ref", {
              properties: { a: { $ref: "#/$defs/a" } },
              $defs: { a: text },
            }),
            tool("twice", {
              properties: { a: text, b: { ...text, "x-mcp-header": "p" } },
            }),
            tool("good", { properties: { a: text } }),
          ],
        },
      });
    await clientOf(
      (id) => ({ body: body(id) }),
      async (client, _seen, errors) => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(["good"]);
        expect(errors).toHaveLength(5);
        expect(errors[0]).toContain('"number"');
      },
    );
  });

  testCase("H08", "reads events as the standard says", async () => {
    const body = (id: unknown): string =>
      `id: 1\ndata: \n\n:keepalive\n\ndata: {"jsonrpc":"2.0",\ndata: "id":${String(id)},"result":{"resultType":"complete","content":[]}}\n\n`;
    for (const end of ["\n", "\r\n", "\r"]) {
      for (const colon of ["data: ", "data:"]) {
        await clientOf(
          (id) => ({
            type: "text/event-stream",
            body: body(id).replaceAll("data: ", colon).replaceAll("\n", end),
          }),
          async (client, _seen, errors) => {
            const { content } = await client.callTool({ name: "t" });
            expect(content).toEqual([]);
            expect(errors).toEqual([]);
          },
        );
      }
    }
  });

  testCase(
    "H09",
    "reads the body before it takes 404 for an old server",
    async () => {
      await clientOf(
        (id) => ({
          status: 404,
          body: `{"jsonrpc":"2.0","id":${String(id)},"error":{"code":-32601,"message":"no"}}`,
        }),
        async (client) => {
          await expect(client.discover()).rejects.toBeInstanceOf(
            McpMethodNotFoundError,
          );
        },
      );
      await clientOf(
        () => ({ status: 404, type: "text/html", body: "<h1>Not found</h1>" }),
        async (client) => {
          await expect(client.discover()).rejects.toBeInstanceOf(
            LegacyServerError,
          );
        },
      );
    },
  );

  testCase(
    "H11",
    "an error inside a stream settles the call; Accept stays",
    async () => {
      await clientOf(
        (id) => ({
          type: "text/event-stream",
          body: `data: {"jsonrpc":"2.0","id":${String(id)},"error":{"code":-32601,"message":"no"}}\n\n`,
        }),
        async (client, seen) => {
          await expect(client.callTool({ name: "t" })).rejects.toBeInstanceOf(
            McpMethodNotFoundError,
          );
          const accept = seen().get("accept") ?? "";
          expect(accept).toContain("application/json");
          expect(accept).toContain("text/event-stream");
        },
        { Accept: "text/plain" },
      );
    },
  );
});

describeWithShared("the shared list", () => {
  test("has no case of HTTP that is missing here", () => {
    expect([...new Set(covered)].sort()).toEqual(caseIds("H"));
  });
});
