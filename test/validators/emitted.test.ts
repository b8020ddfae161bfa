/** The emitted text: formatted, the same each time, compiled by the strictest compiler, small. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { faults, loadValidators, modelOfText, validatorFiles } from "./load.js";

/** Names that mean something else to the file, and names that no variable can have. */
const HOSTILE = `
export interface Issue { code: string; }
export interface ValidationError { issue: Issue; }
export interface Validation { value: string; }
export interface Schema { fields: string; }
export interface Object { fields: object; }
export interface Fields { field?: Schema; key?: string; value?: string; hasOwn?: string; }
export interface Plain { isPlain: boolean; Number: number; undefined: string; Array: string[]; }
export interface String { text: string; }
export type Boolean = boolean;
export interface ArrayOf { items: Fields[]; }
export interface TypeShape { shape: string; }
export interface Tool { issue?: Issue; }
export interface ToolSchema { tool: Tool; }
export interface ToolShape { tool: Tool; }
export interface ToolSchemaShape { tool: ToolSchema; }
export interface Request { method: string; }
export interface Result { request: Request; }
export type ResultType = string;
export interface Words {
  class: string; default: string; await: string; let: string; arguments: string; eval: string;
  enum?: string; new?: string; "1"?: string; "a-b"?: string; "\\u0000"?: string; "'"?: string; '"'?: string;
  "com.example/x"?: string; "org.example/x"?: string; "*/"?: string; "\\u2028"?: string; "\${x}"?: string; "": string;
}
export interface Prototype {
  constructor: string; toString?: string; valueOf: number; __proto__: string; isPrototypeOf?: boolean;
}
export type Quotes = "it's" | '"' | "\\\\" | "\\n" | "</script>" | string;
export interface Tagged { "a-b": "it's"; }
export interface OtherTagged { "a-b": '"'; }
export type ByOddTag = Tagged | OtherTagged;
export interface ProtoTagged { type: "__proto__"; a: string; }
export interface ConstructorTagged { type: "constructor"; b: string; }
export type ByOddValue = ProtoTagged | ConstructorTagged;
export interface AVeryLongNameThatLeavesLittleRoomOnItsLine {
  aMemberWhoseNameIsLongToo: AVeryLongNameThatLeavesLittleRoomOnItsLine | null;
  "io.modelcontextprotocol/aMemberWhoseNameIsEvenLongerThanThatOne"?: "a literal that is long" | "another literal that is long" | "and one more";
  another?: AVeryLongNameThatLeavesLittleRoomOnItsLine[];
  aa: string; bb: number; cc: { dd: string }; ee: string[][]; ff: (string | number | { gg: boolean })[];
}
export type Nested = { a: Nested } | { b: Nested[] } | { [key: string]: Nested }[] | null;
export interface Empty {}
export type Nothing = Empty;
export interface All { a: "x"; b: Empty & Issue; c: unknown[]; d: { [key: string]: unknown[] }; e: ("a" | "b")[]; f: null[]; }
`;

function everyModel(): readonly (readonly [
  name: string,
  model: () => ProtocolModel,
])[] {
  return [
    ["the embedded draft", embeddedModel],
    ["hostile names", () => modelOfText(HOSTILE)],
    ...sharedRevisions().map(
      ({ name }) => [name, () => sharedModel(name)] as const,
    ),
  ];
}

async function expectStable(
  model: ProtocolModel,
  formats: "annotate" | "assert",
): Promise<void> {
  const file = validatorFiles(model, formats).find(
    ({ path }) => path === "validators.ts",
  ) as EmittedFile;
  expect(file.formatted).toBe(true);
  const printed = await prettier.format(file.text, { filepath: file.path });
  expect(file.text).toBe(printed);
}

