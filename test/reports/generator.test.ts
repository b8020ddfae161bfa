/** Reports and faults about what is read, derived and emitted. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { resolveSchema } from "../../generator/source/resolve.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { defaultParts, partsFor } from "../../generator/emit/parts.js";
import type { ImportExtension } from "../../generator/emit/typescript/import-extension.js";
import {
  type Diagnostic,
  UnsupportedSchemaError,
} from "../../generator/failure.js";
import {
  readModel,
  type ReadResult,
} from "../../generator/read/schema-ts/read.js";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  schemaText,
  sharedPath,
  legacyModel,
} from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** The schema in the folder of a report or fault. */
function schemaOf(folder: string, file = "schema.ts"): string {
  return readFileSync(sharedPath("cases", folder, file), "utf8");
}

function readFault(name: string): ReadResult {
  return readModel(schemaText(schemaOf(`faults/${name}`)));
}

/** Writes everything that can be emitted for a model. */
function writeOutput(name: string, { model }: ReadResult): void {
  const files = emitFiles(model, {
    builtInTemplates,
    legacyModel,
    parts: partsFor(model),
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for a test.",
  });
  for (const { path, text } of files) workspace.write(`${name}/${path}`, text);
}

/** What the strictest compiler says of everything that is emitted for a model. */
async function compileErrors(
  name: string,
  read: ReadResult,
): Promise<readonly string[]> {
  writeOutput(name, read);
  return workspace.compile(fastest, name, {
    ...strictest,
    types: ["node"],
    typeRoots: [resolve(repositoryPath, "node_modules/@types")],
  });
}

/** The validators of a schema, after the strictest compiler has passed all that is emitted. */
async function validatorsOf(name: string, read: ReadResult) {
  expect(read.warnings.filter(({ code }) => code !== "MCPGEN152")).toEqual([]);
  expect(await compileErrors(name, read)).toEqual([]);
  return importValidators(read.model);
}

/** Holds each value to whether a validator, its explanation and its schema take it. */
function expectVerdicts(
  { is, validate }: TypeValidators,
  verdicts: readonly (readonly [value: unknown, accepted: boolean])[],
): void {
  for (const [value, accepted] of verdicts) {
    expect([value, is(value)]).toEqual([value, accepted]);
    expect([value, validate(value).success]).toEqual([value, accepted]);
  }
}

/** What is said of a schema that is refused. */
function refusalsOf(schema: string): readonly Diagnostic[] {
  try {
    readModel(schemaText(schema));
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return error.diagnostics;
    throw error;
  }
  throw new Error("the schema was read");
}

