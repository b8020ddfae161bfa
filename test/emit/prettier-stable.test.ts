import fc from "fast-check";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { EmittedFile, PartName } from "../../generator/emit/emitter.js";
import { partNames } from "../../generator/emit/parts.js";
import type {
  Documentation,
  Property,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
  sharedRevisions,
  legacyModel,
} from "../shared.js";
import {
  anAlias,
  anInterface,
  modelOf,
  property,
  says,
} from "./sample-model.js";

type Extension = Parameters<typeof emitFiles>[1]["importExtension"];

function files(
  model: ProtocolModel,
  importExtension: Extension = ".js",
  parts: readonly PartName[] = ["types", "errors", "methods"],
): readonly EmittedFile[] {
  return emitFiles(model, {
    builtInTemplates,
    legacyModel,
    parts,
    importExtension,
    formats: "annotate",
    banner: "Banner",
  });
}

async function expectStable(emitted: readonly EmittedFile[]): Promise<void> {
  for (const { path, text, formatted } of emitted) {
    expect(formatted, path).toBe(true);
    expect(text, path).toBe(await prettier.format(text, { filepath: path }));
  }
}

describe("what is marked as formatted is what prettier prints", () => {
  it.each<Extension>([".js", ".ts", "none"])(
    "every part of the embedded revisions, imports with %s",
    async (extension) => {
      await expectStable(files(embeddedModel(), extension, partNames));
      const handshake = embeddedModel("2025-11-25");
      await expectStable(files(handshake, extension, partNames));
    },
  );

  it("types of any shape", async () => {
    await fc.assert(
      fc.asyncProperty(declarations, async (types) => {
        await expectStable(files(modelOf({ types })));
      }),
      { numRuns: 100, seed: 20260728 },
    );
  });

  it("code that is not ASCII is left to prettier", () => {
    const types = [anAlias("Wide", { kind: "literal", value: "幅" })];
    const [file] = files(modelOf({ types }));
    expect(file).toMatchObject({ path: "types.ts", formatted: false });
  });
});

describeWithShared("every revision's output is what prettier prints", () => {
  it.each(sharedRevisions().map(({ name }) => name))("%s", async (name) => {
    await expectStable(files(sharedModel(name)));
  });
});

/** Names from one letter to wider than a line. */
const name = fc
  .tuple(fc.constantFrom(..."ABCDEFGH"), fc.nat({ max: 45 }))
  .map(([letter, length]) => letter + "x".repeat(length));

const text = fc.oneof(
  name,
  fc.constantFrom(
    "it's",
    'say "x"',
    "a/b",
    "\u2028",
    "`${x}`",
    "\\",
    "*/",
    "'\"",
  ),
);

const documentation: fc.Arbitrary<Documentation> = fc
  .record({
    words: fc.array(
      fc.oneof(name, fc.constantFrom("- ", "1.", "*/", "@x", "#")),
      {
        maxLength: 12,
      },
    ),
    deprecated: fc.option(fc.constant("Use another."), { nil: undefined }),
  })
  .map(({ words, deprecated }) =>
    says(words.join(" "), deprecated === undefined ? {} : { deprecated }),
  );

const quietly = fc.constant(says(""));

const { type } = fc.letrec<{ type: TypeExpr; property: Property }>((tie) => ({
  property: fc
    .record({
      key: text,
      type: tie("type"),
      optional: fc.boolean(),
      documentation: fc.oneof({ weight: 3, arbitrary: quietly }, documentation),
    })
    .map(({ key, type, ...more }) => property(key, type, more)),
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    name.map((name): TypeExpr => ({ kind: "ref", name })),
    fc.constantFrom<TypeExpr>(
      { kind: "string" },
      { kind: "null" },
      { kind: "integer" },
      { kind: "unknown", any: false },
      { kind: "object", properties: [], keyword: true },
      { kind: "object", properties: [], keyword: false },
    ),
    fc
      .oneof(text, fc.integer(), fc.boolean())
      .map((value): TypeExpr => ({ kind: "literal", value })),
    fc
      .record({
        values: fc.uniqueArray(text, { minLength: 1, maxLength: 6 }),
        open: fc.boolean(),
      })
      .map((given): TypeExpr => ({ kind: "enum", ...given })),
    tie("type").map((items): TypeExpr => ({ kind: "array", items })),
    tie("type").map((value): TypeExpr => ({ kind: "record", value })),
    fc
      .record({
        properties: fc.uniqueArray(tie("property"), {
          selector: ({ name }) => name,
          maxLength: 4,
        }),
        rest: fc.option(tie("type"), { nil: undefined }),
      })
      .map(({ properties, rest }): TypeExpr => ({
        kind: "object",
        properties,
        keyword: false,
        ...(rest === undefined ? {} : { rest }),
      })),
    fc
      .array(
        tie("type").filter(({ kind }) => kind !== "union"),
        { minLength: 2, maxLength: 5 },
      )
      .map((members): TypeExpr => ({ kind: "union", members })),
    fc
      .array(
        tie("type").filter(({ kind }) => kind !== "intersection"),
        { minLength: 2, maxLength: 4 },
      )
      .map((members): TypeExpr => ({ kind: "intersection", members })),
  ),
}));

const heritage = fc.record({
  name,
  omit: fc.oneof(fc.constant([]), fc.uniqueArray(text, { maxLength: 4 })),
});

const declarations: fc.Arbitrary<TypeDeclaration[]> = fc.uniqueArray(
  fc.oneof(
    fc.tuple(name, type, documentation).map((given) => anAlias(...given)),
    fc
      .record({
        name,
        properties: fc.uniqueArray(
          fc.tuple(text, type, fc.boolean(), documentation),
          { selector: ([key]) => key, maxLength: 4 },
        ),
        extends: fc.array(heritage, { maxLength: 3 }),
        documentation,
      })
      .map(({ name, properties, ...more }) =>
        anInterface(
          name,
          properties.map(([key, type, optional, documentation]) =>
            property(key, type, { optional, documentation }),
          ),
          more,
        ),
      ),
  ),
  { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
);
