/**
 * Faults that other implementations have shown, P01 to P28 of the shared list:
 * each with the input that the list gives, and what is right. Read from the
 * revisions that the fault was seen with.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { typesEmitter } from "../../generator/emit/typescript/types.js";
import { UnsupportedSchemaError } from "../../generator/failure.js";
import type {
  Property,
  ProtocolModel,
  TypeExpr,
} from "../../generator/model/model.js";
import {
  ancestorsOf,
  findMethod,
  findProperty,
  findType,
  flatten,
} from "../../generator/model/queries.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { accepts } from "../model/accepts.js";
import { printType } from "../model/print.js";
import {
  describeWithShared,
  hasShared,
  schemaText,
  sharedModel,
  sharedPath,
} from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";
import { contextOf } from "../emit/context.js";

function modelOf(schema: string): ProtocolModel {
  return readModel(schemaText(schema)).model;
}

/** Members of a type by name: what it is, with `?` behind the name when optional. */
function membersOf(
  model: ProtocolModel,
  type: string | TypeExpr,
): Readonly<Record<string, string>> {
  const shape = flatten(model, type);
  return Object.fromEntries([
    ...(shape?.properties ?? []).map(({ name, optional, type: expected }) => [
      `${name}${optional ? "?" : ""}`,
      printType(expected),
    ]),
    ...(shape?.rest ? [["[key]", printType(shape.rest)]] : []),
  ]) as Record<string, string>;
}

function property(model: ProtocolModel, type: string, name: string): Property {
  const found = findProperty(model, type, name);
  if (found === undefined) throw new Error(`${type} has no ${name}`);
  return found;
}

function aliasType(model: ProtocolModel, name: string): TypeExpr {
  const declaration = findType(model, name);
  if (declaration?.kind !== "alias") throw new Error(`${name} is not an alias`);
  return declaration.type;
}

/** `types.ts` of a model. */
function emittedTypes(model: ProtocolModel): string {
  const [file] = typesEmitter.emit(model, contextOf("types"));
  if (file === undefined) throw new Error("no types.ts");
  return file.text;
}

interface ListedCase {
  readonly id: string;
  readonly input: string;
}

