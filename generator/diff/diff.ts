/** What changed between two revisions of the protocol, and whom it breaks. */
import type { ProtocolModel } from "../model/model.js";
import type { Change } from "./change.js";
import { compareConstants } from "./constants.js";
import { compareErrors } from "./errors.js";
import type { Comparison } from "./comparison.js";
import { compareMetaKeys } from "./meta-keys.js";
import { compareMethods } from "./methods.js";
import { applyRenames, findRenames } from "./renames.js";
import type { Renames } from "./renames.js";
import { indexRevision } from "./revision.js";
import { compareRules } from "./rules.js";
import { compareTypes } from "./types.js";
import { ANYBODY, breaks, NOBODY } from "./verdict.js";

/**
 * Compares two models.
 *
 * @param before the revision that code was written for.
 * @param after the revision that it is to be used with.
 * @returns one change for each declared place that differs, grouped by subject,
 *   each group in the order of the schema. Texts of documentation do not count.
 */
export function diffModels(
  before: ProtocolModel,
  after: ProtocolModel,
): readonly Change[] {
  const renames = findRenames(before, after);
  const old = indexRevision(applyRenames(before, renames));
  const now = indexRevision(after);
  const metaKeys = compareMetaKeys(old, now);
  const comparison: Comparison = {
    before: old,
    after: now,
    metaKeys: new Set(metaKeys.map(({ key }) => key)),
  };
  const types = [...renamesOf(renames), ...compareTypes(comparison)];
  return [
    ...compareProtocol(before, after),
    ...compareMethods(comparison),
    ...compareErrors(comparison),
    ...types.filter(({ subject }) => subject === "capability"),
    ...metaKeys.flatMap(({ changes }) => changes),
    ...inOrderOf(
      [...after.types, ...before.types].map(({ name }) => name),
      types.filter(({ subject }) => subject !== "capability"),
    ),
    ...compareConstants(comparison),
    ...compareRules(comparison),
  ];
}

/** The revision as a whole: its name, and how a conversation begins. */
function compareProtocol(
  before: ProtocolModel,
  after: ProtocolModel,
): readonly Change[] {
  const changes: Change[] = [];
  if (before.version !== after.version)
    changes.push({
      subject: "protocol",
      action: "changed",
      path: "version",
      place: "the protocol version",
      what: `changed from ${before.version} to ${after.version}`,
      before: before.version,
      after: after.version,
      // The two sides agree on a version before they use one.
      verdicts: breaks(NOBODY),
    });
  if (before.era !== after.era)
    changes.push({
      subject: "protocol",
      action: "changed",
      path: "era",
      place: "the protocol",
      what:
        after.era === "stateless"
          ? "became stateless: each request says its version and capabilities, nothing is initialized"
          : "begins with a handshake: version and capabilities are agreed on once",
      before: before.era,
      after: after.era,
      verdicts: breaks(ANYBODY),
    });
  return changes;
}

/** The shape stays, but generated code names the type. */
function renamesOf(renames: Renames): readonly Change[] {
  return [...renames].map(([before, after]) => ({
    subject: "type",
    action: "renamed",
    path: before,
    place: `\`${before}\``,
    what: `was renamed to \`${after}\``,
    before,
    after,
    verdicts: breaks(ANYBODY),
  }));
}

/** Sorts changes by the type that they are about, within a type as they are. */
function inOrderOf(
  names: readonly string[],
  changes: readonly Change[],
): readonly Change[] {
  const order = new Map<string, number>();
  for (const name of names) if (!order.has(name)) order.set(name, order.size);
  const position = ({ path }: Change): number =>
    order.get(path.replace(/[.[].*$/s, "")) ?? order.size;
  return [...changes].sort((a, b) => position(a) - position(b));
}
