/** Rules that only the specification's prose states. */
import { beforeAll, describe, expect, it } from "vitest";
import { describeWithShared, embeddedModel, sharedModel } from "../shared.js";
import { faults, loadValidators, type Validators } from "./load.js";

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(embeddedModel());
});

/** What each function says of each text. */
const VERDICTS: Readonly<
  Record<string, { yes: readonly string[]; no: readonly string[] }>
> = {
  isMetaKey: {
    yes: [
      "progressToken",
      "com.example/trace.id",
      "com.example/",
      "",
      "a",
      "a-b_c.d",
      "io.modelcontextprotocol/clientInfo",
      "a1.b-2/x",
      "traceparent",
    ],
    no: [
      "/x",
      "a/b/c",
      "1a.b/x",
      "a-.b/x",
      "com..example/x",
      "com.example/_x",
      "com.example/x-",
      "com.ex_ample/x",
      " x",
      "ключ",
      ".com/x",
      "com./x",
    ],
  },
  isExtensionId: {
    yes: ["com.example/ext", "io.modelcontextprotocol/tasks", "com.example/"],
    no: ["ext", "", "/ext", "com.example/ext/1", "1.example/ext"],
  },
  isReservedMetaPrefix: {
    yes: [
      "io.modelcontextprotocol/",
      "io.modelcontextprotocol",
      "dev.mcp/",
      "com.mcp.tools/",
      "com.MCP/",
    ],
    no: [
      "mcp.dev/",
      "modelcontextprotocol.io/",
      "com.example.mcp/",
      "mcp/",
      "com.example.mcp.beta/",
      "com.mcpx/",
      "",
      "1a.mcp/",
    ],
  },
  isTraceparent: {
    yes: [
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
      "cc-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01-what.else",
    ],
    no: [
      "",
      "ff-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
      "00-00000000000000000000000000000000-9a3c5e7f1b2d4c68-01",
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-0000000000000000-01",
      "00-4B1F0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01",
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01-more",
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68",
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-1",
      "00-4b1f0c7e9a2d43568e7f1a0b9c8d7e6f-9a3c5e7f1b2d4c68-01\n",
    ],
  },
  isTracestate: {
    yes: [
      "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
      "a=b , c=d",
      "",
      "a=b,,",
      "tenant@vendor=1",
      `a=${"x".repeat(256)}`,
      Array.from({ length: 32 }, (_, index) => `k${index}=v`).join(","),
    ],
    no: [
      "a",
      "a=",
      "=b",
      "A=b",
      "a=b,a=c",
      "a=b=c",
      "a=\u00e4",
      `a=${"x".repeat(257)}`,
      `${"k".repeat(257)}=v`,
      Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(","),
    ],
  },
  isBaggage: {
    yes: [
      "userId=alice",
      "a=1,b=2;prop;k=v",
      "key = value ; p = 1",
      "a=%20x",
      "a=",
      Array.from({ length: 64 }, (_, index) => `k${index}=v`).join(","),
    ],
    no: [
      "",
      "a",
      "=1",
      "a b=1",
      'a="x"',
      "a=1;",
      "a=1,,b=2",
      "a=%2",
      "a=x y",
      "a=\\",
    ],
  },
};

describe.each(Object.entries(VERDICTS))("%s", (name, { yes, no }) => {
  it.each(yes)("%j: yes", (text) => {
    expect(validators[name](text)).toBe(true);
  });
  it.each(no)("%j: no", (text) => {
    expect(validators[name](text)).toBe(false);
  });
});

describe("long texts are decided in no time", () => {
  const long = 200_000;
  it.each([
    ["isMetaKey", `${"a".repeat(long)}-`],
    ["isMetaKey", `${"a-".repeat(long)}/x`],
    ["isMetaKey", `${"a.".repeat(long)}/x`],
    ["isExtensionId", `com.${"a".repeat(long)}-/x`],
    ["isTraceparent", `00-${"0".repeat(long)}`],
    ["isTracestate", `a=${" ".repeat(long)}`],
    ["isBaggage", `a=${" ".repeat(long)}\u0000`],
    ["isBaggage", `a=${"%".repeat(long)}`],
    ["isBaggage", `${"\t".repeat(long)}x`],
  ])("%s", (name, text) => {
    expect(validators[name](text)).toBe(false);
  });
});