describe("what is emitted", () => {
  it.each(everyModel())("is what prettier prints: %s", async (_, model) => {
    for (const formats of ["annotate", "assert"] as const) {
      const file = validatorFiles(model(), formats).find(
        ({ path }) => path === "validators.ts",
      ) as EmittedFile;
      expect(file.formatted).toBe(true);
      expect(file.text).toBe(
        await prettier.format(file.text, { filepath: file.path }),
      );
    }
  });

  it("is what prettier prints when formats are checked", async () => {
    await expectStable(embeddedModel(), "assert");
    await expectStable(modelOfText(HOSTILE), "assert");
  });

  it("the file next to it is what prettier prints", async () => {
    const [file] = validatorFiles(embeddedModel()).filter(
      ({ path }) => path === "validation.ts",
    );
    const { path: filepath, text, formatted } = file as EmittedFile;
    expect(formatted).toBe(true);
    expect(text).toBe(await prettier.format(text, { filepath }));
  });

  it("the file next to it holds what the revision needs, once, and imports nothing", () => {
    const textOf = (model: ProtocolModel): string =>
      validatorFiles(model).find(({ path }) => path === "validation.ts")
        ?.text ?? "";
    const full = textOf(embeddedModel());
    expect(full).not.toMatch(/^import /m);
    for (const name of ["isObject", "validate", "checkToolHeaders"]) {
      const declared = full.match(RegExp(`^export function ${name}\\b`, "gm"));
      expect(declared, name).toHaveLength(1);
    }
    const small = textOf(modelOfText("export interface Empty {}"));
    expect(small).toContain("export function validate");
    expect(small).not.toContain("checkToolHeaders");
  });

  it("is the same each time", () => {
    expect(validatorFiles(embeddedModel())).toEqual(
      validatorFiles(structuredClone(embeddedModel())),
    );
  });

  it("has a comment above each function and constant", () => {
    for (const { path, text } of validatorFiles(embeddedModel())) {
      if (path !== "validators.ts") continue;
      const lines = text.split("\n");
      const bare = lines.filter(
        (line, index) =>
          /^(?:export )?(?:function|const) /.test(line) &&
          !lines[index - 1]?.endsWith("*/"),
      );
      expect(bare).toEqual([]);
    }
  });

  it("says which names had to give way", () => {
    const [file] = validatorFiles(modelOfText(HOSTILE)).filter(
      ({ path }) => path === "validators.ts",
    );
    for (const renamed of [
      "isObject is isObjectType",
      "isPlain is isPlainType",
      "validateRequest is validateRequestType",
      "validateResult is validateAnyResult",
    ]) {
      expect(file?.text).toContain(`// - ${renamed}\n`);
    }
    // What a program imports never gives way to a name that only the file uses.
    expect(file?.text).toContain("export function isToolShape(");
  });
});

