/** The rules of `docs/diff.md`: each as a change and the sides that it breaks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diffModels } from "../../generator/diff/diff.js";
import type { ProtocolModel, RuleData } from "../../generator/model/model.js";
import type { Parts } from "./protocol.js";
import { repositoryPath } from "../shared.js";
import { changesOf, lineOf, protocol } from "./protocol.js";

/** A change that is made to what the client, the server or either of them sends. */
interface Row {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Declarations of both revisions. */
  readonly more?: string;
  /** What is expected when the client sends it; the server's case mirrors it. */
  readonly want: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "an optional field is new",
    before: "",
    after: "a?: string;",
    want: ["field added T.a: -"],
  },
  {
    name: "a required field is new",
    before: "",
    after: "a: string;",
    want: ["field added T.a: sender"],
  },
  {
    name: "an optional field is gone",
    before: "a?: string;",
    after: "",
    want: ["field removed T.a: sender"],
  },
  {
    name: "a required field is gone",
    before: "a: string;",
    after: "",
    want: ["field removed T.a: sender receiver"],
  },
  {
    name: "a field becomes required",
    before: "a?: string;",
    after: "a: string;",
    want: ["field required T.a: sender"],
  },
  {
    name: "a field becomes optional",
    before: "a: string;",
    after: "a?: string;",
    want: ["field optional T.a: receiver"],
  },
  {
    name: "a type is widened",
    before: "a: string;",
    after: "a: string | number;",
    want: ["field typeChanged T.a: receiver"],
  },
  {
    name: "a type is narrowed",
    before: "a: unknown;",
    after: "a: string;",
    want: ["field typeChanged T.a: sender"],
  },
  {
    name: "a type is replaced",
    before: "a: string;",
    after: "a: number;",
    want: ["field typeChanged T.a: sender receiver"],
  },
  {
    name: "a type is written in another way",
    before: "a: { [key: string]: unknown }; b: string[];",
    after: "a: object; b: Texts;",
    more: "export type Texts = string[];",
    want: [],
  },
  {
    name: "unknown is spelt out as any JSON value",
    before: "a: unknown;",
    after: "a: Json;",
    more: "export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };",
    want: [],
  },
  {
    name: "a literal is new",
    before: 'a: "x" | "y";',
    after: 'a: "x" | "y" | "z";',
    want: ["literal added T.a: receiver"],
  },
  {
    name: "a literal is new next to a single one",
    before: 'a: "x";',
    after: 'a: "x" | "y";',
    want: ["literal added T.a: receiver"],
  },
  {
    name: "a literal is gone",
    before: 'a: "x" | "y";',
    after: 'a: "x";',
    want: ["literal removed T.a: sender"],
  },
  {
    name: "a literal of an open enum is new",
    before: 'a: "x" | string;',
    after: 'a: "x" | "y" | string;',
    want: ["literal added T.a: -"],
  },
  {
    name: "a literal of an open enum is gone",
    before: 'a: "x" | "y" | string;',
    after: 'a: "x" | string;',
    want: ["literal removed T.a: sender"],
  },
  {
    name: "an enum is opened",
    before: 'a: "x" | "y";',
    after: 'a: "x" | "y" | string;',
    want: ["field opened T.a: receiver"],
  },
  {
    name: "an enum is closed",
    before: 'a: "x" | "y" | string;',
    after: 'a: "x" | "y";',
    want: ["field closed T.a: sender"],
  },
  {
    name: "a union gains a type",
    before: "a: One | Two;",
    after: "a: One | Two | Three;",
    more: 'export interface One { type: "one" } export interface Two { type: "two" } export interface Three { type: "three" }',
    want: ["variant added T.a: receiver"],
  },
  {
    name: "a union loses a type",
    before: "a: One | Two | Three;",
    after: "a: One | Two;",
    more: 'export interface One { type: "one" } export interface Two { type: "two" } export interface Three { type: "three" }',
    want: ["variant removed T.a: sender"],
  },
  {
    name: "a union is named, and gains a type",
    before: "a: One | Two;",
    after: "a: All;",
    more: 'export interface One { type: "one" } export interface Two { type: "two" } export interface Three { type: "three" } export type All = One | Two | Three;',
    want: ["variant added T.a: receiver"],
  },
  {
    name: "a union gains a type that another one covers",
    before: "a: One | string[];",
    after: "a: One | string[] | Texts;",
    more: 'export interface One { type: "one" } export type Texts = string[];',
    want: ["variant added T.a: -"],
  },
  {
    name: "null is allowed",
    before: "a: string | null;",
    after: "a: string;",
    want: ["field typeChanged T.a: sender"],
  },
  {
    name: "a limit is new",
    before: "a: string[];",
    after: "/** @maxItems 3 */ a: string[];",
    want: ["field constraintChanged T.a: sender"],
  },
  {
    name: "a limit is gone",
    before: "/** @minimum 0 */ a: number;",
    after: "a: number;",
    want: ["field constraintChanged T.a: receiver"],
  },
  {
    name: "a limit is wider",
    before: "/** @maximum 1 */ a: number;",
    after: "/** @maximum 2 */ a: number;",
    want: ["field constraintChanged T.a: receiver"],
  },
  {
    name: "limits overlap",
    before: "/**\n * @minimum 0\n * @maximum 1\n */ a: number;",
    after: "/**\n * @minimum 1\n * @maximum 2\n */ a: number;",
    want: ["field constraintChanged T.a: sender receiver"],
  },
  {
    name: "a default is another",
    before: "/** @default 1 */ a?: number;",
    after: "/** @default 2 */ a?: number;",
    want: ["field constraintChanged T.a: sender receiver"],
  },
  {
    name: "a default is stated",
    before: "a?: number;",
    after: "/** @default 2 */ a?: number;",
    want: ["field constraintChanged T.a: -"],
  },
  {
    name: "a field is deprecated",
    before: "a?: string;",
    after: "/** @deprecated Use b. */ a?: string;",
    want: ["field deprecated T.a: -"],
  },
  {
    name: "a field is deprecated no more",
    before: "/** @deprecated */ a?: string;",
    after: "a?: string;",
    want: ["field undeprecated T.a: -"],
  },
  {
    name: "only words change",
    before: "/** One. */ a?: string;",
    after: "/** Two. */ a?: string;",
    want: [],
  },
  {
    name: "a nested field is new and required",
    before: "a?: { b: string };",
    after: "a?: { b: string; c: string };",
    want: ["field added T.a.c: sender"],
  },
  {
    name: "a field of an item is gone",
    before: "a: { b: string; c?: string }[];",
    after: "a: { b: string }[];",
    want: ["field removed T.a[].c: sender"],
  },
  {
    name: "a value of a record is another",
    before: "a: { [key: string]: string };",
    after: "a: { [key: string]: number };",
    want: ["field typeChanged T.a[*]: sender receiver"],
  },
  {
    name: "a field makes room for any key",
    before: "a: { b?: string };",
    after: "a: { [key: string]: unknown };",
    want: ["field removed T.a.b: -"],
  },
  {
    name: "a required field makes room for any key",
    before: "a: { b: string };",
    after: "a: { [key: string]: unknown };",
    want: ["field removed T.a.b: receiver"],
  },
  {
    name: "other keys get a type",
    before: "a: { b: string };",
    after: "a: { b: string; [key: string]: string };",
    want: ["field added T.a[*]: -"],
  },
  {
    name: "a field gives way to a name with the same members and one more",
    before: "a: { b: string };",
    after: "a: Named;",
    more: "export interface Named { b: string; c: number }",
    want: ["field added T.a.c: sender"],
  },
];