describeWithShared("TypeScript of the history", () => {
  test("fault never: nothing may stand where never does", async () => {
    const typed = await validatorsOf("never", readFault("never"));
    expectVerdicts(typed("CallToolUnstructuredResult"), [
      [{ content: [] }, true],
      [{ content: [], structuredContent: undefined }, true],
      [{ content: [], structuredContent: null }, false],
      [{ content: [], structuredContent: {} }, false],
    ]);
    expectVerdicts(typed("TasksExtensionCapability"), [
      [{}, true],
      [{ list: {} }, false],
      [[], false],
    ]);
    const { validate } = typed("CallToolUnstructuredResult");
    expect(validate({ content: [], structuredContent: 1 })).toMatchObject({
      issues: [{ path: ["structuredContent"], expected: "no such property" }],
    });
    expect(
      typed("TasksExtensionCapability").schema["~standard"].jsonSchema.input({
        target: "draft-2020-12",
      }),
    ).toMatchObject({
      $defs: {
        TasksExtensionCapability: { additionalProperties: { not: {} } },
      },
    });
  });

  test("fault record-literal-keys: literal keys are properties, next to string any key is", async () => {
    const typed = await validatorsOf(
      "record-keys",
      readFault("record-literal-keys"),
    );
    expectVerdicts(typed("ModelPreferences"), [
      [{ hints: [{ name: "a", other: "b" }] }, true],
      [{ hints: [{ name: 1 }] }, false],
      [{ limits: { x: 1, y: 2 } }, true],
      [{ limits: { x: 1 } }, false],
    ]);
  });

  test("fault inline-union-intersection: one of the union, and the rest", async () => {
    const typed = await validatorsOf(
      "union-in-intersection",
      readFault("inline-union-intersection"),
    );
    expectVerdicts(typed("ClientCapabilities"), [
      [{}, true],
      [{ elicitation: { form: {} } }, true],
      [{ elicitation: { url: {}, form: {} } }, true],
      [{ elicitation: {} }, false],
      [{ elicitation: { form: 1, url: {} } }, false],
    ]);
  });

  test("fault number-brand: a brand leaves the number", async () => {
    const typed = await validatorsOf("number-brand", readFault("number-brand"));
    expectVerdicts(typed("TTLResult"), [
      [{ ttl: 60 }, true],
      [{ ttl: "60" }, false],
      [{}, false],
    ]);
  });

  test("fault alias-primitive-intersection: what no value can be is refused by any name", () => {
    const faults = refusalsOf(schemaOf("faults/alias-primitive-intersection"));
    expect(faults).toMatchObject([
      { code: "MCPGEN127", message: expect.stringMatching(/^N is not an/) },
    ]);
  });

  test("fault date-global: a date is the text of its moment", async () => {
    const read = readFault("date-global");
    expect(read.model.types).toMatchObject([
      {
        properties: [
          { type: { kind: "string" }, constraints: { format: "date-time" } },
        ],
      },
    ]);
    const typed = await validatorsOf("date", read);
    expectVerdicts(typed("Annotations"), [
      [{ lastModified: new Date(0).toJSON() }, true],
      [{ lastModified: 0 }, false],
    ]);
  });

  test("fault indexed-access: a known property's type", async () => {
    const typed = await validatorsOf(
      "indexed-access",
      readFault("indexed-access"),
    );
    expectVerdicts(typed("ListTasksRequest"), [
      [{}, true],
      [{ params: { cursor: "a", status: "b" } }, true],
      [{ params: { cursor: 1 } }, false],
      [{ params: { status: 1 } }, false],
    ]);
  });

  test("fault omit-alias: what is left, as behind extends", async () => {
    const typed = await validatorsOf("omit-alias", readFault("omit-alias"));
    expectVerdicts(typed("C"), [
      [{}, true],
      [{ a: "x", b: 1 }, true],
      [{ a: 1 }, false],
    ]);
    expectVerdicts(typed("X"), [
      [{}, true],
      [{ a: 1 }, true],
      [[], false],
    ]);
  });

  test("fault extension-imports: one diagnostic for the import, none for its names", () => {
    const faults = refusalsOf(schemaOf("faults/extension-imports"));
    expect(faults).toMatchObject([
      {
        code: "MCPGEN105",
        line: 2,
        hint: expect.stringContaining("with the revision's types above it"),
      },
    ]);
  });

  test("Q04: read-only lists are lists", async () => {
    const typed = await validatorsOf(
      "read-only",
      readModel(schemaText(schemaOf("reports/Q04"))),
    );
    expectVerdicts(typed("Team"), [
      [{ name: "a", members: ["b"], tags: ["c"] }, true],
      [{ name: "a", members: {} }, false],
      [{ name: "a", members: [], tags: [1] }, false],
    ]);
  });

  test("Q06: a list's items as a type are refused with places and what to write", () => {
    const faults = refusalsOf(schemaOf("reports/Q06"));
    expect(faults).toMatchObject([
      { code: "MCPGEN124", line: 2, hint: expect.stringContaining("LEVELS =") },
      {
        code: "MCPGEN117",
        line: 3,
        hint: expect.stringContaining("Write out"),
      },
    ]);
  });
});

describeWithShared("derived facts", () => {
  test("fault input-required-by-field: a result with inputRequests is the answer of its own request", () => {
    const { model, warnings } = readFault("input-required-by-field");
    expect(warnings).toEqual([]);
    expect(model.methods).toMatchObject([
      {
        name: "tasks/get",
        result: "GetTaskResult",
        features: { mayRequireInput: false },
      },
    ]);
  });

  test("fault unused-shape: what is written inline once has one function", async () => {
    expect(
      await compileErrors("unused-shape", readFault("unused-shape")),
    ).toEqual([]);
  });

  test("fault second-list-filter: a list that nothing answers for costs that list", async () => {
    const text = execFileSync(
      "bash",
      [
        sharedPath("cases/faults/second-list-filter/make.sh"),
        sharedPath("spec/draft/schema.ts"),
      ],
      { encoding: "utf8" },
    );
    const read = readModel(schemaText(text));
    expect(read.warnings).toMatchObject([
      { code: "MCPGEN154", message: expect.stringContaining("taskIds") },
    ]);
    expect(await compileErrors("second-list", read)).toEqual([]);
  });
});

