/** J10 to J14, V1 to V3, D1, D2: names, schemas, versions, discovery. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  call,
  everyWay,
  key,
  leastParams,
  rejection,
  request,
  version,
  type Message,
} from "../message.js";
import { discovery } from "../peer.js";
import { ofClient, ofServer, ofValidators, type Probe } from "../probe.js";

/** Texts of which a check says yes and no. */
function tells(
  check: (text: string) => boolean,
  yes: readonly string[],
  no: readonly string[],
): void {
  assert.deepEqual(
    yes.filter((text) => !check(text)),
    [],
    "refused",
  );
  assert.deepEqual(
    no.filter((text) => check(text)),
    [],
    "accepted",
  );
}

const list = (tool: Message): Message => ({
  resultType: "complete",
  tools: [tool],
  ttlMs: 0,
  cacheScope: "private",
});

export const documentProbes: readonly Probe[] = [
  ...ofValidators("J10", "keys of _meta", "isMetaKey", (check) =>
    tells(
      check,
      [
        "progressToken",
        "com.example/trace.id",
        "com.example/",
        "",
        "a/b",
        "x-y.z/A_b-c.d",
      ],
      [
        "/x",
        "a/b/c",
        "1a.b/x",
        "a-.b/x",
        "com..example/x",
        "com.example/_x",
        "com.example/x-",
        "com.ex_ample/x",
        "é",
      ],
    ),
  ),
  ...ofValidators("J10", "ids of extensions", "isExtensionId", (check) =>
    tells(check, ["com.example/ext", "a/b"], ["ext", "", "/x", "1a.b/x"]),
  ),
  ...ofServer(
    "J10",
    "keys of the server's own follow the grammar",
    everyWay,
    async (wire) => {
      const { result } = await wire.ask(request(1, "server/discover"));
      for (const name of Object.keys(result._meta ?? {})) {
        assert.match(
          name,
          /^([A-Za-z][A-Za-z0-9-]*(\.[A-Za-z][A-Za-z0-9-]*)*\/)?[A-Za-z0-9._-]*$/,
        );
      }
    },
  ),

  ...ofValidators("J11", "traceparent", "isTraceparent", (check) =>
    tells(
      check,
      [
        "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
        "01-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01-more",
      ],
      [
        "",
        "00-4B1F0C7E9A2D43568E7F1A0B9C8D7E6F-9a3c5e7f1b2d4c68-01",
        "ff-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
        "00-00000000000000000000000000000000-9a3c5e7f1b2d4c68-01",
        "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-0000000000000000-01",
        "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01-more",
      ],
    ),
  ),
  ...ofValidators("J11", "tracestate", "isTracestate", (check) =>
    tells(
      check,
      ["a=1", "a=1, b=2", "k@v=x,,y=z", ""],
      [
        "a",
        "A=1",
        "a=1,a=2",
        "a=b=c",
        Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(),
      ],
    ),
  ),
  ...ofValidators("J11", "baggage", "isBaggage", (check) =>
    tells(check, ["a=1", "a=1;p;q=2, b=%20"], ["a", 'a="x"', "a=b c", "a b=1"]),
  ),
  ...ofServer(
    "J11",
    "trace context of any form refuses no request",
    everyWay,
    async (wire) => {
      for (const trace of [
        "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
        "nonsense",
      ]) {
        const { result } = await wire.ask(
          call(
            1,
            "echo",
            {},
            { traceparent: trace, tracestate: "a=1", baggage: "a=1" },
          ),
        );
        assert.equal(result?.resultType, "complete");
      }
    },
  ),

  ...ofServer(
    "J12",
    "2020-12 is understood without being named",
    everyWay,
    async (wire) => {
      const good = await wire.ask(call(1, "pair", { pair: ["a", 1] }));
      assert.notEqual(good["result"]?.isError, true);
      for (const pair of [
        ["a", "b"],
        ["a", 1, 2],
      ]) {
        const { result } = await wire.ask(call(2, "pair", { pair }));
        assert.equal(result?.isError, true, JSON.stringify(pair));
      }
    },
  ),
  ...ofServer(
    "J12",
    "another dialect is an error and not silence",
    everyWay,
    async (wire) => {
      const { result, error } = await wire.ask(
        call(1, "old-dialect", { a: 7 }),
      );
      assert.ok(
        error !== undefined || result.isError === true,
        JSON.stringify(result),
      );
    },
  ),
  ...ofClient(
    "J12",
    "output in a dialect that is not supported is an error",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = ({ message, reply }) =>
        reply(
          message["method"] === "tools/list"
            ? list({
                name: "t",
                inputSchema: { type: "object" },
                outputSchema: {
                  $schema: "https://example.com/dialect",
                  type: "object",
                },
              })
            : { resultType: "complete", content: [], structuredContent: {} },
        );
      let listed: Message = {};
      try {
        listed = await client.request("tools/list");
      } catch {
        return;
      }
      if (!listed["tools"].some(({ name }: Message) => name === "t")) return;
      await rejection(client.request("tools/call", { name: "t" }));
    },
  ),

  {
    id: "J13",
    side: "server",
    way: "memory",
    claim:
      "a reference to the network is not followed, and the tool does not run",
    run: async (subject) => {
      let fetched = 0;
      const canary = createServer((_request, response) => {
        fetched += 1;
        response.end('{"type":"string"}');
      });
      await new Promise<void>((resolve) =>
        canary.listen(0, "127.0.0.1", resolve),
      );
      const { port } = canary.address() as AddressInfo;
      const wire = await subject.serve("memory", {
        canary: `http://127.0.0.1:${port}/schema`,
      });
      try {
        await wire.ask(request(1, "tools/list"));
        const { result, error } = await wire.ask(call(2, "far-away", { a: 7 }));
        assert.equal(fetched, 0);
        assert.ok(
          error !== undefined || result.isError === true,
          JSON.stringify(result),
        );
      } finally {
        await wire.close();
        await new Promise((resolve) => canary.close(resolve));
      }
    },
  },

  ...ofValidators(
    "J14",
    "only https: and data: are sources of icons",
    "isIconSource",
    (check) =>
      tells(
        check,
        [
          "https://example.com/a.png",
          "HTTPS://example.com/a.png",
          "data:image/png;base64,AAAA",
          "data:,x",
        ],
        [
          "http://example.com/a.png",
          "javascript:alert(1)",
          "file:///a.png",
          "ftp://a/b",
          "ws://a",
          "https:",
          "https:///a",
          "a.png",
          "",
          " https://a",
        ],
      ),
  ),

  ...ofServer(
    "V1",
    "versions that are not served are -32022 on every method",
    everyWay,
    async (wire) => {
      for (const [method, params] of Object.entries(leastParams)) {
        for (const asked of ["1999-01-01", "2025-11-25", "", "2026-07-28 "]) {
          if (wire.way === "http" && asked !== asked.trim()) continue;
          const exchange = wire.send(
            request(1, method, params, { [key.version]: asked }),
          );
          const { error } = await exchange.response();
          const what = `${method} in ${JSON.stringify(asked)}`;
          assert.equal(error?.code, -32022, what);
          assert.ok(error.data.supported.includes(version), what);
          assert.strictEqual(error.data.requested, asked, what);
          assert.ok([400, undefined].includes(exchange.status()), what);
        }
      }
    },
  ),

  ...ofServer(
    "V2",
    "an extension that only the client has changes nothing",
    everyWay,
    async (wire) => {
      const { result } = await wire.ask(
        call(
          1,
          "echo",
          {},
          { [key.capabilities]: { extensions: { "com.other/x": {} } } },
        ),
      );
      assert.equal(result?.resultType, "complete");
    },
  ),
  ...ofServer(
    "V2",
    "one that the server cannot do without is -32021 with its name",
    everyWay,
    async (wire) => {
      const exchange = wire.send(call(1, "extended"));
      const { error } = await exchange.response();
      assert.equal(error?.code, -32021);
      assert.deepEqual(error.data.requiredCapabilities, {
        extensions: { "com.example/ext": {} },
      });
      assert.ok([400, undefined].includes(exchange.status()));
      const { result } = await wire.ask(
        call(
          2,
          "extended",
          {},
          { [key.capabilities]: { extensions: { "com.example/ext": {} } } },
        ),
      );
      assert.equal(result?.resultType, "complete");
    },
  ),
  ...ofClient(
    "V2",
    "an extension that only the server has changes nothing",
    everyWay,
    async ({ peer, connect }) => {
      peer.discovers = false;
      const client = await connect();
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["method"] === "server/discover"
            ? {
                ...discovery,
                capabilities: { extensions: { "com.other/x": {} }, tools: {} },
              }
            : { resultType: "complete", content: [] },
        );
      await client.request("server/discover");
      assert.deepEqual(
        (await client.request("tools/call", { name: "echo" }))["content"],
        [],
      );
    },
  ),

  ...ofClient(
    "V3",
    "any other error to the first question means a server of old",
    ["memory", "stdio"],
    async ({ peer, connect }) => {
      peer.discovers = false;
      for (const code of [-32601, -32602, -32600, -32000, -32001, 5]) {
        peer.arrivals.length = 0;
        peer.script = (arrival) => arrival.refuse({ code, message: "what?" });
        const client = await connect({ probe: true });
        const error = await rejection(
          client.request("tools/call", { name: "echo" }),
        );
        const shook = peer.arrivals.some(
          ({ message }) => message["method"] === "initialize",
        );
        assert.ok(
          shook || client.saysLegacy(error),
          `${code}: ${String(error)}`,
        );
        await client.close();
        if (peer.way === "memory") continue;
      }
    },
  ),
  ...ofClient(
    "V3",
    "silence means one, too, and does not hang",
    ["stdio"],
    async ({ peer, connect }) => {
      peer.discovers = false;
      const client = await connect({ probe: true });
      peer.script = (arrival) => {
        if (arrival.message["method"] === "initialize")
          arrival.refuse({ code: -32603, message: "seen" });
      };
      const error = await rejection(
        client.request("tools/call", { name: "echo" }, { timeoutMs: 300 }),
      );
      const shook = peer.arrivals.some(
        ({ message }) => message["method"] === "initialize",
      );
      assert.ok(shook || client.saysLegacy(error), String(error));
    },
  ),
  ...ofClient(
    "V3",
    "a modern error never does",
    everyWay,
    async ({ peer, connect }) => {
      peer.discovers = false;
      for (const code of [-32022, -32021, -32020]) {
        peer.arrivals.length = 0;
        peer.script = (arrival) =>
          arrival.refuse(
            {
              code,
              message: "m",
              data: {
                supported: ["2099-01-01"],
                requested: version,
                requiredCapabilities: {},
              },
            },
            400,
          );
        const client = await connect({ probe: true });
        const error = await rejection(
          client.request("tools/call", { name: "echo" }),
        );
        const shook = peer.arrivals.some(
          ({ message }) => message["method"] === "initialize",
        );
        assert.ok(
          !shook && !client.saysLegacy(error),
          `${code}: ${String(error)}`,
        );
        await client.close();
      }
    },
  ),
  ...ofClient(
    "V3",
    "over HTTP, a 400 without a modern error means one",
    ["http"],
    async ({ peer, connect }) => {
      peer.discovers = false;
      for (const body of ["", "<h1>Bad request</h1>"]) {
        peer.arrivals.length = 0;
        peer.script = (arrival) => arrival.answer(400, "text/html", body);
        const client = await connect({ probe: true });
        const error = await rejection(client.request("server/discover"));
        const shook = peer.arrivals.some(
          ({ message }) => message["method"] === "initialize",
        );
        assert.ok(shook || client.saysLegacy(error), String(error));
        await client.close();
      }
    },
  ),

  ...ofServer(
    "D1",
    "discovery has all that a cacheable result has",
    everyWay,
    async (wire) => {
      const { result } = await wire.ask(request(1, "server/discover"));
      assert.equal(result.resultType, "complete");
      assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
      assert.ok(["public", "private"].includes(result.cacheScope));
      assert.ok(result.supportedVersions.includes(version));
    },
  ),
  ...ofServer(
    "D2",
    "discovery declares tools, resources, prompts, completions, logging",
    everyWay,
    async (wire) => {
      const { result } = await wire.ask(request(1, "server/discover"));
      for (const name of [
        "tools",
        "resources",
        "prompts",
        "completions",
        "logging",
      ]) {
        assert.equal(typeof result.capabilities[name], "object", name);
      }
      assert.equal(result.capabilities.resources.subscribe, true);
      assert.equal(result.capabilities.tools.listChanged, true);
    },
  ),
];