const listed: readonly ListedCase[] = hasShared
  ? readFileSync(sharedPath("cases/cases.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as ListedCase)
      .filter(({ id }) => id.startsWith("P"))
  : [];

/** The input of a case, as JSON. */
function inputOf(id: string): unknown {
  const found = listed.find((item) => item.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return JSON.parse(found.input);
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

describe("inputs written out", () => {
  test("P01 a parent's index signature stays next to named properties", () => {
    const model = modelOf(
      "export interface Base { _meta?: { [k: string]: unknown }; [k: string]: unknown } export interface Page extends Base { next?: string }",
    );
    expect(membersOf(model, "Page")).toEqual({
      "_meta?": "{ [key]: unknown }",
      "next?": "string",
      "[key]": "unknown",
    });
    expect(accepts(model, "Page", { next: "b", unknown: [1] })).toBe(true);
    expect(accepts(model, "Page", { next: 2 })).toBe(false);
  });

  test("P04 Omit leaves all but what it names, to be narrowed again", () => {
    const model = modelOf(
      `export const CODE = -32020;
       export interface Err { code: number; message: string }
       export interface Resp { jsonrpc: "2.0"; id?: string; error: Err }
       export interface E extends Omit<Resp, "error"> { error: Err & { code: typeof CODE } }`,
    );
    expect(membersOf(model, "E")).toEqual({
      jsonrpc: '"2.0"',
      "id?": "string",
      error: "Err & { code: -32020 }",
    });
    const error = { code: -32020, message: "m" };
    expect(accepts(model, "E", { jsonrpc: "2.0", error })).toBe(true);
    expect(
      accepts(model, "E", { jsonrpc: "2.0", error: { ...error, code: 1 } }),
    ).toBe(false);
    expect(accepts(model, "E", { error })).toBe(false);
  });

  test("P07 an open union keeps its known literals and takes any string", () => {
    const model = modelOf(
      'export type RT = "complete" | "input_required" | string;',
    );
    expect(aliasType(model, "RT")).toEqual({
      kind: "enum",
      values: ["complete", "input_required"],
      open: true,
    });
    expect(accepts(model, "RT", "an_extension's")).toBe(true);
    expect(accepts(model, "RT", 1)).toBe(false);
    expect(emittedTypes(model)).toMatch(/"complete"\s*\|\s*"input_required"/);
  });

  test("P08 a tag's value is the whole rest of its line", () => {
    const model = modelOf(
      "export interface A { /** @pattern ^[a-z %]+ @x$ */ p?: string }",
    );
    expect(property(model, "A", "p").constraints).toEqual({
      pattern: "^[a-z %]+ @x$",
    });
  });

  test("P20 the version is what the schema's constant says", () => {
    const given: readonly [string, string][] = [
      [
        'export const LATEST_PROTOCOL_VERSION = "DRAFT-2026-v1";',
        "DRAFT-2026-v1",
      ],
      ['export const LATEST_PROTOCOL_VERSION = "2025-11-25";', "2025-11-25"],
      ['export const LATEST_PROTOCOL_VERSION = "draft";', "draft"],
      ["export const PROTOCOL_VERSION = 1;", "1"],
    ];
    for (const [constant, want] of given) {
      const schema = `${constant} export interface A {}`;
      expect(modelOf(schema).version).toBe(want);
      expect(
        readModel(schemaText(schema), { protocolVersion: "2024-11-05" }).model
          .version,
      ).toBe("2024-11-05");
    }
  });

  test("P26 typeof a constant is its value, and nothing becomes any", () => {
    const model = modelOf(
      'export const V = "2.0"; export const CODE = -32700; export interface M { jsonrpc: typeof V; code: typeof CODE }',
    );
    expect(membersOf(model, "M")).toEqual({ jsonrpc: '"2.0"', code: "-32700" });
    for (const unsupported of [
      "export const V = 1 + 1; export interface M { v: typeof V }",
      "export const V = [1]; export interface M { v: typeof V }",
      "export interface M { v: typeof globalThis }",
    ]) {
      expect(() => modelOf(unsupported)).toThrow(UnsupportedSchemaError);
    }
  });
});

describe("emitted types", () => {
  const workspace = new Workspace();
  afterAll(() => {
    workspace.remove();
  });

  /** What the newest compiler says, without the browser's types and with them. */
  async function complaints(
    folder: string,
    source: string,
  ): Promise<readonly string[]> {
    workspace.write(`${folder}/types.ts`, source);
    const libraries = [["ES2022"], ["ES2022", "DOM"]];
    const found: string[] = [];
    for (const lib of libraries) {
      found.push(
        ...(await workspace.compile(fastest, folder, { ...strictest, lib })),
      );
    }
    return found;
  }

  test("P15 types called Error and Request do not reach the runtime", async () => {
    const model = modelOf(
      `export interface Error { code: number; message: string }
       export interface Request { method: string }
       export interface Notification { method: string; error?: Error }`,
    );
    expect(
      await complaints(
        "P15",
        `${emittedTypes(model)}
export function fails(): never {
  throw new globalThis.Error("x");
}
`,
      ),
    ).toEqual([]);
  });

  test("P17 an index signature next to optional properties compiles", async () => {
    const model = modelOf(
      'export interface Tool { inputSchema: { $schema?: string; type: "object"; [key: string]: unknown } }',
    );
    expect(property(model, "Tool", "inputSchema").type).toMatchObject({
      rest: { kind: "unknown" },
    });
    expect(await complaints("P17", emittedTypes(model))).toEqual([]);
  });
});

describeWithShared("the specification's revisions", () => {
  test("the list has no case that is missing here", () => {
    const tested = [
      ...readFileSync(fileURLToPath(import.meta.url), "utf8").matchAll(
        /test\(\s*"(P\d\d) /g,
      ),
    ]
      .map(([, id]) => id)
      .sort();
    expect(tested).toEqual(listed.map(({ id }) => id).sort());
  });

  test("P02 two supertypes, with a common one", () => {
    const members = membersOf(sharedModel("2026-07-28"), "ListToolsResult");
    expect(members).toEqual({
      "_meta?": "ResultMetaObject",
      resultType: "ResultType",
      "nextCursor?": "Cursor",
      ttlMs: "integer",
      cacheScope: '"public" | "private"',
      tools: "Tool[]",
      "[key]": "unknown",
    });
  });

  test("P03 an empty body loses nothing that it inherits", () => {
    expect(
      membersOf(sharedModel("2026-07-28"), "ReadResourceRequestParams"),
    ).toEqual({
      _meta: "RequestMetaObject",
      uri: "string",
      "inputResponses?": "InputResponses",
      "requestState?": "string",
    });
    expect(
      membersOf(sharedModel("2025-11-25"), "SubscribeRequestParams"),
    ).toEqual({
      "_meta?": "{ progressToken?: ProgressToken; [key]: unknown }",
      uri: "string",
    });
  });

  test("P06 an intersection keeps the narrower data", () => {
    const model = sharedModel("2026-07-28");
    const type = "UnsupportedProtocolVersionError";
    expect(accepts(model, type, inputOf("P06"))).toBe(false);
    expect(
      accepts(model, type, {
        jsonrpc: "2.0",
        id: 1,
        error: {
          code: -32022,
          message: "m",
          data: { supported: ["2026-07-28"], requested: "2020-01-01" },
        },
      }),
    ).toBe(true);
  });

  test("P10 null is a value where the schema says so, and there only", () => {
    const model = sharedModel("2025-11-25");
    const { task } = inputOf("P10") as { task: Record<string, unknown> };
    expect(accepts(model, "Task", task)).toBe(true);
    const { ttl, ...withoutTtl } = task;
    expect(ttl).toBeNull();
    expect(accepts(model, "Task", withoutTtl)).toBe(false);
    expect(accepts(model, "TaskMetadata", { ttl: null })).toBe(false);
  });

  test("P11 JSON values include null and fractions", () => {
    const model = sharedModel("2026-07-28");
    expect(accepts(model, "ClientCapabilities", inputOf("P11"))).toBe(true);
    expect(accepts(model, "JSONValue", undefined)).toBe(false);
  });

  test("P12 a number is not narrowed to an integer", () => {
    for (const revision of ["2025-06-18", "2025-11-25", "draft"]) {
      const model = sharedModel(revision);
      expect(accepts(model, "NumberSchema", inputOf("P12"))).toBe(true);
    }
    const { constraints, type } = property(
      sharedModel("draft"),
      "ProgressNotificationParams",
      "progress",
    );
    expect(constraints.jsonType).toBe("number");
    expect(type).toEqual({ kind: "number" });
  });

  test("P13 the content of an elicitation may hold fractions", () => {
    for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
      expect(
        accepts(sharedModel(revision), "ElicitResult", inputOf("P13")),
      ).toBe(true);
    }
  });

  test("P14 ids and progress tokens are strings or integers", () => {
    const model = sharedModel("2026-07-28");
    const request = inputOf("P14") as Record<string, unknown>;
    expect(accepts(model, "ListToolsRequest", request)).toBe(false);
    expect(accepts(model, "ListToolsRequest", { ...request, id: 3100.0 })).toBe(
      true,
    );
    for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28"]) {
      const each = sharedModel(revision);
      for (const type of ["RequestId", "ProgressToken"]) {
        expect(accepts(each, type, 1.5)).toBe(false);
        expect(accepts(each, type, 7)).toBe(true);
        expect(accepts(each, type, "7")).toBe(true);
        expect(accepts(each, type, null)).toBe(false);
      }
      const cancelled = findMethod(each, "notifications/cancelled");
      const params = cancelled?.params?.type ?? { kind: "null" };
      expect(accepts(each, params, { requestId: 1.5 })).toBe(false);
      expect(accepts(each, params, { requestId: 2 })).toBe(true);
    }
  });

  test("P18 a child's params replace the parent's", () => {
    const call = inputOf("P18");
    const older = sharedModel("2025-06-18");
    expect(accepts(older, "CallToolRequest", call)).toBe(true);
    const newer = sharedModel("2025-11-25");
    const message = { ...(call as object), jsonrpc: "2.0", id: 1 };
    expect(accepts(newer, "CallToolRequest", message)).toBe(false);
    // What the older shape does not check, its base still describes.
    expect(older.metaKeys).toMatchObject([
      { key: "progressToken", on: "request", required: false },
    ]);
  });

  test("P19 the envelope is part of a request in some revisions only", () => {
    const request = inputOf("P19");
    const older = sharedModel("2025-06-18");
    expect(accepts(older, "PingRequest", request)).toBe(true);
    const newer = sharedModel("2025-11-25");
    expect(accepts(newer, "PingRequest", request)).toBe(false);
    expect(ancestorsOf(newer, "PingRequest")).toContain("JSONRPCRequest");
    const inputRequests = sharedModel("2026-07-28").methods.filter(
      ({ kind }) => kind === "inputRequest",
    );
    expect(inputRequests).toHaveLength(3);
    for (const { type } of inputRequests) {
      const members = Object.keys(membersOf(sharedModel("2026-07-28"), type));
      expect(members.filter((name) => /^(?:id|jsonrpc)/.test(name))).toEqual(
        [],
      );
    }
  });

  test("P22 arguments of a tool are any values, those of a prompt strings", () => {
    for (const revision of [
      "2025-11-25",
      "history/2025-11-21-970851ea",
      "2026-07-28",
    ]) {
      const model = sharedModel(revision);
      const { arguments: given } = inputOf("P22") as { arguments: object };
      const meta = { _meta: META };
      expect(
        accepts(model, "CallToolRequestParams", {
          ...meta,
          name: "t",
          arguments: given,
        }),
      ).toBe(true);
      const prompt = { ...meta, name: "p", arguments: { n: "3" } };
      expect(accepts(model, "GetPromptRequestParams", prompt)).toBe(true);
      expect(
        accepts(model, "GetPromptRequestParams", {
          ...prompt,
          arguments: given,
        }),
      ).toBe(false);
    }
  });

  test("P24 a resource link has every property that the schema declares", () => {
    const link = inputOf("P24") as { icons: readonly object[] };
    for (const revision of ["2025-11-25", "2026-07-28"]) {
      const model = sharedModel(revision);
      expect(accepts(model, "ResourceLink", link)).toBe(true);
      const declared = flatten(model, "ResourceLink")?.properties.map(
        ({ name }) => name,
      );
      expect(declared).toEqual(expect.arrayContaining(Object.keys(link)));
      const icons = [{ ...link.icons[0], sizes: "48x48" }];
      expect(accepts(model, "ResourceLink", { ...link, icons })).toBe(false);
    }
    expect(membersOf(sharedModel("2025-06-18"), "ResourceLink")).toHaveProperty(
      "size?",
    );
  });

  test("P25 a required value of any type has to be there", () => {
    const model = sharedModel("2026-07-28");
    const type = "LoggingMessageNotificationParams";
    const params = inputOf("P25") as object;
    expect(property(model, type, "data")).toMatchObject({
      optional: false,
      type: { kind: "unknown" },
    });
    expect(accepts(model, type, params)).toBe(false);
    expect(accepts(model, type, { ...params, data: null })).toBe(true);
  });

  test("P27 which prefixes of _meta keys are reserved depends on the revision", () => {
    const rules = ["2025-06-18", "2025-11-25", "2026-07-28"].map(
      (revision) =>
        sharedModel(revision).rules.find(
          ({ id }) => id === "reserved-meta-prefix",
        )?.data,
    );
    const labels = ["mcp", "modelcontextprotocol"];
    const kind = "reservedMetaPrefix";
    expect(rules).toEqual([
      { kind, rule: "label-followed-by-another", labels },
      { kind, rule: "second-label", labels },
      { kind, rule: "second-label", labels },
    ]);
    // In traffic no key is refused, whoever it belongs to.
    for (const revision of ["2025-06-18", "2026-07-28"]) {
      const model = sharedModel(revision);
      const result = { resultType: "complete", _meta: inputOf("P27") };
      expect(accepts(model, "Result", result)).toBe(true);
    }
  });

  test("P28 results follow from responses, else from names, else are empty", () => {
    const resultOf = (revision: string, method: string): string | undefined =>
      findMethod(sharedModel(revision), method, { kind: "request" })?.result;
    for (const method of [
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
    ]) {
      expect(resultOf("2025-06-18", method)).toBe("EmptyResult");
      expect(resultOf("2025-11-25", method)).toBe("EmptyResult");
    }
    expect(resultOf("2026-07-28", "tools/call")).toBe("CallToolResult");
    expect(
      findMethod(sharedModel("2026-07-28"), "tools/call")?.features
        .mayRequireInput,
    ).toBe(true);
    // In no union and of no method, but a type of the protocol all the same.
    const tasks = sharedModel("2025-11-25");
    expect(findType(tasks, "CreateTaskResult")).toBeDefined();
    expect(tasks.methods.map(({ result }) => result)).not.toContain(
      "CreateTaskResult",
    );
  });
});