/** Types of each kind, by turns. */
const KINDS = [
  "string",
  "number",
  "boolean",
  "Inner",
  "Inner[]",
  '"a" | "b"',
  "string | null",
  "{ deep: number }",
  "unknown",
];

/** An interface with many properties, every second one required. */
function wideSchema(count: number): string {
  const properties = Array.from(
    { length: count },
    (_, at) =>
      `  p${at}${at % 2 === 0 ? "?" : ""}: ${KINDS[at % KINDS.length]};\n`,
  );
  return `export const LATEST_PROTOCOL_VERSION = "2026-07-28";
export interface Inner { a: string }
export interface Wide {\n${properties.join("")}}\n`;
}

describeWithShared("size", () => {
  test("a type of 1,500 properties compiles with the oldest compiler", async () => {
    const optional = execFileSync(
      process.execPath,
      [sharedPath("cases/reports/Q15/make.mjs"), "1500"],
      { encoding: "utf8" },
    );
    writeOutput("wide/optional", readModel(schemaText(optional)));
    writeOutput("wide/mixed", readModel(schemaText(wideSchema(1_500))));
    expect(
      await workspace.compile("typescript-5.5", "wide", strictest),
    ).toEqual([]);
  });

  test.each([
    ["ring", (at: number, size: number) => `{ next?: T${(at + 1) % size} }`],
    [
      "chain of supertypes",
      (at: number) => `${at > 0 ? `extends T${at - 1} ` : ""}{ a: string }`,
    ],
  ])("a %s of 1,000 types is generated", (_, body) => {
    const size = 1_000;
    const types = Array.from(
      { length: size },
      (_, at) => `export interface T${at} ${body(at, size)}\n`,
    );
    const { model } = readModel(schemaText(types.join("")));
    const files = emitFiles(model, {
      builtInTemplates,
      parts: ["validators"],
      importExtension: ".js",
      formats: "annotate",
      banner: "Made for a test.",
    });
    const text = files.find(({ path }) => path === "validators.ts")?.text;
    expect(text?.match(/^export function isT\d+\(/gm)).toHaveLength(size);
  });
});

/** Types that cannot be, and what does not read as TypeScript. */
const IMPOSSIBLE = [
  "abstractmods",
  "dupidx",
  "dupprop",
  "extcycle",
  "extself",
  "mutualbad",
  "onlyconst",
  "selfalias",
  "weirdws",
];

describeWithShared("odd schemas", () => {
  test("Q01: a property is checked under its own name, whatever that is", async () => {
    const typed = await validatorsOf(
      "odd-names",
      readModel(schemaText(schemaOf("reports/Q01"))),
    );
    const fine = '"$count":1,"x-app-id":"a","16x16":"b"';
    const wrong = [
      '"__proto__":5',
      '"constructor":5',
      '"toString":"5"',
      '"hasOwnProperty":"no"',
      '"line\\nbreak":5',
      '"\\u2028sep":5',
      '"":5',
      '"*/":5',
      '"1000":5',
      '"16":5',
      '"a`b${c}":5',
      '"\\\\back":5',
    ];
    const odd = typed("Odd");
    expectVerdicts(odd, [
      [JSON.parse(`{${fine}}`), true],
      [JSON.parse('{"$count":1,"x-app-id":"a"}'), false],
      ...wrong.map((member): [unknown, boolean] => [
        JSON.parse(`{${fine},${member}}`),
        false,
      ]),
    ]);
    for (const member of wrong) {
      const [name = ""] = Object.keys(JSON.parse(`{${member}}`) as object);
      expect(odd.validate(JSON.parse(`{${fine},${member}}`))).toMatchObject({
        issues: [{ path: [name] }],
      });
    }
    const inherited: unknown = Object.create(JSON.parse(`{${fine}}`) as object);
    expect(odd.is(inherited)).toBe(false);
  });

  test("Q02: types named like globals shadow nothing that the output needs", async () => {
    const schema = schemaOf("reports/Q02");
    expect(
      await compileErrors("globals", readModel(schemaText(schema))),
    ).toEqual([]);
    // What these tests compile with cannot read a type of the name `as`.
    const typed = await importValidators(
      readModel(schemaText(schema.replace(/\bas\b/g, "As"))).model,
    );
    expectVerdicts(typed("Promise"), [
      [{ state: "open" }, true],
      [{ state: "late" }, false],
    ]);
    expectVerdicts(typed("Map"), [
      [{ entries: { a: { id: "b" } } }, true],
      [{ entries: { a: { id: 1 } } }, false],
    ]);
  });

  test("Q12: byte order mark and line ends do not matter, other encodings are refused", () => {
    const projectDir = sharedPath("cases/reports/Q12");
    const read = (file: string) =>
      resolveSchema(`./${file}`, { projectDir }).source;
    const plain = read("lf.ts");
    for (const file of ["bom.ts", "crlf.ts", "cr.ts"]) {
      const { sha256, text } = read(file);
      expect([file, sha256, text]).toEqual([file, plain.sha256, plain.text]);
    }
    for (const file of ["utf16.ts", "latin1.ts"]) {
      expect(() => read(file)).toThrow("is not UTF-8 text");
    }
    expect(refusalsOf(read("nul.ts").text)).toMatchObject([
      { code: "MCPGEN100", line: 8, column: 1 },
    ]);
  });

  test("Q38: recursion and nesting are read, impossible types refused", async () => {
    const files = readdirSync(sharedPath("cases/reports/Q38"));
    expect(files).toEqual(
      expect.arrayContaining(IMPOSSIBLE.map((name) => `${name}.ts`)),
    );
    for (const file of files) {
      const name = file.replace(/\.ts$/, "");
      const text = schemaOf("reports/Q38", file);
      if (IMPOSSIBLE.includes(name)) {
        expect(() => readModel(schemaText(text)), name).toThrow(
          UnsupportedSchemaError,
        );
      } else writeOutput(`odd/${name}`, readModel(schemaText(text)));
    }
    expect(await workspace.compile(fastest, "odd", strictest)).toEqual([]);
  });
});

describe("the output elsewhere", () => {
  const withNode = {
    types: ["node"],
    typeRoots: [resolve(repositoryPath, "node_modules/@types")],
  };

  function writeDraft(folder: string, importExtension: ImportExtension): void {
    const files = emitFiles(embeddedModel(), {
      builtInTemplates,
      legacyModel,
      parts: defaultParts,
      importExtension,
      formats: "annotate",
      banner: "Made for a test.",
    });
    for (const { path, text } of files) {
      workspace.write(`${folder}/${path}`, text);
    }
  }

  test("Q61: a bundle for browsers has no node: import and only what is used", async () => {
    const { outputFiles, warnings } = await build({
      stdin: {
        contents: `import { isTool, LATEST_PROTOCOL_VERSION } from "./out/draft/index.js";
          console.log(isTool({}), LATEST_PROTOCOL_VERSION);`,
        resolveDir: repositoryPath,
      },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    const text = outputFiles[0]?.text ?? "";
    expect(warnings).toEqual([]);
    expect(text).not.toContain("node:");
    expect(text.length).toBeLessThan(8_192);
  });

  test("Q62: it compiles for CommonJS, and the package can be required", async () => {
    writeDraft("commonjs", ".js");
    expect(
      await workspace.compile("typescript-5.9", "commonjs", {
        ...withNode,
        strict: true,
        module: "CommonJS",
        moduleResolution: "Node10",
      }),
    ).toEqual([]);
    const required = `console.log(typeof require("mcp-gen").generate)`;
    expect(
      execFileSync(process.execPath, ["--no-warnings", "-e", required], {
        cwd: repositoryPath,
        encoding: "utf8",
      }),
    ).toBe("function\n");
  });

  test("Q63: each way to write imports is one that a test runner takes", async () => {
    writeDraft("without", "none");
    writeDraft("with-ts", ".ts");
    expect(
      await workspace.compile("typescript-5.9", "without", {
        ...withNode,
        strict: true,
        module: "CommonJS",
        moduleResolution: "Node10",
      }),
    ).toEqual([]);
    expect(
      await workspace.compile("typescript-5.9", "with-ts", {
        ...withNode,
        strict: true,
        rewriteRelativeImportExtensions: true,
      }),
    ).toEqual([]);
  });

  test("Q65: it compiles under every flag at once, for nodenext and for bundlers", async () => {
    writeDraft("flags", ".js");
    for (const module of [
      { module: "NodeNext", moduleResolution: "NodeNext" },
      { module: "ESNext", moduleResolution: "Bundler" },
    ]) {
      expect(
        await workspace.compile(fastest, "flags", {
          ...strictest,
          ...withNode,
          ...module,
          composite: true,
          noEmit: false,
          emitDeclarationOnly: true,
          outDir: "flags-declared",
        }),
      ).toEqual([]);
    }
  });
});
