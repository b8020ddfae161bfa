/**
 * Probes the code of the handshake era until a probe fails: `--only HJ1,HL9` names the
 * requirements. Ends with 1 if one failed. Programs over stdio, which take long to start,
 * are left out where another way checks the same.
 */
import { parseArgs } from "node:util";
import { handshakeProbes } from "../requirements/handshake/all-probes.js";
import type { HandshakeProbe } from "../requirements/handshake/probe.js";
import { ours } from "../requirements/handshake/ours/subject.js";
import { probing } from "../requirements/table.js";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" } },
});

/** How long a probe may take, in milliseconds. */
const limitMs = 15_000;

function hasFasterWay({ id, claim, way }: HandshakeProbe): boolean {
  return (
    way === "stdio" &&
    handshakeProbes.some(
      (other) =>
        other.id === id && other.claim === claim && other.way !== "stdio",
    )
  );
}

async function main(): Promise<number> {
  const ids = values.only.split(",");
  const subject = await ours();
  console.log(probing);
  try {
    for (const probe of handshakeProbes) {
      if (!ids.includes(probe.id) || hasFasterWay(probe)) continue;
      const timer = setTimeout(() => process.exit(1), limitMs);
      try {
        await probe.run(subject);
      } catch (error) {
        console.log(`${probe.id} ${probe.way}: ${probe.claim}: ${error}`);
        return 1;
      }
      clearTimeout(timer);
    }
    return 0;
  } finally {
    await subject.stop();
  }
}

process.exit(await main());