const sides = {
  sent: { type: "Sent", sender: "clients", receiver: "servers" },
  received: { type: "Received", sender: "servers", receiver: "clients" },
} as const;

describe("a change of what one side sends", () => {
  for (const { name, before, after, more = "", want } of rows)
    it.each(["sent", "received"] as const)(`${name} (%s)`, (part) => {
      const { type, sender, receiver } = sides[part];
      const lines = changesOf(
        { [part]: before, more },
        { [part]: after, more },
      ).map(lineOf);
      expect(lines).toEqual(
        want.map((line) => inOrder(line, { type, sender, receiver })),
      );
    });

  it("breaks both sides where both send it", () => {
    expect(
      changesOf({ shared: "" }, { shared: "a: string;" }).map(lineOf),
    ).toEqual(["field added Shared.a: clients servers"]);
    expect(
      changesOf({ shared: "" }, { shared: "a?: string;" }).map(lineOf),
    ).toEqual(["field added Shared.a: -"]);
  });

  it("breaks nobody where nobody sends it", () => {
    const lines = changesOf(
      { more: "export interface Idle { a: string }" },
      { more: "export interface Idle { a: number }" },
    ).map(lineOf);
    expect(lines).toEqual(["field typeChanged Idle.a: -"]);
  });
});

/** Puts the real names in, and the broken sides in the order of `lineOf`. */
function inOrder(
  line: string,
  names: { type: string; sender: string; receiver: string },
): string {
  const [place = "", broken = ""] = line.split(": ");
  const shown = ["clients", "servers"].filter((side) =>
    broken
      .split(" ")
      .some((role) => role !== "-" && names[role as "sender"] === side),
  );
  return `${place.replace(/ T\b/, ` ${names.type}`)}: ${shown.join(" ") || "-"}`;
}

