/**
 * Compiler settings as users have them: older and looser ones than the strictest, which
 * `compilers.test.ts` holds the output to.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import type { EmittedFile, PartName } from "../../generator/emit/emitter.js";
import { defaultParts } from "../../generator/emit/parts.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { embeddedModel, repositoryPath, legacyModel } from "../shared.js";
import { generateTools } from "../tools/generated.js";
import { type Compiler, fastest, Workspace } from "./compile.js";

const oldest: Compiler = "typescript-5.5";
/** Knows settings that the native compiler has given up. */
const withOldSettings: Compiler = "typescript-6";

const onNode = {
  types: ["node"],
  typeRoots: [resolve(repositoryPath, "node_modules/@types")],
};

/** What `"strict": true` switches on. */
const strictFlags = [
  "noImplicitAny",
  "noImplicitThis",
  "strictBindCallApply",
  "strictBuiltinIteratorReturn",
  "strictFunctionTypes",
  "strictNullChecks",
  "strictPropertyInitialization",
  "useUnknownInCatchVariables",
] as const;

const es = (target: string, lib: string = target) => ({ target, lib: [lib] });

type Setting = readonly [
  name: string,
  compiler: Compiler,
  options: Readonly<Record<string, unknown>>,
];

const settings: readonly Setting[] = [
  ["strict", fastest, { strict: true }],
  ["strict: false", fastest, { strict: false }],
  ...strictFlags.map((flag): Setting => [
    `${flag}: false`,
    fastest,
    { strict: true, [flag]: false },
  ]),
  [
    "alwaysStrict: false",
    withOldSettings,
    { strict: true, alwaysStrict: false, ignoreDeprecations: "6.0" },
  ],
  ["ES2020", fastest, { strict: true, ...es("ES2020") }],
  ["ES2020, strict: false", oldest, { strict: false, ...es("ES2020") }],
  ["ES2021", fastest, { strict: true, ...es("ES2021") }],
  [
    "ES2016 with the library of ES2022",
    oldest,
    { strict: true, ...es("ES2016", "ES2022") },
  ],
  [
    "CommonJS as tsc --init once wrote it",
    oldest,
    {
      strict: true,
      ...es("ES2020"),
      module: "CommonJS",
      moduleResolution: "Node10",
      esModuleInterop: true,
    },
  ],
  [
    "a bundler",
    fastest,
    {
      strict: true,
      ...es("ES2020"),
      module: "ESNext",
      moduleResolution: "Bundler",
    },
  ],
];

const workspace = new Workspace();
afterAll(() => workspace.remove());

function write(folder: string, files: readonly EmittedFile[]): void {
  for (const { path, text } of files)
    workspace.write(`${folder}/${path}`, text);
}

function emit(model: ProtocolModel, parts: readonly PartName[] = defaultParts) {
  return emitFiles(model, {
    builtInTemplates,
    legacyModel,
    parts,
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for a test.",
  });
}

beforeAll(() => {
  const tool = {
    name: "search",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string" }, limit: { type: "integer" } },
      required: ["text"],
    },
    outputSchema: {
      type: "object",
      properties: { found: { type: ["string", "null"] } },
    },
  };
  write("all/draft", emit(embeddedModel()));
  write("all/handshake", emit(embeddedModel("2025-11-25")));
  write("all/tools", generateTools([tool]).files);
  write("plain", emit(embeddedModel(), ["types", "errors", "validators"]));
});

test.each(settings)("%s, under %s", async (_name, compiler, options) => {
  expect(
    await workspace.compile(compiler, "all", {
      skipLibCheck: true,
      ...onNode,
      ...options,
    }),
  ).toEqual([]);
});

test.each<Setting>([
  ["strict: false", fastest, { strict: false }],
  ["ES2020", oldest, { strict: true, ...es("ES2020") }],
])(
  "types, errors and validators need no platform: %s, under %s",
  async (_name, compiler, options) => {
    expect(await workspace.compile(compiler, "plain", options)).toEqual([]);
  },
);

test("Q33: what tsc --init of TypeScript 5.5 writes, with the library that the page names", async () => {
  const page = readFileSync(
    resolve(repositoryPath, "docs/generated-api.md"),
    "utf8",
  );
  expect(page).toContain('"target": "es2016", "lib": ["es2022"]');
  const options = {
    target: "es2016",
    lib: ["es2022"],
    module: "commonjs",
    moduleResolution: "node10",
    esModuleInterop: true,
    forceConsistentCasingInFileNames: true,
    strict: true,
    skipLibCheck: true,
  };
  expect(
    await workspace.compile(oldest, "all", { ...onNode, ...options }),
  ).toEqual([]);
});
