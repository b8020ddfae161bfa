import { describe, expect, test } from "vitest";
import {
  UnsupportedSchemaError,
  type Diagnostic,
} from "../../../generator/failure.js";
import { findType } from "../../../generator/model/queries.js";
import { readModel } from "../../../generator/read/schema-ts/read.js";
import { schemaText } from "../../shared.js";

function failureOf(schema: string): UnsupportedSchemaError {
  try {
    readModel(schemaText(schema));
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return error;
    throw error;
  }
  throw new Error("the schema was read");
}

function placesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(
    ({ line, column, code }) => `${line}:${column} ${code}`,
  );
}

describe("a schema that cannot be read", () => {
  test("gives all faults at once, in the order of the file", () => {
    const { diagnostics, message, exitCode } = failureOf(`import "./other.js";
export interface A { pair: [string]; lost: Nowhere }
export const CODE = Math.random();
export type B<T> = { [K in keyof T]: string };
export interface C { id: string }
export interface D extends C { id: number; run(): void }
`);
    expect(placesOf(diagnostics)).toEqual([
      "1:1 MCPGEN105",
      "2:28 MCPGEN113",
      "2:44 MCPGEN103",
      "3:14 MCPGEN124",
      "4:15 MCPGEN111",
      "4:20 MCPGEN116",
      "6:18 MCPGEN101",
      "6:44 MCPGEN120",
    ]);
    expect(message).toBe("schema.ts cannot be read: 8 errors.");
    expect(exitCode).toBe(3);
  });

  test("with syntax errors gives those alone", () => {
    const { diagnostics } = failureOf(
      "export interface A { a: [string] }\nexport interface B { b: }\n",
    );
    expect(placesOf(diagnostics)).toEqual(["2:25 MCPGEN100"]);
  });

  test("because nothing is exported says so in one line", () => {
    const failure = failureOf("interface Hidden { a: string }\n");
    expect(failure.message).toBe(
      "schema.ts exports no interface and no type alias, so there is no protocol in it.",
    );
    expect(failure.diagnostics).toEqual([]);
  });

  test("because its types nest too deeply says so in one line", () => {
    const nested = `${"{ a: ".repeat(20_000)}string${" }".repeat(20_000)}`;
    expect(failureOf(`export interface A { a: ${nested} }`).message).toBe(
      "schema.ts nests its types too deeply to be read.",
    );
  });

  test("says one thing about an unexported type, wherever it is used", () => {
    const { diagnostics } = failureOf(
      `interface Hidden { a: string }
export interface A { a: Hidden; b: Hidden[] }
export interface B extends Hidden {}
`,
    );
    expect(placesOf(diagnostics)).toEqual(["2:25 MCPGEN104"]);
  });

  test("says nothing twice that the compiler also sees", () => {
    const { diagnostics } = failureOf(
      `export interface A { a: Nowhere; b: typeof NOTHING; c; }
`,
    );
    expect(placesOf(diagnostics)).toEqual([
      "1:25 MCPGEN103",
      "1:37 MCPGEN125",
      "1:53 MCPGEN123",
    ]);
  });

  test.each<[string, string]>([
    ["a constructor type", "export interface A { a: new () => string }"],
    ["keyof of a list", "export interface A { a: keyof string[] }"],
    ["an access by any key", "export interface A { a: { b: 1 }[string] }"],
    ["an unknown property", 'export interface A { a: { b: 1 }["c"] }'],
    ["a readonly tuple", "export interface A { a: readonly [string] }"],
    ["undefined in a list", "export interface A { a: undefined[] }"],
    ["undefined by a name", "export type U = string | undefined;"],
    [
      "a property that is made of itself",
      'export interface A { a: { b: Pick<A, "a"> } }',
    ],
    [
      "a type that is made of itself",
      'export type A = Omit<A, "a"> & { b: string };',
    ],
    ["unique symbol", "export interface A { a: symbol }"],
    ["bigint", "export interface A { a: 1n }"],
    ["an import type", 'export interface A { a: import("./b.js").B }'],
    ["a getter", "export interface A { get a(): string }"],
    ["a call signature", "export interface A { (): string }"],
    [
      "an index signature of numbers",
      "export interface A { [i: number]: string }",
    ],
    [
      "Record with keys of numbers",
      "export interface A { a: Record<1 | number, string> }",
    ],
    ["Partial of a list", "export interface A { a: Partial<string[]> }"],
    [
      "Omit of a union",
      'export interface A { a: Omit<{ b: 1 } | { c: 1 }, "b"> }',
    ],
    [
      "a list in an intersection",
      "export interface A { a: { b: 1 } & string[] }",
    ],
    [
      "a text that is an object as well",
      "export interface A { a: string & { b: string } }",
    ],
    [
      "the same by a name",
      "export type N = string; export interface A { a: N & { b: string } }",
    ],
    ["an array as a supertype", "export interface A extends Array<string> {}"],
    ["a qualified name", "export interface A { a: B.C }"],
    ["let", 'export let A = "a"; export interface B {}'],
    [
      "an annotated constant",
      'export const A: string = "a"; export interface B {}',
    ],
    ["a renamed export", "interface A {} export { A as B };"],
    ["a number beyond JSON's", "export interface A { a: 1e999 }"],
    [
      "a constant beyond JSON's",
      "export const A = 1e999; export interface B {}",
    ],
    ["a default export", "export default interface A { a: string }"],
  ])("%s is refused, never read as any", (_, schema) => {
    expect(failureOf(schema).diagnostics.length).toBeGreaterThan(0);
  });
});

