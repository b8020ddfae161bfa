import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Draft from "../../../out/draft/methods.js";
import type { MetaKey } from "../../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
  sharedRevisions,
} from "../../shared.js";
import { fastest, strictest, Workspace } from "../../types/compile.js";
import { importOutput } from "../import-output.js";
import { anAlias, emitted, modelOf, silence } from "../sample-model.js";

type Methods = typeof Draft;

describe("the registry of the draft", () => {
  let draft: Methods;
  beforeAll(async () => {
    draft = await importOutput<Methods>(embeddedModel(), ["methods"]);
  });

  it("says what is known of a request", () => {
    expect(draft.clientRequests["tools/call"]).toEqual({
      functionName: "callTool",
      type: "CallToolRequest",
      paginated: false,
      cacheable: false,
      mayRequireInput: true,
      paramsOptional: false,
      serverCapability: "tools",
      headerName: "name",
    });
    expect(draft.inputRequests["roots/list"]).toEqual({
      functionName: "listRoots",
      type: "ListRootsRequest",
      paginated: false,
      cacheable: false,
      mayRequireInput: false,
      paramsOptional: true,
      clientCapability: "roots",
    });
  });

  it("says what is known of a notification", () => {
    expect(
      draft.serverNotifications["notifications/tools/list_changed"],
    ).toEqual({
      functionName: "toolListChanged",
      type: "ToolListChangedNotification",
      paramsOptional: true,
      serverCapability: "tools.listChanged",
    });
  });

  it("lists the keys of _meta by the last segment of their names", () => {
    expect(draft.requestMetaKeys).toEqual({
      protocolVersion: {
        key: "io.modelcontextprotocol/protocolVersion",
        required: true,
      },
      clientCapabilities: {
        key: "io.modelcontextprotocol/clientCapabilities",
        required: true,
      },
      clientInfo: {
        key: "io.modelcontextprotocol/clientInfo",
        required: false,
      },
      logLevel: { key: "io.modelcontextprotocol/logLevel", required: false },
      progressToken: { key: "progressToken", required: false },
    });
    expect(draft.resultMetaKeys.serverInfo.key).toBe(
      "io.modelcontextprotocol/serverInfo",
    );
    expect(draft.serverInfoResults).toEqual([]);
  });

  it("has the constants that are not error codes", () => {
    expect(draft.LATEST_PROTOCOL_VERSION).toBe("2026-07-28");
    expect(draft.JSONRPC_VERSION).toBe("2.0");
    expect(draft).not.toHaveProperty("PARSE_ERROR");
  });
});

describeWithShared("the registry of every revision", () => {
  /** Methods by table, in any order; what stands here is the specification's. */
  const both = ["notifications/cancelled", "notifications/progress"];
  const lists = [
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "tools/list",
    "tools/call",
    "completion/complete",
  ];
  const handshake = [
    ...lists,
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
  ];
  const tasks = ["tasks/get", "tasks/list", "tasks/result", "tasks/cancel"];
  const changes = [
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/message",
  ];
  const ours = [
    "notifications/initialized",
    "notifications/roots/list_changed",
  ];
  const asked = ["ping", "sampling/createMessage", "roots/list"];
  const early = {
    clientRequests: handshake,
    serverRequests: asked,
    inputRequests: [],
    clientNotifications: [...both, ...ours],
    serverNotifications: [...both, ...changes],
  };
  const stateless = {
    clientRequests: [...lists, "server/discover", "subscriptions/listen"],
    serverRequests: [],
    inputRequests: [
      "sampling/createMessage",
      "roots/list",
      "elicitation/create",
    ],
    clientNotifications: ["notifications/cancelled"],
    serverNotifications: [
      ...both,
      ...changes,
      "notifications/subscriptions/acknowledged",
    ],
  };

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    ["2024-11-05", early],
    ["2025-03-26", early],
    [
      "2025-06-18",
      { ...early, serverRequests: [...asked, "elicitation/create"] },
    ],
    [
      "2025-11-25",
      {
        clientRequests: [...handshake, ...tasks],
        serverRequests: [...asked, "elicitation/create", ...tasks],
        inputRequests: [],
        clientNotifications: [...both, ...ours, "notifications/tasks/status"],
        serverNotifications: [
          ...both,
          ...changes,
          "notifications/elicitation/complete",
          "notifications/tasks/status",
        ],
      },
    ],
    ["2026-07-28", stateless],
    ["draft", stateless],
  ])("%s sends these and no others", async (name, tables) => {
    const methods = await importOutput<Readonly<Record<string, object>>>(
      sharedModel(name),
      ["methods"],
    );
    for (const [table, names] of Object.entries(tables)) {
      expect(Object.keys(methods[table] ?? {}).sort(), table).toEqual(
        [...names].sort(),
      );
    }
  });

  it.each(sharedRevisions())(
    "$name has a map of types for each table",
    ({ name }) => {
      const text = emitted(sharedModel(name), ["methods"]).get("methods.ts");
      expect(text?.match(/\n {4}request: /g) ?? []).toHaveLength(
        sharedModel(name).methods.filter(({ kind }) => kind !== "notification")
          .length,
      );
      expect(text).not.toMatch(/: (?:InputRequiredResult|unknown|any);/);
    },
  );

  it.each([
    ["ping", "EmptyResult"],
    ["logging/setLevel", "EmptyResult"],
    ["resources/subscribe", "EmptyResult"],
    ["tasks/result", "GetTaskPayloadResult"],
    ["tools/call", "CallToolResult"],
    ["initialize", "InitializeResult"],
  ])("2025-11-25 answers %s with %s", (method, result) => {
    const text = emitted(sharedModel("2025-11-25"), ["methods"]).get(
      "methods.ts",
    );
    const entry = new RegExp(
      `\\n  (?:"${method}"|${method}): \\{\\n    request: .*\\n(?: {4}params: .*\\n)    result: (\\w+);`,
    );
    expect(entry.exec(text ?? "")?.[1]).toBe(result);
  });

  it("names the methods whose results tell who the server is", async () => {
    const { serverInfoResults } = await importOutput<{
      serverInfoResults: readonly string[];
    }>(sharedModel("2025-11-25"), ["methods"]);
    expect(serverInfoResults).toEqual(["initialize"]);
  });
});