describe("headers of tools", () => {
  const header = (name: unknown, type: unknown = "string"): object => ({
    type,
    "x-mcp-header": name,
  });
  const withProperties = (properties: object): object => ({
    type: "object",
    properties,
  });

  it.each([
    ["none", withProperties({ a: { type: "string" } })],
    ["one", withProperties({ a: header("Region") })],
    [
      "integer and boolean",
      withProperties({ a: header("A", "integer"), b: header("B", "boolean") }),
    ],
    ["nested", withProperties({ a: withProperties({ b: header("B") }) })],
    [
      "every character of a token",
      withProperties({ a: header("!#$%&'*+-.^_`|~09azAZ") }),
    ],
    [
      "a property of that name",
      withProperties({ "x-mcp-header": { type: "string" } }),
    ],
    ["no schema at all", true],
    [
      "a const that looks like one",
      withProperties({ a: { type: "string", const: { "x-mcp-header": "A" } } }),
    ],
  ])("fine: %s", (_, schema) => {
    expect(validators["checkToolHeaders"](schema)).toEqual([]);
  });

  const inner = withProperties({ a: header("A") });
  /** Where an annotation must not stand: below these keywords. */
  const MISPLACED: readonly (readonly [keyword: string, value: unknown])[] = [
    ["items", header("A")],
    ["prefixItems", [header("A")]],
    ["contains", header("A")],
    ["additionalProperties", header("A")],
    ["patternProperties", { "^a": header("A") }],
    ["propertyNames", header("A")],
    ["dependentSchemas", { a: header("A") }],
    ["allOf", [inner]],
    ["anyOf", [inner]],
    ["oneOf", [inner]],
    ["not", inner],
    ["if", inner],
    ["then", inner],
    ["else", inner],
    ["$defs", { a: header("A") }],
    ["definitions", { a: inner }],
    ["x-mcp-header", "A"],
  ];
  it.each(MISPLACED)("misplaced: %s", (keyword, value) => {
    const schema = { type: "string", [keyword]: value };
    const issues = validators["checkToolHeaders"](schema);
    expect(issues).toHaveLength(1);
    expect(issues[0].code).toBe("rule");
    expect(issues[0].path.at(-1)).toBe("x-mcp-header");
  });

  it.each([
    ["number", header("A", "number")],
    ["object", header("A", "object")],
    ["array", header("A", "array")],
    ["null", header("A", "null")],
    ["no type", { "x-mcp-header": "A" }],
    ["several types", header("A", ["string", "integer"])],
    ["empty name", header("")],
    ["blank", header("A B")],
    ["colon", header("A:B")],
    ["line break", header("A\r\nB")],
    ["not ASCII", header("Zürich")],
    ["no string", header(7)],
  ])("invalid: %s", (_, property) => {
    const schema = withProperties({ a: property });
    const issues = validators["checkToolHeaders"](schema);
    expect(issues.map(({ path }: { path: unknown }) => path)).toEqual([
      ["properties", "a", "x-mcp-header"],
    ]);
  });

  it("a name stands once, whatever its case", () => {
    const schema = withProperties({
      a: header("Region"),
      b: withProperties({ c: header("REGION") }),
    });
    const issues = validators["checkToolHeaders"](schema);
    expect(issues.map(({ path }: { path: unknown }) => path)).toEqual([
      ["properties", "b", "properties", "c", "x-mcp-header"],
    ]);
  });

  it("a schema of any depth is an issue at most", () => {
    let schema: object = header("A");
    for (let level = 0; level < 100_000; level++) {
      schema = withProperties({ a: schema });
    }
    const [issue] = validators["checkToolHeaders"](schema);
    expect(issue.code).toBe("too_deep");
  });
});

describe("messages of sampling", () => {
  const use = (id: string): object => ({
    type: "tool_use",
    id,
    name: "t",
    input: {},
  });
  const result = (toolUseId: string): object => ({
    type: "tool_result",
    toolUseId,
    content: [],
  });
  const text = { type: "text", text: "x" };
  const user = (...content: object[]): object => ({ role: "user", content });
  const assistant = (...content: object[]): object => ({
    role: "assistant",
    content,
  });

  it.each([
    ["none", []],
    ["texts", [user(text), assistant(text)]],
    ["one block instead of a list", [{ role: "user", content: text }]],
    ["a use and its result", [assistant(use("1")), user(result("1"))]],
    [
      "two uses and their results in another order",
      [assistant(text, use("1"), use("2")), user(result("2"), result("1"))],
    ],
    [
      "two rounds",
      [
        assistant(use("1")),
        user(result("1")),
        assistant(use("1")),
        user(result("1")),
        user(text),
      ],
    ],
  ])("fine: %s", (_, messages) => {
    expect(validators["checkSamplingMessages"](messages)).toEqual([]);
  });

  it.each([
    [
      "a result next to a text",
      [assistant(use("1")), user(result("1"), text)],
      [1],
    ],
    [
      "a result that is missing",
      [assistant(use("1"), use("2")), user(result("1"))],
      [1],
    ],
    ["a text instead of the result", [assistant(use("1")), user(text)], [1]],
    ["nothing after a use", [assistant(use("1"))], [1]],
    ["a result of nothing", [user(result("1"))], [0]],
    [
      "a result twice",
      [assistant(use("1")), user(result("1"), result("1"))],
      [1],
    ],
    [
      "a result by the assistant",
      [assistant(use("1")), assistant(result("1"))],
      [1],
    ],
    ["a use by the user", [user(use("1")), user(result("1"))], [0]],
    [
      "a result one message too late",
      [assistant(use("1")), user(text), user(result("1"))],
      [1, 2],
    ],
  ])("broken: %s", (_, messages, places) => {
    const issues = validators["checkSamplingMessages"](messages);
    expect([...new Set(issues.map((each: any) => each.path[0]))]).toEqual(
      places,
    );
    expect(new Set(issues.map((each: any) => each.code))).toEqual(
      new Set(["rule"]),
    );
  });
});