const ping =
  'export interface PingRequest extends JSONRPCRequest { method: "ping" } export interface PingResult extends Result {}';
const toolsList =
  'export interface ListToolsRequest extends JSONRPCRequest { method: "tools/list" } export interface ListToolsResult extends Result { tools: string[] }';
const elicit =
  'export interface ElicitRequest { method: "quiz/ask"; params: { message: string } } export interface ElicitResult { action: string }';
const news =
  'export interface NewsNotification extends JSONRPCNotification { method: "notifications/news" }';
const rich = `
  export interface JSONRPCResultResponse { result: Result }
  export interface InputRequiredResult extends Result { inputRequests?: { [key: string]: unknown }; requestState?: string; _meta?: object }`;
const code = (text: string): string => `export const ${text};`;

const answers = (members: string): string =>
  `export interface Task extends Result { task: string } export type ServerResult = ${members};`;

const protocolRows: readonly {
  readonly name: string;
  readonly before: Parts;
  readonly after: Parts;
  readonly want: readonly string[];
}[] = [
  {
    name: "the version moves",
    before: { version: "DRAFT-2026-v1" },
    after: { version: "2026-07-28" },
    want: ["protocol changed version: -"],
  },
  {
    name: "calls may be answered with one more type",
    before: { more: answers("Result") },
    after: { more: answers("Result | Task") },
    want: ["variant added ServerResult: clients"],
  },
  {
    name: "the same, for callers that ask for it with a param",
    before: { more: answers("Result"), sent: "task?: object;" },
    after: { more: answers("Result | Task"), sent: "task?: object;" },
    want: ["variant added ServerResult: -"],
  },
  {
    name: "a request of the client is new and cannot be declined",
    before: { more: ping },
    after: { more: ping, requests: ["PingRequest"] },
    want: ["method added ping: servers"],
  },
  {
    name: "a request of the client is new behind a capability",
    before: { more: toolsList, serverCapabilities: "tools?: object;" },
    after: {
      more: toolsList,
      serverCapabilities: "tools?: object;",
      requests: ["ListToolsRequest"],
    },
    want: ["method added tools/list: -"],
  },
  {
    name: "a request of the client is gone",
    before: { more: ping, requests: ["PingRequest"] },
    after: { more: ping },
    want: ["method removed ping: clients"],
  },
  {
    name: "a request that both sides send is gone",
    before: {
      more: ping,
      requests: ["PingRequest"],
      serverRequests: ["PingRequest"],
    },
    after: { more: ping },
    want: ["method removed ping: clients servers"],
  },
  {
    name: "a request of both sides is left to the client",
    before: {
      more: ping,
      requests: ["PingRequest"],
      serverRequests: ["PingRequest"],
    },
    after: { more: ping, requests: ["PingRequest"] },
    want: ["method changed ping: servers"],
  },
  {
    name: "a request of the client is allowed to the server",
    before: { more: ping, requests: ["PingRequest"] },
    after: {
      more: ping,
      requests: ["PingRequest"],
      serverRequests: ["PingRequest"],
    },
    want: ["method changed ping: clients"],
  },
  {
    name: "an input request is new and cannot be declined",
    before: { more: elicit },
    after: { more: elicit, inputRequests: ["ElicitRequest"] },
    want: ["method added quiz/ask: clients"],
  },
  {
    name: "a request of the server becomes an input request",
    before: { more: elicit, serverRequests: ["ElicitRequest"] },
    after: { more: elicit, inputRequests: ["ElicitRequest"] },
    want: ["method changed quiz/ask: clients servers"],
  },
  {
    name: "a notification is new",
    before: { more: news },
    after: { more: news, notifications: ["NewsNotification"] },
    want: ["method added notifications/news: -"],
  },
  {
    name: "a notification is gone",
    before: { more: news, notifications: ["NewsNotification"] },
    after: { more: news },
    want: ["method removed notifications/news: servers"],
  },
  {
    name: "a method is deprecated, told once",
    before: {},
    after: { comment: "/** @deprecated */" },
    want: ["method deprecated ask: -"],
  },
  {
    name: "a method may ask for input first",
    before: {
      more: `${rich} export interface AskResultResponse extends JSONRPCResultResponse { result: AskResult }`,
    },
    after: {
      more: `${rich} export interface AskResultResponse extends JSONRPCResultResponse { result: AskResult | InputRequiredResult }`,
    },
    want: ["method changed ask: clients"],
  },
  {
    name: "a method answers with another type",
    before: {
      more: "export interface JSONRPCResultResponse { result: Result } export interface OtherResult extends Result { other: string } export interface AskResultResponse extends JSONRPCResultResponse { result: AskResult }",
    },
    after: {
      more: "export interface JSONRPCResultResponse { result: Result } export interface OtherResult extends Result { other: string } export interface AskResultResponse extends JSONRPCResultResponse { result: OtherResult }",
    },
    want: ["method typeChanged ask: clients servers"],
  },
  {
    name: "a method comes to depend on a capability",
    before: { more: toolsList, requests: ["ListToolsRequest"] },
    after: {
      more: toolsList,
      requests: ["ListToolsRequest"],
      serverCapabilities: "tools?: object;",
    },
    want: [
      "method changed tools/list: clients servers",
      "capability added ServerCapabilities.tools: -",
    ],
  },
  {
    name: "an error code is new",
    before: {},
    after: { more: code("BAD_LUCK = -32030") },
    want: ["errorCode added BAD_LUCK: -"],
  },
  {
    name: "an error code is gone",
    before: { more: code("BAD_LUCK = -32030") },
    after: {},
    want: ["errorCode removed BAD_LUCK: servers"],
  },
  {
    name: "an error code is renumbered",
    before: { more: code("BAD_LUCK = -32030") },
    after: { more: code("BAD_LUCK = -32031") },
    want: ["errorCode renumbered BAD_LUCK: clients servers"],
  },
  {
    name: "an error code is renamed",
    before: { more: code("BAD_LUCK = -32030") },
    after: { more: code("ILL_FORTUNE = -32030") },
    want: ["errorCode renamed BAD_LUCK: clients servers"],
  },
  {
    name: "the data of an error is another",
    before: {
      more: `${code("BAD_LUCK = -32030")} export interface Error { code: number; message: string; data?: unknown } export interface BadLuckError extends Error { code: typeof BAD_LUCK; data: { since: string } }`,
    },
    after: {
      more: `${code("BAD_LUCK = -32030")} export interface Error { code: number; message: string; data?: unknown } export interface BadLuckError extends Error { code: typeof BAD_LUCK; data: { since: string; until: string } }`,
    },
    want: ["field added BadLuckError.data.until: servers"],
  },
  {
    name: "a capability of the client is new",
    before: {},
    after: { clientCapabilities: "roots?: object;" },
    want: ["capability added ClientCapabilities.roots: -"],
  },
  {
    name: "a capability of the client is gone: it was an offer",
    before: { clientCapabilities: "roots?: { a?: boolean; b?: boolean };" },
    after: { clientCapabilities: "roots?: { a?: boolean };" },
    want: ["capability removed ClientCapabilities.roots.b: clients servers"],
  },
  {
    name: "a _meta key of requests is new and required",
    before: {},
    after: { requestMeta: '"io.example/version": string;' },
    want: ['metaKey added request._meta["io.example/version"]: clients'],
  },
  {
    name: "a _meta key of requests is gone",
    before: { requestMeta: '"io.example/version"?: string;' },
    after: {},
    want: ['metaKey removed request._meta["io.example/version"]: clients'],
  },
  {
    name: "a _meta key of requests changes its type",
    before: { requestMeta: '"io.example/level"?: "a" | "b";' },
    after: { requestMeta: '"io.example/level"?: "a" | "b" | "c";' },
    want: ['literal added request._meta["io.example/level"]: servers'],
  },
  {
    name: "a type is new",
    before: {},
    after: { more: "export interface More { a: string }" },
    want: ["type added More: -"],
  },
  {
    name: "a type is gone: generated code names it",
    before: { more: "export interface More { a: string }" },
    after: {},
    want: ["type removed More: clients servers"],
  },
  {
    name: "a type is renamed, and the fields that hold it are not told",
    before: {
      more: "export interface Old { a: string }",
      sent: "x: Old; y: Old[];",
    },
    after: {
      more: "export interface New { a: string }",
      sent: "x: New; y: New[];",
    },
    want: ["type renamed Old: clients servers"],
  },
  {
    name: "two types could be meant by one: no renaming",
    before: { more: "export interface Old { a: string }" },
    after: {
      more: "export interface New { a: string } export interface Newer { a: string }",
    },
    want: [
      "type added New: -",
      "type added Newer: -",
      "type removed Old: clients servers",
    ],
  },
  {
    name: "a type is deprecated",
    before: { more: "export interface More { a: string }" },
    after: { more: "/** @deprecated */ export interface More { a: string }" },
    want: ["type deprecated More: -"],
  },
  {
    name: "an interface becomes a union",
    before: { more: "export interface Kind { a: string }", sent: "x: Kind;" },
    after: {
      more: "export type Kind = { a: string } | { a: number };",
      sent: "x: Kind;",
    },
    want: ["type typeChanged Kind: servers"],
  },
  {
    name: "an alias changes",
    before: { more: "export type Id = string;", sent: "x: Id;" },
    after: { more: "export type Id = string | number;", sent: "x: Id;" },
    want: ["type typeChanged Id: servers"],
  },
  {
    name: "a recursive type changes at one place only",
    before: {
      more: "export interface Tree { children: Tree[]; name?: string }",
      sent: "x: Tree;",
    },
    after: {
      more: "export interface Tree { children: Tree[]; name: string }",
      sent: "x: Tree;",
    },
    want: ["field required Tree.name: clients"],
  },
  {
    name: "a constant is new, another is gone, a third has another value",
    before: { more: `${code('GONE = "a"')} ${code('OTHER = "a"')}` },
    after: { more: `${code('NEW = "a"')} ${code('OTHER = "b"')}` },
    want: [
      "constant removed GONE: clients servers",
      "constant added NEW: -",
      "constant changed OTHER: clients servers",
    ],
  },
  {
    name: "the value of a constant is told once, not where it is used",
    before: { more: code('MARK = "a"'), sent: "mark: typeof MARK;" },
    after: { more: code('MARK = "b"'), sent: "mark: typeof MARK;" },
    want: ["constant changed MARK: clients servers"],
  },
];

