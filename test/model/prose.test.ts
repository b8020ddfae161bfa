import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { UnsupportedSchemaError } from "../../generator/failure.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { proseEntries } from "../../generator/model/prose/prose.js";
import {
  findMethod,
  findProperty,
  findType,
} from "../../generator/model/queries.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  schemaText,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { printType } from "./print.js";

const embedded = readFileSync(
  resolve(repositoryPath, "schema/draft/schema.ts"),
  "utf8",
);

/** The embedded schema after a change that somebody might make to it. */
function changed(pattern: RegExp, replacement: string): string {
  const text = embedded.replace(pattern, replacement);
  expect(text, `${String(pattern)} is not in the schema`).not.toBe(embedded);
  return text;
}

function staleIds(schema: string): readonly string[] {
  try {
    readModel(schemaText(schema), { strict: true });
    return [];
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaError)) throw error;
    expect(error.diagnostics.map(({ code }) => code)).toEqual(
      error.diagnostics.map(() => "MCPGEN140"),
    );
    return error.diagnostics.map(
      ({ message }) => /The rule "([^"]+)"/.exec(message)?.[1] ?? message,
    );
  }
}

function ruleIds({ rules }: ProtocolModel): readonly string[] {
  return rules.map(({ id }) => id);
}

describe("a rule whose schema fact has changed is an error if strict", () => {
  test.each<[string, RegExp, string]>([
    [
      "request-id-integer",
      /type RequestId = string \| number/,
      "type RequestId = string",
    ],
    [
      "progress-token-integer",
      /type ProgressToken = string \| number/,
      "type ProgressToken = number",
    ],
    ["ttl-integer", /ttlMs: number/, "ttlMs: string"],
    [
      "root-uri-file",
      /(interface Root \{[^}]*?)uri: string/s,
      "$1uri?: string",
    ],
    [
      "elicitation-url",
      /(interface ElicitRequestURLParams \{[^}]*?)\burl: string/s,
      "$1href: string",
    ],
    ["completion-limit", /@maxItems 100/, "@maxItems 50"],
    [
      "input-required-needs-one",
      /(interface InputRequiredResult [^}]*?)requestState\?/s,
      "$1state?",
    ],
    ["http-status", /METHOD_NOT_FOUND = -32601/, "METHOD_NOT_FOUND = -32604"],
    [
      "url-elicitation-required-code",
      /INTERNAL_ERROR = -32603;/,
      "INTERNAL_ERROR = -32603;\nexport const URL_NEEDED = -32042;",
    ],
    [
      "resource-not-found-code",
      /INTERNAL_ERROR = -32603;/,
      "INTERNAL_ERROR = -32603;\nexport const GONE = -32002;",
    ],
    [
      "mcp-name-header",
      /(interface GetPromptRequestParams [^}]*?)name: string/s,
      "$1prompt: string",
    ],
    [
      "tool-headers",
      /(interface Tool [^}]*?)inputSchema: \{[^}]*\}/s,
      "$1inputSchema: unknown",
    ],
    [
      "sampling-messages",
      /(interface CreateMessageRequestParams \{[^}]*?)messages: SamplingMessage\[\]/s,
      "$1messages: SamplingMessage",
    ],
    [
      "error-code-integer",
      /(interface Error \{[^}]*?)code: number/s,
      "$1code: unknown",
    ],
  ])("%s", (id, pattern, replacement) => {
    expect(staleIds(changed(pattern, replacement))).toContain(id);
  });

  test("and else is left out, with a warning that says where and what to do", () => {
    const schema = changed(/ttlMs: number/, "ttlMs: string");
    const { model, warnings: all } = readModel(schemaText(schema));
    // A string has no minimum either, which is a warning of its own.
    const warnings = all.filter(({ code }) => code !== "MCPGEN157");
    expect(ruleIds(model)).not.toContain("ttl-integer");
    expect(ruleIds(model)).toContain("request-id-integer");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      severity: "warning",
      message:
        'The rule "ttl-integer" of the specification\'s page server/utilities/caching expects that CacheableResult.ttlMs is a number, but CacheableResult.ttlMs is string.',
      hint: expect.stringContaining("--strict"),
    });
    expect(warnings[0]?.excerpt).toContain("ttlMs: string");
  });
});

describe("what a rule leaves alone", () => {
  test("a schema without its subject", () => {
    const { model } = readModel(
      schemaText(`export const LATEST_PROTOCOL_VERSION = "2026-07-28";
        export interface Page { items: string[] }`),
    );
    expect(model.rules).toEqual([]);
  });

  test.each([
    ["DRAFT-2026-v1", []],
    ["DRAFT-2027-v1", ["ttl-integer"]],
  ])("a step on the way to a released revision: %s", (version, want) => {
    const schema = changed(/ttlMs: number/, "ttlMs: string").replace(
      /(LATEST_PROTOCOL_VERSION = )".*"/,
      `$1"${version}"`,
    );
    expect(staleIds(schema)).toEqual(want);
  });

  test("an excerpt in which a name means something else", () => {
    const { model } = readModel(
      schemaText(`export const LATEST_PROTOCOL_VERSION = "2026-07-28";
        export interface Root { name: string }
        export interface Tool { name: string }
        export type RequestId = string;`),
    );
    expect(model.rules).toEqual([]);
    expect(findType(model, "RequestId")).toMatchObject({
      type: { kind: "string" },
    });
  });

  test("a field that the schema already requires", () => {
    const schema = changed(
      /(interface InputRequiredResult [^}]*?)requestState\?/s,
      "$1requestState",
    );
    const { model } = readModel(schemaText(schema));
    expect(ruleIds(model)).not.toContain("input-required-needs-one");
  });
});

