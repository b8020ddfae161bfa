/** The gateway of the examples, between clients and servers of both eras. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Client, stdioTransport } from "../../out/draft/client.js";
import { legacy } from "../../out/draft/legacy.js";
import { generateCode } from "../requirements/handshake/ours/code.js";
import { fixtureServer } from "../requirements/handshake/ours/server.js";
import { httpServer } from "../requirements/handshake/ours/subject.js";
import { bundle, type Bundle } from "./programs.js";

const clients = {
  modern: undefined,
  legacy: ["2025-11-25"],
} as const;
type Era = keyof typeof clients;
const eras = Object.keys(clients) as Era[];
const pairs = eras.flatMap((client) => eras.map((server) => [client, server]));

describe("the gateway", () => {
  let gateway: Bundle;
  /** What the gateway is started with, by the era of the server. */
  const targets: Record<string, readonly string[]> = {};
  const stops: (() => unknown)[] = [];
  let client: Client | undefined;
  beforeAll(async () => {
    gateway = await bundle("gateway/gateway.ts", "node");
    const modern = await bundle("everything-server/stdio.ts", "node");
    const folder = await generateCode();
    const { code } = folder;
    const http = await httpServer(code, fixtureServer(code, {}), {});
    targets["modern"] = [process.execPath, modern.path];
    targets["legacy"] = [`http://127.0.0.1:${http.port}/mcp`];
    stops.push(gateway.remove, modern.remove, http.close, folder.remove);
  });
  afterEach(() => client?.close());
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  function connect(era: string, server: string, inputs = {}): Client {
    const versions = clients[era as Era];
    client = new Client(
      stdioTransport({
        command: process.execPath,
        args: [gateway.path, ...(targets[server] ?? [])],
        stderr: "ignore",
      }),
      {
        info: { name: "client", version: "1.0.0" },
        legacy,
        inputs,
        ...(versions && { protocolVersions: versions }),
      },
    );
    return client;
  }

  const answers = {
    "elicitation/create": ({ requestedSchema }: any) => ({
      action: "accept" as const,
      content: Object.fromEntries(
        Object.entries(requestedSchema.properties).map(
          ([name, { type }]: any) => [
            name,
            type === "integer" ? 4 : type === "boolean" ? true : "Ada",
          ],
        ),
      ),
    }),
    "roots/list": () => ({ roots: [{ uri: "file:///srv" }] }),
  };

  test.each(pairs)(
    "passes calls of a %s client to a %s server",
    async (from, to) => {
      const asking = connect(from, to, answers);
      const { tools } = await asking.listTools();
      expect(asking.era).toBe(from);
      const names = tools.map(({ name }) => name);
      expect(names).toContain(to === "legacy" ? "sum" : "test_simple_text");
      const steps: number[] = [];
      await asking.callTool(
        {
          name: to === "legacy" ? "steps" : "test_tool_with_progress",
          arguments: {},
        },
        { onProgress: ({ progress }) => steps.push(progress) },
      );
      expect(steps.length).toBeGreaterThan(1);
      const missing = await asking
        .callTool({ name: "no-such-tool", arguments: {} })
        .then(
          ({ isError }) => isError,
          ({ code }) => code,
        );
      expect([true, -32602]).toContain(missing);
    },
  );

  test.each(pairs)(
    "passes questions for a %s client from a %s server",
    async (from, to) => {
      const asking = connect(from, to, answers);
      const ask = (form: string, roots: string, what: string) =>
        asking.callTool(
          to === "legacy"
            ? { name: "ask", arguments: { what } }
            : { name: what === "form" ? form : roots, arguments: {} },
        );
      const calls = ["form", "roots"].map((what) =>
        ask(
          "test_input_required_result_elicitation",
          "test_input_required_result_list_roots",
          what,
        ),
      );
      const [form, roots] = await Promise.all(calls);
      expect(JSON.stringify(form)).toMatch(/Ada|4/);
      expect(JSON.stringify(roots)).toContain("file:///srv");
    },
  );

  test.each(pairs)(
    "a %s client that cannot be asked: the call at a %s server fails",
    async (from, to) => {
      const silent = connect(from, to);
      const call = silent.callTool(
        to === "legacy"
          ? { name: "ask", arguments: { what: "roots" } }
          : { name: "test_input_required_result_list_roots", arguments: {} },
      );
      const end = await call.then(
        ({ isError }) => isError,
        () => true,
      );
      expect(end).toBe(true);
      // The gateway goes on.
      expect((await silent.listTools()).tools.length).toBeGreaterThan(1);
    },
  );
});
