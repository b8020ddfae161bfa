/**
 * `npm run fuzz -- --seconds N --seed S`: the differential tests for as long as
 * one likes, with tags drawn too. Prints the seed first; ends with 1 at the first difference.
 */
import { parseArgs } from "node:util";
import { Difference, Hunt } from "./hunt.js";
import { Random } from "./random.js";
import { openRevision, REVISIONS } from "./readers.js";
import { compareReadings, drawSchema } from "./tagged.js";

/** How many inputs a type gets before the next one's turn. */
const BATCH = 50;

/** How many inputs a schema with drawn tags gets. */
const TAGGED_BATCH = 2_000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
  },
});
const seconds = Number(options.seconds);
const seed = Number(options.seed ?? Date.now() % 2 ** 32);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error("--seconds takes a positive number, --seed an integer");
  process.exit(2);
}

console.log(`seed ${seed}`);
const random = new Random(seed);
const hunts = [];
for (const name of REVISIONS) {
  const revision = await openRevision(name);
  hunts.push({ revision, hunt: new Hunt(revision, random) });
}
try {
  const end = Date.now() + seconds * 1000;
  let tagged = 0;
  while (Date.now() < end) {
    const drawn = await drawSchema(random);
    const { difference } = compareReadings(drawn, random, TAGGED_BATCH);
    if (difference !== undefined) fail(difference);
    tagged += TAGGED_BATCH;
    for (const { revision, hunt } of hunts) {
      for (const type of revision.types) hunt.show(type, BATCH);
    }
  }
  const inputs = hunts.reduce(
    (sum, { hunt }) => sum + hunt.tally.inputs,
    tagged,
  );
  console.log(`${inputs} inputs, no difference`);
} catch (error) {
  if (!(error instanceof Difference)) throw error;
  fail(error.message);
}

function fail(difference: string): never {
  console.error(`${difference}\nAgain: npm run fuzz -- --seed ${seed}`);
  process.exit(1);
}