describe("every rule", () => {
  test("names its page, its summary and its fact", () => {
    for (const { id, page, summary, fact } of proseEntries) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(page).toMatch(/^(?:basic|server|client)\//);
      expect(summary).toMatch(/^.+\.$/);
      expect(fact).not.toBe("");
    }
  });

  test("of today's schema stands once in its model", () => {
    const ids = ruleIds(embeddedModel());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([
      "request-id-integer",
      "error-code-integer",
      "resource-not-found-code",
      "url-elicitation-required-code",
      "reserved-meta-prefix",
      "trace-context",
      "client-extension-ids",
      "server-extension-ids",
      "input-required-needs-one",
      "progress-token-integer",
      "icon-source",
      "http-status",
      "mcp-name-header",
      "tool-headers",
      "ttl-integer",
      "completion-limit",
      "root-uri-file",
      "sampling-messages",
      "elicitation-url",
    ]);
  });
});

/** The type at a path of property names. */
function typeAt(
  model: ProtocolModel,
  type: string,
  ...path: readonly string[]
): string | undefined {
  const [first, ...rest] = path;
  let property =
    first === undefined ? undefined : findProperty(model, type, first);
  for (const name of rest) {
    property = property && findProperty(model, property.type, name);
  }
  return property && printType(property.type);
}

describe("what the rules change in today's model", () => {
  const model = embeddedModel();
  test.each<[string, string | undefined, string]>([
    ["Error.code", typeAt(model, "Error", "code"), "integer"],
    [
      "CacheableResult.ttlMs",
      typeAt(model, "CacheableResult", "ttlMs"),
      "integer",
    ],
    [
      "ListToolsResult.ttlMs",
      typeAt(model, "ListToolsResult", "ttlMs"),
      "integer",
    ],
    [
      "NumberSchema.minimum, which stays",
      typeAt(model, "NumberSchema", "minimum"),
      "number",
    ],
    ["JSONRPCRequest.id", typeAt(model, "JSONRPCRequest", "id"), "RequestId"],
  ])("%s", (_, got, want) => {
    expect(got).toBe(want);
  });
  test.each(["RequestId", "ProgressToken"])("%s", (name) => {
    const alias = findType(model, name);
    expect(alias?.kind === "alias" && printType(alias.type)).toBe(
      "string | integer",
    );
  });
  test.each([
    ["tools/call", "name"],
    ["prompts/get", "name"],
    ["resources/read", "uri"],
    ["tools/list", undefined],
  ])("%s carries %s in Mcp-Name", (name, want) => {
    expect(findMethod(model, name)?.headerName).toBe(want);
  });
});

describeWithShared("rules by revision", () => {
  test.each(sharedRevisions())("$name has no stale rule", ({ name }) => {
    expect(ruleIds(sharedModel(name)).length).toBeGreaterThan(5);
  });

  test.each<[string, object | undefined]>([
    ["2025-03-26", undefined],
    ["2025-06-18", { rule: "label-followed-by-another" }],
    ["history/2025-06-04-307ab83e", { rule: "label-followed-by-another" }],
    ["2025-11-25", { rule: "second-label" }],
    ["draft", { rule: "second-label" }],
  ])("%s: reserved prefixes of _meta keys", (name, want) => {
    const rule = sharedModel(name).rules.find(
      ({ id }) => id === "reserved-meta-prefix",
    );
    if (want === undefined) expect(rule).toBeUndefined();
    else expect(rule?.data).toMatchObject(want);
  });

  test.each([
    ["2024-11-05", [[-32002, false]]],
    ["2025-11-25", [[-32002, false]]],
    ["history/2025-12-24-52e408f6", [[-32002, true]]],
    [
      "draft",
      [
        [-32002, true],
        [-32042, true],
      ],
    ],
  ])(
    "%s: codes without a constant, and whether sending is forbidden",
    (name, want) => {
      const codes = sharedModel(name).rules.flatMap(({ data }) =>
        data?.kind === "legacyErrorCode" ? [[data.code, data.forbidden]] : [],
      );
      expect(codes).toEqual(want);
    },
  );

  test("inline copies change too: JSONRPCError.error.code of 2024-11-05", () => {
    expect(
      typeAt(sharedModel("2024-11-05"), "JSONRPCError", "error", "code"),
    ).toBe("integer");
  });

  test("a limit that older schemas only put into words: completion values", () => {
    const completion = findProperty(
      sharedModel("2024-11-05"),
      "CompleteResult",
      "completion",
    );
    const values =
      completion &&
      findProperty(sharedModel("2024-11-05"), completion.type, "values");
    expect(values?.constraints.maxItems).toBe(100);
  });

  test("the handshake era has no Mcp-Name and no HTTP status", () => {
    const model = sharedModel("2025-11-25");
    expect(model.methods.some(({ headerName }) => headerName)).toBe(false);
    expect(model.errors.some(({ httpStatus }) => httpStatus)).toBe(false);
  });
});
