/** Each requirement of the revisions with a handshake, probed on generated code. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nothingToCheck } from "../probe.js";
import { handshakeProbes } from "./all-probes.js";
import { ours } from "./ours/subject.js";
import { handshakeRules } from "./rules.js";

let subject: Awaited<ReturnType<typeof ours>>;
beforeAll(async () => {
  subject = await ours();
});
afterAll(() => subject.stop());

/** Rules about clients of both eras, of which there are none yet. */
const later = /^(?:DC\d+|DF5)$/;

for (const { id, rule } of handshakeRules.filter(({ id }) => !later.test(id))) {
  describe(`${id} ${rule}`, () => {
    const own = handshakeProbes.filter((probe) => probe.id === id);
    test("has a probe", () => {
      expect(own.length).toBeGreaterThan(0);
    });
    for (const probe of own) {
      const { side, way, revision, claim } = probe;
      const place = [side, way, revision].filter(Boolean).join(", ");
      test(`${id} ${place}: ${claim}`, async () => {
        expect(await probe.run(subject)).not.toBe(nothingToCheck);
      });
    }
  });
}
