/** Reports about validators. */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import { ownReaders, type Reader } from "../differential/readers.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { describeWithShared, schemaText, sharedPath } from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";
import { validatorFiles } from "../validators/load.js";

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** The validators and the JSON Schema of one type of a report's schema. */
async function readingsOf(
  report: string,
  typeName: string,
): Promise<{
  readonly type: TypeValidators;
  readonly schema: Reader;
  readonly warnings: readonly string[];
}> {
  const text = readFileSync(sharedPath("cases/reports", report, "schema.ts"));
  const { model, warnings } = readModel(schemaText(text.toString("utf8")));
  const validators = await importValidators(model);
  return {
    type: validators(typeName),
    schema: ownReaders(model)(typeName),
    warnings: warnings.map(
      ({ code, excerpt }) => `${code} ${excerpt.trim().split("\n")[0]}`,
    ),
  };
}

/** Values of the members of `Limits`, and whether each is right. */
const LIMITS: readonly (readonly [object, boolean])[] = [
  [{ a: -1 }, false],
  [{ a: null }, true],
  [{ b: "x" }, false],
  [{ b: null }, true],
  [{ c: "d" }, false],
  [{ c: null }, true],
  [{ d: ["a", "b", "c"] }, false],
  [{ e: ["x"] }, false],
  [{ e: ["xy"] }, true],
  [{ f: -1 }, false],
  [{ f: "x" }, true],
  [{ g: 1.5 }, false],
  [{ g: null }, true],
  [{ h: [] }, false],
  [{ h: null }, true],
  [{ i: [-1] }, false],
  [{ i: [0] }, true],
];

/** The same for its neighbours. */
const NEAR: readonly (readonly [object, boolean])[] = [
  [{ a: ["x", "y"] }, false],
  [{ a: null }, true],
  [{ b: 1.5 }, false],
  [{ b: "1.5" }, true],
  [{ c: [1.5] }, false],
  [{ d: [1, 2] }, false],
  [{ e: 6 }, false],
  [{ e: -1 }, false],
  [{ f: 0.5 }, false],
  [{ f: null }, true],
  [{ g: 2 }, false],
  [{ g: null }, true],
  [{ h: "xy" }, true],
  [{ h: ["x", "y"] }, false],
  [{ i: "abc" }, false],
  [{ i: "ab" }, true],
  [{ j: null }, true],
  [{ k: -1 }, false],
  [{ k: 1.5 }, false],
  [{ l: 0.5 }, false],
  [{ l: -1 }, false],
  [{ m: ["x", "y"] }, false],
  [{ n: { x: -1 } }, false],
  [{ n: { x: 0 } }, true],
  [{ o: 0 }, false],
  [{ o: 1 }, true],
  [{ p: ["x", "x"] }, false],
  [{ p: ["x", "y"] }, true],
  [{ q: 1.5 }, false],
  [{ s: {} }, false],
  [{ s: { x: "y" } }, true],
  [{ t: [1.5] }, false],
  [{ v: [-1] }, false],
];

describeWithShared("reports about validators", () => {
  test("Q11: limits are enforced wherever the type that they fit lies, and alike by validators and JSON Schema", async () => {
    for (const [report, typeName, table] of [
      ["Q11", "Limits", LIMITS],
      ["Q11n", "Near", NEAR],
    ] as const) {
      const { type, schema, warnings } = await readingsOf(report, typeName);
      for (const [value, isRight] of table) {
        const shown = JSON.stringify(value);
        expect(type.is(value), shown).toBe(isRight);
        expect(type.validate(value).success, shown).toBe(isRight);
        expect(schema(value), shown).toBe(isRight);
      }
      // What has no effect is told.
      expect(warnings).toEqual(
        report === "Q11"
          ? []
          : [
              "MCPGEN155 /** @additionalProperties false */",
              "MCPGEN150 /** @min 1 */",
            ],
      );
    }
  });

  test("Q15: a type of 1,500 members has validators that compile and check each", async () => {
    const members = Array.from({ length: 1_500 }, (_, index) =>
      index < 400 ? `  p${index}: string;` : `  p${index}?: number;`,
    );
    const { model } = readModel(
      schemaText(
        `export const LATEST_PROTOCOL_VERSION = "2026-07-28";\nexport interface Wide {\n${members.join("\n")}\n}\n`,
      ),
    );
    for (const { path, text } of validatorFiles(model)) {
      workspace.write(`wide/${path}`, text);
    }
    expect(await workspace.compile(fastest, "wide", strictest)).toEqual([]);

    const { is, validate } = (await importValidators(model))("Wide");
    const right = Object.fromEntries(
      members.map((_, index) => [`p${index}`, index < 400 ? "" : index]),
    );
    expect(is(right)).toBe(true);
    for (const [name, wrong] of [
      ["p0", undefined],
      ["p399", 1],
      ["p400", ""],
      ["p1499", "x"],
    ] as const) {
      const broken = { ...right, [name]: wrong };
      expect(is(broken), name).toBe(false);
      expect(validate(broken), name).toMatchObject({
        issues: [{ path: [name] }],
      });
    }
  });
});
