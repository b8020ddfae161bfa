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

for (const { id, rule } of handshakeRules) {
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
