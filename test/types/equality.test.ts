/**
 * The generated types against the schema's own, type by type: each assignable to the
 * other, and with the same named members, optional where the other's are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, it, describe } from "vitest";
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { emitted } from "../emit/sample-model.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  schemaFile,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { fastest, Workspace } from "./compile.js";

/**
 * Assignability forgives a lost optional member, so types are also compared with every
 * named member made mandatory, and its optionality written next to it.
 */
const COMPARISON = `
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type Named<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: 1;
};

type Members<T, Depth extends 0[]> = Depth["length"] extends 5
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
    ? Members<Item, [...Depth, 0]>[]
    : T extends object
      ? {
          [K in Named<T>]-?: {
            optional: undefined extends T[K & keyof T] ? true : false;
            type: Members<Exclude<T[K & keyof T], undefined>, [...Depth, 0]>;
          };
        }
      : T;

/** \`true\`, or nothing that \`true\` can be assigned to. */
export type Same<A, B> = Both<A, B> extends true
  ? Both<Members<A, []>, Members<B, []>> extends true
    ? true
    : "the members differ"
  : "neither is the other";
`;

const FLAGS = { strict: true, exactOptionalPropertyTypes: true };

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** Writes a revision's two files and a third that compares them. */
function writeComparison(
  folder: string,
  original: string,
  generated: string,
  { types }: ProtocolModel,
): void {
  workspace.write(`${folder}/original.ts`, original);
  workspace.write(`${folder}/generated.ts`, generated);
  workspace.write(`${folder}/same.ts`, COMPARISON);
  workspace.write(
    `${folder}/compare.ts`,
    [
      'import type * as Original from "./original.js";',
      'import type * as Generated from "./generated.js";',
      'import type { Same } from "./same.js";',
      ...types.map(
        ({ name }) =>
          `export const same_${name}: Same<Original.${name}, Generated.${name}> = true;`,
      ),
      "",
    ].join("\n"),
  );
}

function generatedTypes(model: ProtocolModel): string {
  return emitted(model, ["types"]).get("types.ts") ?? "";
}

const embedded = readFileSync(
  `${repositoryPath}/schema/draft/schema.ts`,
  "utf8",
);

describe("the comparison itself", () => {
  it.each([
    ["a lost optional member", "  nextCursor?: Cursor;\n", ""],
    ["a member made mandatory", "nextCursor?: Cursor", "nextCursor: Cursor"],
    [
      "a widened literal",
      'cacheScope: "public" | "private"',
      "cacheScope: string",
    ],
    ["a wrong item", "tools: Tool[]", "tools: Prompt[]"],
    ["any", "tools: Tool[]", "tools: any"],
    ["a lost null", "| boolean | null |", "| boolean |"],
  ])("finds %s", async (what, from, to) => {
    const folder = what.replaceAll(" ", "-");
    const model = embeddedModel();
    const right = generatedTypes(model);
    const wrong = right.replaceAll(from, to);
    expect(wrong).not.toBe(right);
    writeComparison(folder, embedded, wrong, model);
    const messages = await workspace.compile(fastest, folder, FLAGS);
    expect(messages.join("\n")).toMatch(/compare\.ts.*TS2322/);
  });
});

describe("the embedded draft", () => {
  it("has every type as the schema has it", async () => {
    const model = embeddedModel();
    expect(model.types.length).toBeGreaterThan(100);
    writeComparison("embedded", embedded, generatedTypes(model), model);
    expect(await workspace.compile(fastest, "embedded", FLAGS)).toEqual([]);
  });
});

/** Constructs whose types differ on purpose: JSON has no dates and no brands. */
const changedOnPurpose: readonly string[] = [
  "brands",
  "dates",
  // A key that is there and undefined may be absent in JSON.
  "record-keys",
];

describe("every construct", () => {
  it("has every type as its schema has it", async () => {
    const folder = resolve(repositoryPath, "test/golden");
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || changedOnPurpose.includes(entry.name))
        continue;
      const path = resolve(folder, entry.name, "schema.ts");
      const { model } = readModel(schemaFile(path, "schema.ts"));
      writeComparison(
        `constructs/${entry.name}`,
        readFileSync(path, "utf8"),
        generatedTypes(model),
        model,
      );
    }
    expect(await workspace.compile(fastest, "constructs", FLAGS)).toEqual([]);
  });
});

describeWithShared("every type is what the schema says", () => {
  const revisions = sharedRevisions();
  let messages: readonly string[] = [];
  const folderOf = (name: string): string => `shared/${name}`;

  beforeAll(async () => {
    for (const { name, path } of revisions) {
      const model = sharedModel(name);
      writeComparison(
        folderOf(name),
        readFileSync(path, "utf8"),
        generatedTypes(model),
        model,
      );
    }
    messages = await workspace.compile(fastest, "shared", FLAGS);
  });

  it.each(revisions.map(({ name }) => name))("%s", (name) => {
    const folder = `${folderOf(name)}/`;
    expect(messages.filter((line) => line.startsWith(folder))).toEqual([]);
  });

  it("and the compiler says nothing else", () => {
    expect(messages).toEqual([]);
  });
});