describe("hostile names", () => {
  const STRICT = {
    extends: join(repositoryPath, "tsconfig.base.json"),
    compilerOptions: { noEmit: true, types: [] },
    include: ["**/*.ts"],
  };

  it.each(["annotate", "assert"] as const)(
    "compile under the strictest options, formats: %s",
    (formats) => {
      const folder = mkdtempSync(join(tmpdir(), "mcp-gen-hostile-"));
      try {
        const files = emitFiles(modelOfText(HOSTILE), {
          builtInTemplates,
          parts: ["validators"],
          importExtension: ".js",
          formats,
          banner: "Made for a test.",
        });
        for (const { path, text } of files) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
        writeFileSync(join(folder, "package.json"), '{"type":"module"}');
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(STRICT));
        const output = run("tsc", ["-p", folder]);
        expect(output).toBe("");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it("check what they represent", async () => {
    const v = await loadValidators(modelOfText(HOSTILE));
    const words = {
      class: "",
      default: "",
      await: "",
      let: "",
      arguments: "",
      eval: "",
      "": "",
    };
    expect(v["isWords"](words)).toBe(true);
    expect(v["isWords"]({ ...words, class: 1 })).toBe(false);
    expect(faults(v["validateWords"]({ ...words, "*/": 1, '"': 2 }))).toEqual([
      'wrong_type "',
      "wrong_type */",
    ]);
    expect(faults(v["validatePrototype"]({}))).toEqual([
      "missing constructor",
      "missing valueOf",
      "missing __proto__",
    ]);
    const own = JSON.parse(
      '{"constructor":"","valueOf":1,"__proto__":"","toString":"x"}',
    );
    expect(v["isPrototype"](own)).toBe(true);
    expect(v["isByOddValue"]({ type: "__proto__", a: "" })).toBe(true);
    expect(v["isByOddValue"]({ type: "constructor", b: "" })).toBe(true);
    expect(faults(v["validateByOddValue"]({ type: "toString" }))).toEqual([
      "wrong_value type",
    ]);
    expect(faults(v["validateByOddValue"]({ type: "__proto__" }))).toEqual([
      "missing a",
    ]);
    expect(v["isByOddTag"]({ "a-b": "it's" })).toBe(true);
    expect(v["isByOddTag"]({ "a-b": "its" })).toBe(false);
    const plain = { isPlain: true, Number: 1, undefined: "", Array: [] };
    expect(v["isPlainType"](plain)).toBe(true);
    expect(v["isPlainType"]({ ...plain, Number: "1" })).toBe(false);
    expect(v["isNested"]({ a: { b: [null, [{ x: null }]] } })).toBe(true);
    expect(v["isNested"]({ a: { b: [null, [{ x: 1 }]] } })).toBe(false);
    expect(
      v["isAll"]({
        a: "x",
        b: { code: "" },
        c: [undefined],
        d: { x: [] },
        e: ["a"],
        f: [null],
      }),
    ).toBe(true);
  });
});

describe("formats", () => {
  const SCHEMA = `
    export interface Formats {
      /** @format uri */
      uri?: string;
      /** @format byte */
      data?: string;
      /** @format uri-template */
      template?: string;
      /** @format date */
      date?: string;
    }
  `;
  const CASES: readonly (readonly [object, boolean])[] = [
    [{ uri: "https://example.com/a?b=c#d" }, true],
    [{ uri: "file:///srv" }, true],
    [{ uri: "urn:isbn:0451450523" }, true],
    [{ uri: "data:text/plain,%41" }, true],
    [{ uri: "example.com" }, false],
    [{ uri: "https://example.com/a b" }, false],
    [{ uri: "https://example.com/%4" }, false],
    [{ data: "" }, true],
    [{ data: "QQ==" }, true],
    [{ data: "QUI=" }, true],
    [{ data: "QQ" }, false],
    [{ data: "Q===" }, false],
    [{ data: "Q-_=" }, false],
    [{ template: "file:///{path}{?query*,x:3}" }, true],
    [{ template: "file:///{path" }, false],
    [{ date: "anything" }, true],
  ];

  it.each(CASES)("are checked only on demand: %j %s", async (value, fits) => {
    const model = modelOfText(SCHEMA);
    const noting = await loadValidators(model);
    expect(noting["isFormats"](value)).toBe(true);
    const asserting = await loadValidators(model, "assert");
    expect(asserting["isFormats"](value)).toBe(fits);
    const result = asserting["validateFormats"](value);
    expect(faults(result)).toEqual(
      fits ? [] : [`wrong_format ${Object.keys(value)[0]}`],
    );
  });
});

describe("size, minified and compressed", () => {
  async function bytes(model: ProtocolModel, entry: string): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), "mcp-gen-size-"));
    try {
      for (const { path, text } of validatorFiles(model)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const { outputFiles } = await build({
        stdin: { contents: entry, resolveDir: folder, loader: "ts" },
        bundle: true,
        minify: true,
        write: false,
        format: "esm",
        target: "es2022",
      });
      return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it("one check is 1.5 kB at most", async () => {
    const entry = 'export { isCallToolResult } from "./validators.js";';
    expect(await bytes(embeddedModel(), entry)).toBeLessThanOrEqual(1_500);
  });

  it("a schema object does not drag the others in", async () => {
    const one = 'export { RootSchema } from "./validators.js";';
    const two = 'export { RootSchema, ToolSchema } from "./validators.js";';
    const model = embeddedModel();
    expect(await bytes(model, one)).toBeLessThan(await bytes(model, two));
    expect(await bytes(model, one)).toBeLessThanOrEqual(4_500);
  });

  it("nothing used, nothing left", async () => {
    expect(await bytes(embeddedModel(), 'import "./validators.js";')).toBe(
      gzipSync("", { level: 9 }).length,
    );
  });
});

function run(program: string, args: readonly string[]): string {
  try {
    return execFileSync(
      join(repositoryPath, "node_modules", ".bin", program),
      args,
      { encoding: "utf8" },
    );
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

describeWithShared("revisions", () => {
  it("all have validators of all their types", () => {
    for (const { name } of sharedRevisions()) {
      const model = sharedModel(name);
      const text = validatorFiles(model).find(
        ({ path }) => path === "validators.ts",
      )?.text;
      for (const type of model.types) {
        expect(text, name).toContain(`is${type.name}(`);
        expect(text, name).toContain(`export const ${type.name}Schema: `);
      }
    }
  });
});
