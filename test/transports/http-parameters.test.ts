import { describe, expect, test } from "vitest";
import {
  argumentMismatch,
  mirrorArguments,
  parameterHeadersOf,
  type ParameterHeader,
} from "../../out/draft/runtime/eras/stateless/http-parameters.js";

const annotated = (type: unknown, name: unknown = "P"): object => ({
  type,
  "x-mcp-header": name,
});
const schema = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  ...more,
});

describe("parameterHeadersOf", () => {
  const valid: [name: string, given: unknown, want: ParameterHeader[]][] = [
    ["none", schema({ a: { type: "string" } }), []],
    ["no schema at all", undefined, []],
    [
      "string, integer, boolean",
      schema({
        a: annotated("string", "A"),
        b: annotated("integer", "B"),
        c: annotated("boolean", "C"),
      }),
      [
        { header: "Mcp-Param-A", path: ["a"] },
        { header: "Mcp-Param-B", path: ["b"] },
        { header: "Mcp-Param-C", path: ["c"] },
      ],
    ],
    [
      "nested",
      schema({ a: schema({ "b.c": annotated("string") }) }),
      [{ header: "Mcp-Param-P", path: ["a", "b.c"] }],
    ],
    [
      "properties with names of keywords",
      schema({ items: schema({ not: annotated("string") }) }),
      [{ header: "Mcp-Param-P", path: ["items", "not"] }],
    ],
    [
      "every character of a token",
      schema({ a: annotated("string", "!#$%&'*+-.^_`|~0aZ") }),
      [{ header: "Mcp-Param-!#$%&'*+-.^_`|~0aZ", path: ["a"] }],
    ],
    [
      "a property that is only called x-mcp-header",
      schema({ "x-mcp-header": { type: "string" } }),
      [],
    ],
    [
      "values that are data, not schemas",
      schema({
        a: {
          type: "object",
          default: annotated("string"),
          const: annotated("string"),
          enum: [annotated("string")],
          examples: [annotated("string")],
        },
      }),
      [],
    ],
  ];
  test.each(valid)("%s", (_, given, want) => {
    const { headers } = parameterHeadersOf(given);
    expect(headers).toBeDefined();
    expect(new Set(headers)).toEqual(new Set(want));
  });

  const one = annotated("string");
  const elsewhere: [keyword: string, value: unknown][] = [
    ["items", one],
    ["prefixItems", [one]],
    ["contains", one],
    ["allOf", [one]],
    ["anyOf", [one]],
    ["oneOf", [one]],
    ["not", one],
    ["if", one],
    ["then", one],
    ["else", one],
    ["additionalProperties", one],
    ["unevaluatedProperties", one],
    ["propertyNames", one],
    ["patternProperties", { "^a": one }],
    ["dependentSchemas", { a: one }],
    ["$defs", { a: one }],
    ["definitions", { a: one }],
  ];
  const invalid: [name: string, given: unknown][] = [
    ["number", schema({ a: annotated("number") })],
    ["object", schema({ a: annotated("object") })],
    ["array", schema({ a: annotated("array") })],
    ["null", schema({ a: annotated("null") })],
    ["no type", schema({ a: { "x-mcp-header": "P" } })],
    ["a list of types", schema({ a: annotated(["string", "null"]) })],
    ["empty name", schema({ a: annotated("string", "") })],
    ["name with a blank", schema({ a: annotated("string", "a b") })],
    ["name with a colon", schema({ a: annotated("string", "a:") })],
    ["name with a line end", schema({ a: annotated("string", "a\n") })],
    ["name beyond ASCII", schema({ a: annotated("string", "ä") })],
    ["name that is not a string", schema({ a: annotated("string", 1) })],
    ["name that is null", schema({ a: annotated("string", null) })],
    [
      "names that differ by case",
      schema({ a: annotated("string", "Ab"), b: annotated("string", "aB") }),
    ],
    ["at the root", annotated("object")],
    ...elsewhere.flatMap(([keyword, value]): [string, unknown][] => [
      [`under ${keyword}`, schema({}, { [keyword]: value })],
      [
        `under ${keyword} of a property`,
        schema({ a: { [keyword]: value, type: "object" } }),
      ],
    ]),
    [
      "under properties below items",
      schema({
        a: { type: "array", items: schema({ b: annotated("string") }) },
      }),
    ],
  ];
  test.each(invalid)("invalid: %s", (_, given) => {
    expect(parameterHeadersOf(given).fault).toContain("x-mcp-header");
  });

  test("a schema of any depth is read", () => {
    let deep: object = annotated("string");
    for (let depth = 0; depth < 100_000; depth += 1) {
      deep = schema({ a: deep });
    }
    expect(parameterHeadersOf(deep).fault).toBeDefined();
  });
});