describe("a registry that is not the schema's does not compile", () => {
  const workspace = new Workspace();
  afterAll(() => workspace.remove());
  const files = emitted(embeddedModel(), ["methods"]);
  const right = files.get("methods.ts") ?? "";

  async function compile(
    folder: string,
    methods: string,
    types = files.get("types.ts") ?? "",
  ): Promise<readonly string[]> {
    workspace.write(`${folder}/types.ts`, types);
    workspace.write(`${folder}/methods.ts`, methods);
    return workspace.compile(fastest, folder, strictest);
  }

  it("while the schema's own does", async () => {
    expect(await compile("right", right)).toEqual([]);
  });

  it.each<[string, string | RegExp, string]>([
    ["missing-entry", /\n {2}"tools\/call": \{\n {4}functionName[^}]*\},/, ""],
    [
      "extra-entry",
      "\nexport const clientRequests = {\n",
      '\nexport const clientRequests = {\n  "tools/burn": { functionName: "burn", type: "X", paginated: false, cacheable: false, mayRequireInput: false, paramsOptional: true },\n',
    ],
    ["misspelt-fact", "    paginated: true,\n", "    paged: true,\n"],
    ["wrong-fact", "    cacheable: true,\n", '    cacheable: "yes",\n'],
    ["missing-types", /\n {2}"tools\/call": \{\n {4}request[^}]*\};/, ""],
    [
      "extra-types",
      "export interface ServerRequestTypes {}",
      "export interface ServerRequestTypes { ping: { request: CallToolRequest; params: undefined; result: CallToolResult } }",
    ],
    [
      "extra-notification",
      "export const clientNotifications = {\n",
      'export const clientNotifications = {\n  x: { functionName: "x", type: "X", paramsOptional: true },\n',
    ],
    ["missing-meta-fact", '    key: "progressToken",\n', ""],
  ])("%s", async (folder, from, to) => {
    const wrong = right.replace(from, to);
    expect(wrong).not.toBe(right);
    const messages = await compile(folder, wrong);
    expect(messages.join("\n")).toMatch(/methods\.ts\(\d+,\d+\): error TS/);
  });

  it("a method that the schema gains", async () => {
    const types = files.get("types.ts") ?? "";
    const gained = types.replace(
      "export type ClientRequest =",
      'export type ClientRequest =\n  | (DiscoverRequest & { method: never })\n  | { method: "new/thing" }',
    );
    expect(gained).not.toBe(types);
    const messages = await compile("gained", right, gained);
    expect(messages.join("\n")).toMatch(/new\/thing/);
  });
});

describe("odd schemas", () => {
  const key = (name: string, required = false): MetaKey => ({
    key: name,
    required,
    on: "request",
    type: { kind: "string" },
    documentation: silence,
  });

  it("keys with one last segment are all there", async () => {
    const { requestMetaKeys } = await importOutput<{
      requestMetaKeys: Readonly<Record<string, { key: string }>>;
    }>(
      modelOf({
        metaKeys: [
          key("a/x"),
          key("b/x"),
          key("x2"),
          key("__proto__"),
          key("c/"),
        ],
      }),
      ["methods"],
    );
    expect(
      Object.entries(requestMetaKeys).map(([name, { key }]) => [name, key]),
    ).toEqual([
      ["x", "a/x"],
      ["x2", "b/x"],
      ["x22", "x2"],
      ["__proto__", "__proto__"],
      ["", "c/"],
    ]);
  });

  it("a schema without methods or constants has empty tables and the two constants", async () => {
    const empty = await importOutput<Methods>(modelOf({}), ["methods"]);
    expect(empty).toMatchObject({
      clientRequests: {},
      serverNotifications: {},
      requestMetaKeys: {},
      LATEST_PROTOCOL_VERSION: "2026-07-28",
      JSONRPC_VERSION: "2.0",
    });
  });

  it("constants and types that are called like ours", async () => {
    const types = ["ClientRequest", "RequestInfo", "Complete"].map((name) =>
      anAlias(name, {
        kind: "object",
        keyword: false,
        properties: [],
      }),
    );
    const position = { line: 1, column: 1 };
    const model = modelOf({
      types,
      constants: ["clientRequests", "Complete", "yield"].map((name) => ({
        name,
        value: name,
        documentation: silence,
        position,
      })),
      methods: [
        {
          name: "__proto__",
          kind: "notification",
          from: "client",
          type: "RequestInfo",
          functionName: "proto",
          features: {
            paginated: false,
            cacheable: false,
            mayRequireInput: false,
          },
          documentation: silence,
        },
      ],
    });
    const methods = await importOutput<Readonly<Record<string, unknown>>>(
      model,
      ["methods"],
    );
    expect(methods).toMatchObject({
      clientRequests: {},
      clientRequests2: "clientRequests",
      Complete: "Complete",
      yield: "yield",
    });
    expect(Object.keys(methods["clientNotifications"] as object)).toEqual([
      "__proto__",
    ]);
    expect(emitted(model).get("methods.ts")).toContain(
      "notification: SchemaRequestInfo;",
    );
  });
});