describe("an excerpt", () => {
  function excerptOf(schema: string): string {
    return failureOf(schema).diagnostics[0]?.excerpt ?? "";
  }
  test("marks the fault to its end", () => {
    expect(excerptOf("export interface A { a: [string] }")).toBe(
      "export interface A { a: [string] }\n                        ^~~~~~~~",
    );
  });
  test("of several lines marks the first", () => {
    expect(excerptOf("export interface A {\n\ta: [\n\t\tstring,\n\t]\n}")).toBe(
      "\ta: [\n\t   ^",
    );
  });
  test("of a long line shows the part around the fault", () => {
    const padding = "x".repeat(300);
    const excerpt = excerptOf(
      `export interface A { ${padding}: string; a: [string] }`,
    );
    const [line = "", marker = ""] = excerpt.split("\n");
    expect(line.length).toBeLessThanOrEqual(100);
    expect(line.slice(marker.indexOf("^"))).toMatch(/^\[string\]/);
  });
  test("counts lines as editors do: U+2028 breaks none", () => {
    const [diagnostic] = failureOf(
      "/** a\u2028b */ export interface A { a: [string] }",
    ).diagnostics;
    expect(diagnostic).toMatchObject({ line: 1, column: 36 });
  });
});

describe("warnings", () => {
  function warningsOf(comment: string): readonly string[] {
    const { warnings } = readModel(
      schemaText(
        `export const LATEST_PROTOCOL_VERSION = "2026-07-28";\n${comment}\nexport type A = string;`,
      ),
    );
    return warnings.map(({ code, message }) => `${code} ${message}`);
  }
  test.each<[string, readonly string[]]>([
    ["/** @format: uri */", []],
    [
      "/** @depricated */",
      ["MCPGEN150 @depricated is not a tag, so it has no effect."],
    ],
    [
      "/** @Internal */",
      ["MCPGEN150 @Internal is not a tag, so it has no effect."],
    ],
    [
      "/** @exmaple x */",
      ["MCPGEN150 @exmaple is not a tag, so it has no effect."],
    ],
    [
      "/** @pattern ( */",
      [
        "MCPGEN151 @pattern needs a regular expression, so this one has no effect.",
      ],
    ],
    ["/** @pattern ^[\\w-]+$ */", []],
    ["/** @remarks Fine. @since 1 */", []],
    [
      "/** @somethingOfTheirOwn */",
      [
        "MCPGEN155 @somethingOfTheirOwn is not a known tag, so it has no effect.",
      ],
    ],
    [
      "/** @additionalProperties false */",
      [
        "MCPGEN155 @additionalProperties is not supported, so it has no effect.",
      ],
    ],
    ["/** @min 1 */", ["MCPGEN150 @min is not a tag, so it has no effect."]],
    [
      "/** @format urll */",
      ["MCPGEN156 urll is not a known format, so nothing checks it."],
    ],
    ["/** @format : uri */", []],
    ["/** @packageDocumentation @internal */", []],
    ["/**\n * @acme/tool makes it.\n */", []],
    [
      "/** @minLength -1 */",
      [
        "MCPGEN151 @minLength needs a count, which is 0 or more, so this one has no effect.",
      ],
    ],
    [
      "/** @minimum 0 */",
      [
        "MCPGEN157 @minimum has no effect on A, whose values it does not concern.",
      ],
    ],
    ["/** Mail to a@format.example: fine. */", []],
    ["/** {@link A} */", []],
    ["/** ```\n * @depricated\n * ``` */", []],
  ])("%s", (comment, want) => {
    expect(warningsOf(comment)).toEqual(want);
  });
});

describe("the protocol version", () => {
  test.each<[string, string]>([
    [
      'export const LATEST_PROTOCOL_VERSION = "DRAFT-2026-v1";',
      "DRAFT-2026-v1",
    ],
    ["export const PROTOCOL_VERSION = 1;", "1"],
    [
      'export const PROTOCOL_VERSION = 1; export const LATEST_PROTOCOL_VERSION = "2024-11-05";',
      "2024-11-05",
    ],
    ["", "unknown"],
  ])("%s", (constants, want) => {
    const { model } = readModel(
      schemaText(`${constants}\nexport interface A {}`),
    );
    expect(model.version).toBe(want);
  });

  test("given from outside comes before the schema's own, and silences the warning", () => {
    const { model, warnings } = readModel(schemaText("export interface A {}"), {
      protocolVersion: "2025-06-18",
    });
    expect(model.version).toBe("2025-06-18");
    expect(warnings).toEqual([]);
  });
});

describe("positions", () => {
  test("are those of the name", () => {
    const { model } = readModel(
      schemaText(
        "/** A. */\nexport interface A {\n  /** b. */\n  b: string;\n}\n",
      ),
    );
    expect(findType(model, "A")).toMatchObject({
      position: { line: 2, column: 18 },
      properties: [{ position: { line: 4, column: 3 } }],
    });
  });
});

test("reading is pure: the same text, the same model", () => {
  const schema = schemaText("export interface A { b?: A }");
  expect(JSON.stringify(readModel(schema))).toBe(
    JSON.stringify(readModel(schema)),
  );
});
