/** Tags drawn at random: validators and JSON Schema enforce the same limits as ajv does. */
import { expect, it } from "vitest";
import { Random } from "./random.js";
import { compareReadings, drawSchema } from "./tagged.js";

/** Changing it changes every schema. */
const SEED = 20260730;
const SCHEMAS = 10;
const VALUES = 3_000;

it("validators, schema.json and XSchema agree about limits from tags, wherever they are", async () => {
  const random = new Random(SEED);
  let accepted = 0;
  for (let turn = 0; turn < SCHEMAS; turn++) {
    const schema = await drawSchema(random);
    const compared = compareReadings(schema, random, VALUES);
    expect(compared.difference).toBe(undefined);
    accepted += compared.accepted;
  }
  // Neither everything nor nothing is right.
  const share = accepted / (SCHEMAS * VALUES);
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.9);
}, 60_000);
