/** Which revision a schema states. */
import type { ConstantDeclaration } from "../../model/model.js";
import type { Reporter } from "./reporter.js";

/** What the version is called when the schema does not say. */
const UNKNOWN_VERSION = "unknown";

const NAMES = ["LATEST_PROTOCOL_VERSION", "PROTOCOL_VERSION"];

/**
 * The value of `LATEST_PROTOCOL_VERSION`, or of the `PROTOCOL_VERSION` that the
 * first revisions had, which is a number there. Without either, a warning.
 */
export function readProtocolVersion(
  constants: readonly ConstantDeclaration[],
  report: Reporter,
): string {
  for (const name of NAMES) {
    const constant = constants.find((candidate) => candidate.name === name);
    if (constant !== undefined) return String(constant.value);
  }
  report.warning(
    "noProtocolVersion",
    { start: 0, end: 1 },
    {
      message: "The schema does not say which protocol version it states.",
      hint: 'Add: export const LATEST_PROTOCOL_VERSION = "2026-07-28";',
    },
  );
  return UNKNOWN_VERSION;
}
