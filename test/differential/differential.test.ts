import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithShared } from "../shared.js";
import { Hunt } from "./hunt.js";
import { Random } from "./random.js";
import {
  openRevision,
  REVISIONS,
  upstreamWithout,
  type RevisionUnderTest,
} from "./readers.js";
import { Sampler } from "./sample.js";
import { explanationsFor } from "./upstream.js";

/** Changing it changes every input. */
const SEED = 20260728;
const INPUTS_PER_TYPE = 300;
/** How many samples may pass before a known difference shows. */
const SAMPLES = 3_000;

/** Types that hold every JSON value, so that nothing can be refused. */
const UNIVERSAL = ["JSONValue"];

describeWithShared(
  "generated validators, our schema, upstream's schema",
  () => {
    let inputs = 0;
    const opened = new Map<string, RevisionUnderTest>();

    beforeAll(async () => {
      for (const name of REVISIONS) opened.set(name, await openRevision(name));
    });

    const revisionOf = (name: string): RevisionUnderTest => {
      const revision = opened.get(name);
      if (!revision) throw new Error(`${name} is not open`);
      return revision;
    };

    it.each(REVISIONS)("agree on every type of %s", (name) => {
      const revision = revisionOf(name);
      const hunt = new Hunt(revision, new Random(SEED));
      for (const type of revision.types) hunt.show(type, INPUTS_PER_TYPE);
      inputs += hunt.tally.inputs;
      const share = hunt.tally.accepted / hunt.tally.inputs;
      expect(share).toBeGreaterThan(0.25);
      expect(share).toBeLessThan(0.75);
      expect(
        hunt.tally.oneSided.filter((type) => !UNIVERSAL.includes(type)),
      ).toEqual([]);
    });

    it.each(REVISIONS)(
      "%s: each explained difference to upstream is still there",
      (name) => {
        const revision = revisionOf(name);
        const sampler = new Sampler(revision.model);
        const gone = explanationsFor(name).filter((explained) => {
          const typeName = explained.at.split("/")[0] ?? "";
          const type = revision.types.find((one) => one.name === typeName);
          const unmended = upstreamWithout(name, typeName, explained);
          const random = new Random(SEED);
          for (let sample = 0; sample < SAMPLES; sample++) {
            const value = sampler.valueOf(typeName, random);
            if (unmended(value) !== type?.generated.is(value)) return false;
          }
          return true;
        });
        expect(gone.map(({ at }) => at)).toEqual([]);
      },
    );

    afterAll(() => {
      if (inputs > 0) expect(inputs).toBeGreaterThanOrEqual(200_000);
    });
  },
);