const headers: ParameterHeader[] = [
  { header: "Mcp-Param-P", path: ["a", "b"] },
];

describe("mirrorArguments", () => {
  const cases: [given: unknown, want: [string, string][]][] = [
    [{ a: { b: "x" } }, [["Mcp-Param-P", "x"]]],
    [{ a: { b: "" } }, [["Mcp-Param-P", ""]]],
    [{ a: { b: 42 } }, [["Mcp-Param-P", "42"]]],
    [{ a: { b: -7 } }, [["Mcp-Param-P", "-7"]]],
    [{ a: { b: true } }, [["Mcp-Param-P", "true"]]],
    [{ a: { b: false } }, [["Mcp-Param-P", "false"]]],
    [{ a: { b: "日" } }, [["Mcp-Param-P", "=?base64?5pel?="]]],
    [{ a: { b: null } }, []],
    [{ a: {} }, []],
    [{ a: "b" }, []],
    [{ a: { b: {} } }, []],
    [{ "a.b": "x" }, []],
    [undefined, []],
  ];
  test.each(cases)("%j", (given, want) => {
    expect(mirrorArguments(headers, given)).toEqual(want);
  });

  test("inherited names are not arguments", () => {
    const inherited = [{ header: "Mcp-Param-P", path: ["toString", "name"] }];
    expect(mirrorArguments(inherited, {})).toEqual([]);
  });

  test("an integer that readers could not compare is not sent", () => {
    expect(
      mirrorArguments(headers, { a: { b: Number.MAX_SAFE_INTEGER } }),
    ).toEqual([["Mcp-Param-P", "9007199254740991"]]);
    for (const number of [-(2 ** 53), 1e21, 0.5, NaN, Infinity]) {
      expect(() => mirrorArguments(headers, { a: { b: number } })).toThrow(
        "a.b is not an integer within",
      );
    }
  });
});

describe("argumentMismatch", () => {
  const cases: [value: unknown, header: string | null, fits: boolean][] = [
    ["x", "x", true],
    ["x", " x ", true],
    ["x", "=?base64?eA==?=", true],
    ["日", "=?base64?5pel?=", true],
    ["", "", true],
    ["x", "X", false],
    ["x", null, false],
    ["", null, false],
    ["x", "=?base64?eA=?=", false],
    ["x", "x\u00e9", false],
    [42, "42", true],
    [42, "42.0", true],
    [42, "4.2e1", true],
    [42, "=?base64?NDI=?=", true],
    [0, "-0", true],
    [100, "1e2", true],
    [0, "0.000", true],
    [-7, "-7", true],
    [1, "1.0000000000000001", false],
    [0, "1e-400", false],
    [9007199254740991, "9007199254740991", true],
    [9007199254740991, "9007199254740991.4", false],
    [9007199254740992, "9007199254740992", false],
    [9007199254740992, "9007199254740993", false],
    [1e21, "1e21", false],
    [0.5, "0.5", false],
    [42, "43", false],
    [42, "0x2a", false],
    [42, "042", false],
    [42, "", false],
    [0, "", false],
    [42, " 42 ", true],
    [42, null, false],
    [true, "true", true],
    [true, "TRUE", false],
    [false, "false", true],
    [false, null, false],
    [null, null, true],
    [undefined, null, true],
    [null, "null", false],
    [undefined, "", false],
    [{}, null, true],
    [{}, "[object Object]", false],
  ];
  test.each(cases)("argument %j, header %j: %s", (value, header, fits) => {
    const mismatch = argumentMismatch(headers, { a: { b: value } }, (name) =>
      name === "Mcp-Param-P" ? header : "x",
    );
    expect(mismatch === undefined).toBe(fits);
  });
});
