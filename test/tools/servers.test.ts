/** The tools of real servers: generated, and their validators compared with ajv. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutated } from "../differential/mutation.js";
import { Random } from "../differential/random.js";
import { ajvCheck } from "../json-schema/ajv.js";
import { sampleOf } from "../json-schema/sample.js";
import { describeWithShared, hasShared, sharedPath } from "../shared.js";
import { generateTools, importTools } from "./generated.js";

/** Values for each schema: as many made to fit as damaged ones. */
const VALUES = 200;

const servers = hasShared
  ? readdirSync(sharedPath("servers"))
      .filter((file) => file.endsWith(".json") && file !== "index.json")
      .map((file) => file.slice(0, -".json".length))
  : [];

describeWithShared("the tools of public servers", () => {
  test.each(servers)("of %s are checked as ajv checks them", async (name) => {
    const text = readFileSync(sharedPath("servers", `${name}.json`), "utf8");
    const { model, warnings, files } = generateTools(text, name);
    expect(warnings).toEqual([]);
    const [tools = {}] = await importTools(files, `${name}.tools`);
    const differences: unknown[] = [];
    let accepted = 0;
    for (const tool of model.tools) {
      const { argumentsType, resultType, definition } = tool;
      const schemas = new Map<string, any>([
        [argumentsType, definition["inputSchema"]],
        ...(resultType === undefined
          ? []
          : [[resultType, definition["outputSchema"]] as const]),
      ]);
      for (const [type, schema] of schemas) {
        const expected = ajvCheck(schema);
        if (expected === undefined) {
          differences.push(`${type}: ajv refuses the schema`);
          continue;
        }
        const is = tools[`is${type}`] as (value: unknown) => boolean;
        const validate = tools[`validate${type}`] as (value: unknown) => any;
        const random = new Random(type.length * 7919 + VALUES);
        for (let index = 0; index < VALUES; index++) {
          const whole = sampleOf(schema, random);
          const value =
            index % 2 === 0 ? whole : mutated(whole, ["a", "text"], random);
          const got = is(value);
          const wanted = expected(value) ?? got;
          if (wanted) accepted++;
          if (got !== wanted && differences.length < 5) {
            differences.push({ type, value: JSON.stringify(value), wanted });
          }
          const { success, issues } = validate(value);
          const isExplained = success || issues.length > 0;
          if ((success !== got || !isExplained) && differences.length < 5) {
            differences.push({ type, value: JSON.stringify(value), issues });
          }
        }
      }
    }
    expect(differences).toEqual([]);
    // Samples that never fit would prove little.
    expect(accepted).toBeGreaterThan(model.tools.length * (VALUES / 10));
  });
});
