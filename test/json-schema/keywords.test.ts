/** JSON Schema, keyword by keyword: by hand, and against ajv. */
import { beforeAll, describe, expect, test } from "vitest";
import { mutated } from "../differential/mutation.js";
import { Random } from "../differential/random.js";
import { generateTools, importTools, type Module } from "../tools/generated.js";
import { ajvCheck } from "./ajv.js";
import { KEYWORDS } from "./keywords.js";
import { sampleOf } from "./sample.js";

/** Values for each schema in addition to those of the table. */
const VALUES = 200;

/** Schemas that ajv itself reads otherwise, or not at all. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "a pattern without the flag u",
  "a property called __proto__",
  // It reads what stands next to a $ref in every dialect.
  "$ref next to other keywords, in draft-07",
]);

const generated = generateTools(
  KEYWORDS.map(({ schema }, index) => ({
    name: `case-${index}`,
    inputSchema: { type: "object" },
    outputSchema: schema,
  })),
);

describe("keywords of JSON Schema", () => {
  let tools: Module;
  beforeAll(async () => {
    [tools = {}] = await importTools(generated.files, "sample.tools");
  });

  test("are all understood", () => {
    expect(generated.warnings).toEqual([]);
  });

  test.each(KEYWORDS.map((each, index) => ({ ...each, index })))(
    "$name",
    ({ name, index, schema, valid, invalid }) => {
      const type = `Case${index}Result`;
      const is = tools[`is${type}`] as (value: unknown) => boolean;
      const validate = tools[`validate${type}`] as (value: unknown) => any;
      expect(valid.filter((value) => !is(value))).toEqual([]);
      expect(invalid.filter((value) => is(value))).toEqual([]);
      for (const value of invalid) {
        expect(validate(value).issues.length).toBeGreaterThan(0);
      }
      if (NOT_COMPARED.has(name)) return;
      const expected = ajvCheck(schema);
      if (expected === undefined) throw new Error("ajv refuses the schema");
      const random = new Random(index);
      const values = Array.from({ length: VALUES }, (_, turn) => {
        const value = sampleOf(schema, random);
        return turn % 2 === 0 ? value : mutated(value, ["a"], random);
      });
      const differing = values.filter(
        (value) => is(value) !== (expected(value) ?? is(value)),
      );
      expect(differing).toEqual([]);
    },
  );

  test("come back out of the schema objects with the same meaning", () => {
    KEYWORDS.forEach(({ name, schema, valid, invalid }, index) => {
      const own = tools[`Case${index}ResultSchema`];
      const written = own["~standard"].jsonSchema.input({
        target: "draft-2020-12",
      });
      const check = ajvCheck(written);
      if (NOT_COMPARED.has(name) || schema === false) return;
      expect([name, valid.filter((value) => !check?.(value))]).toEqual([
        name,
        [],
      ]);
      expect([name, invalid.filter((value) => check?.(value))]).toEqual([
        name,
        [],
      ]);
    });
  });
});