describe("elicitation", () => {
  const form = {
    message: "m",
    requestedSchema: { type: "object", properties: {} },
  };
  it.each([
    ["form", form, []],
    [
      "url",
      { mode: "url", message: "m", url: "https://example.com/a?b=1" },
      [],
    ],
    [
      "url without a scheme",
      { mode: "url", message: "m", url: "example.com" },
      ["wrong_format url"],
    ],
    [
      "url of a script",
      { mode: "url", message: "m", url: "javascript:alert(1)" },
      ["wrong_format url"],
    ],
    [
      "url with a blank",
      { mode: "url", message: "m", url: "https://a b" },
      ["wrong_format url"],
    ],
    [
      "url without a host",
      { mode: "url", message: "m", url: "https:///x" },
      ["wrong_format url"],
    ],
    ["url without url", { mode: "url", message: "m" }, ["missing url"]],
  ])("%s", (_, params, expected) => {
    const issues = validators["checkElicitation"](params);
    expect(faults({ success: false, issues })).toEqual(expected);
  });
});

describe("rules inside of types", () => {
  it("a root is a file", () => {
    expect(validators["isRoot"]({ uri: "file:///srv" })).toBe(true);
    expect(validators["isRoot"]({ uri: "https://srv" })).toBe(false);
    expect(validators["isRoot"]({ uri: "File:///srv" })).toBe(false);
  });

  it("an input request asks for something, or has a state", () => {
    const is = validators["isInputRequiredResult"];
    const resultType = "input_required";
    expect(is({ resultType })).toBe(false);
    expect(is({ resultType, requestState: "" })).toBe(true);
    expect(is({ resultType, inputRequests: {} })).toBe(true);
  });

  it("a completion has at most 100 values", () => {
    const of = (length: number): object => ({
      resultType: "complete",
      completion: { values: Array.from({ length }, () => "v") },
    });
    expect(validators["isCompleteResult"](of(100))).toBe(true);
    expect(faults(validators["validateCompleteResult"](of(101)))).toEqual([
      "too_big completion/values",
    ]);
  });

  it.each([
    [7, true],
    ["7", true],
    ["", true],
    [2 ** 53 - 1, true],
    // Beyond that, parsing has rounded already; the number is whole all the same.
    [JSON.parse("9007199254740993"), true],
    [1.5, false],
    [null, false],
    [true, false],
    [{}, false],
  ])("an id is a string or an integer: %j", (id, expected) => {
    expect(validators["isRequestId"](id)).toBe(expected);
    expect(validators["isProgressToken"](id)).toBe(expected);
  });
});

describeWithShared("rules of other revisions", () => {
  let june: Validators;
  beforeAll(async () => {
    june = await loadValidators(sharedModel("2025-06-18"));
  });

  it.each([
    ["mcp.dev/", true],
    ["modelcontextprotocol.io/", true],
    ["com.mcp.tools/", true],
    ["com.example.mcp.beta/", true],
    ["io.modelcontextprotocol/", false],
    ["dev.mcp/", false],
    ["com.example.mcp/", false],
    ["mcp/", false],
  ])("2025-06-18 reserves other prefixes: %s %s", (prefix, expected) => {
    expect(june["isReservedMetaPrefix"](prefix)).toBe(expected);
  });

  it("revisions without a rule have no function for it", async () => {
    const early = await loadValidators(sharedModel("2024-11-05"));
    for (const name of [
      "isMetaKey",
      "isReservedMetaPrefix",
      "isExtensionId",
      "checkToolHeaders",
      "validateInputResponse",
    ]) {
      expect(early[name], name).toBe(undefined);
    }
  });
});