describe("a change of the protocol", () => {
  it.each(protocolRows)("$name", ({ before, after, want }) => {
    expect(changesOf(before, after).map(lineOf)).toEqual(want);
  });
});

const plain = protocol({
  sent: "a?: string; b?: string;",
  more: "export const BAD_LUCK = -32030;",
});
const rule = (data: RuleData): ProtocolModel => ({
  ...plain,
  rules: [
    ...plain.rules,
    { id: "some-rule", page: "basic/index", summary: "So it is.", data },
  ],
});
const ofParams: RuleData = {
  kind: "atLeastOneOf",
  type: "Sent",
  properties: ["a", "b"],
};
const prefix = (text: string): RuleData => ({
  kind: "stringPrefix",
  type: "Sent",
  property: "a",
  prefix: text,
});
const legacy = (forbidden: boolean): RuleData => ({
  kind: "legacyErrorCode",
  code: -32002,
  meaning: "no such resource",
  forbidden,
});
const withStatus = (httpStatus: number): ProtocolModel => ({
  ...plain,
  errors: plain.errors.map((error) => ({ ...error, httpStatus })),
});
const withHeader = (headerName: string): ProtocolModel => ({
  ...plain,
  methods: plain.methods.map((method) =>
    method.name === "ask" ? { ...method, headerName } : method,
  ),
});
const proseRows: readonly {
  readonly name: string;
  readonly before: ProtocolModel;
  readonly after: ProtocolModel;
  readonly want: readonly string[];
}[] = [
  {
    name: "a rule for what the client sends is new",
    before: plain,
    after: rule(ofParams),
    want: ["rule added some-rule: clients"],
  },
  {
    name: "a rule for what the client sends is gone",
    before: rule(ofParams),
    after: plain,
    want: ["rule removed some-rule: servers"],
  },
  {
    name: "a rule for what the client sends is another",
    before: rule(prefix("file://")),
    after: rule(prefix("https://")),
    want: ["rule changed some-rule: clients servers"],
  },
  {
    name: "a rule is about a field that is new as well",
    before: protocol({}),
    after: rule(prefix("file://")),
    want: [
      "field added Sent.a: -",
      "field added Sent.b: -",
      "errorCode added BAD_LUCK: -",
      "rule added some-rule: -",
    ],
  },
  {
    name: "a rule without data is told where it is worked in",
    before: plain,
    after: {
      ...plain,
      rules: [
        ...plain.rules,
        { id: "some-rule", page: "basic/index", summary: "So it is." },
      ],
    },
    want: ["rule added some-rule: -"],
  },
  {
    name: "a code is no longer to be sent",
    before: rule(legacy(false)),
    after: rule(legacy(true)),
    want: ["rule changed some-rule: servers"],
  },
  {
    name: "a code may be met and is not forbidden",
    before: plain,
    after: rule(legacy(false)),
    want: ["rule added some-rule: -"],
  },
  {
    name: "the reserved prefix is another",
    before: rule({
      kind: "reservedMetaPrefix",
      rule: "second-label",
      labels: ["mcp"],
    }),
    after: rule({
      kind: "reservedMetaPrefix",
      rule: "label-followed-by-another",
      labels: ["mcp"],
    }),
    want: ["rule changed some-rule: clients servers"],
  },
  {
    name: "an error rides on another HTTP status",
    before: withStatus(400),
    after: withStatus(404),
    want: ["errorCode changed BAD_LUCK: clients servers"],
  },
  {
    name: "an HTTP status is stated at all: its rule is told",
    before: plain,
    after: withStatus(404),
    want: [],
  },
  {
    name: "a param is repeated in a header",
    before: plain,
    after: withHeader("a"),
    want: ["method changed ask: clients"],
  },
  {
    name: "a param is repeated in a header no more",
    before: withHeader("a"),
    after: plain,
    want: ["method changed ask: servers"],
  },
  {
    name: "another param is repeated in a header",
    before: withHeader("a"),
    after: withHeader("b"),
    want: ["method changed ask: clients servers"],
  },
  {
    name: "a handshake gives way to statelessness",
    before: { ...plain, era: "handshake" },
    after: plain,
    want: ["protocol changed era: clients servers"],
  },
];

describe("a change of what only prose states", () => {
  it.each(proseRows)("$name", ({ before, after, want }) => {
    const lines = diffModels(before, after).map(lineOf);
    expect(lines.sort()).toEqual([...want].sort());
  });
});

describe("docs/diff.md", () => {
  const documented = readFileSync(join(repositoryPath, "docs/diff.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => /^(?:breaking|compatible)$/.test(cells[2] ?? ""))
    .map(([, change = "", first, second]) => ({ change, first, second }));

  it("states the rules as they are tested above", () => {
    expect(documented.length).toBeGreaterThan(50);
    for (const { change, first, second } of documented) {
      const row = rows.find(({ name }) => name === change);
      const broken =
        row?.want[0] ??
        [...protocolRows, ...proseRows]
          .find(({ name }) => name === change)
          ?.want.at(-1);
      expect(broken, change).toBeDefined();
      const told = (broken as string).split(": ")[1]?.split(" ") ?? [];
      const verdict = (role: string): string =>
        told.includes(role) ? "breaking" : "compatible";
      const roles =
        row === undefined ? ["clients", "servers"] : ["sender", "receiver"];
      expect({ change, verdicts: [first, second] }).toEqual({
        change,
        verdicts: roles.map(verdict),
      });
    }
  });
});
