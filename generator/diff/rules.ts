/** Compares the rules that only the prose of two revisions states. */
import type { ProseRule, RuleData } from "../model/model.js";
import { findProperty } from "../model/queries.js";
import type { Change, Verdicts } from "./change.js";
import type { Comparison } from "./comparison.js";
import { lastingSenders } from "./place.js";
import { errorSenders } from "./senders.js";
import type { Effect, Senders } from "./verdict.js";
import {
  ANYBODY,
  breaks,
  NARROWED,
  NOBODY,
  REPLACED,
  verdictsOf,
  WIDENED,
} from "./verdict.js";

/** Compares rules by id; one that holds for another set of data has changed. */
export function compareRules(comparison: Comparison): readonly Change[] {
  const { rules: before } = comparison.before.model;
  const { rules: after } = comparison.after.model;
  const find = (
    rules: readonly ProseRule[],
    { id }: ProseRule,
  ): ProseRule | undefined => rules.find((rule) => rule.id === id);

  return [
    ...before
      .filter((rule) => find(after, rule) === undefined)
      .map((rule) =>
        ruleChange(rule, {
          action: "removed",
          what: `no longer holds: ${rule.summary}`,
          verdicts: verdictsOfRule(rule.data, WIDENED, comparison),
        }),
      ),
    ...after.flatMap((rule) => {
      const old = find(before, rule);
      if (old === undefined)
        return [
          ruleChange(rule, {
            action: "added",
            what: `holds now: ${rule.summary}`,
            verdicts: verdictsOfRule(rule.data, NARROWED, comparison),
          }),
        ];
      return JSON.stringify(old.data) === JSON.stringify(rule.data)
        ? []
        : [
            ruleChange(rule, {
              action: "changed",
              what: `changed: ${rule.summary}`,
              // A legacy code that changes at all becomes one that is never sent.
              verdicts: verdictsOfRule(
                rule.data,
                rule.data?.kind === "legacyErrorCode" ? NARROWED : REPLACED,
                comparison,
              ),
            }),
          ];
    }),
  ];
}

/**
 * A rule narrows what its senders may write; which senders, its data says. One
 * without data is worked into types, errors or methods, and is judged there.
 */
function verdictsOfRule(
  data: RuleData | undefined,
  effect: Effect,
  comparison: Comparison,
): Verdicts {
  return data === undefined || isNewGround(data, comparison)
    ? breaks(NOBODY)
    : verdictsOf(sendersOf(data, comparison), effect);
}

/** True when no old code can be at odds with the rule: what it is about is new, or gone. */
function isNewGround(data: RuleData, { before, after }: Comparison): boolean {
  if (data.kind === "legacyErrorCode") return !data.forbidden;
  return (
    "property" in data &&
    [before, after].some(
      ({ model }) =>
        findProperty(model, data.type, data.property) === undefined,
    )
  );
}

function sendersOf(data: RuleData, { before, after }: Comparison): Senders {
  switch (data.kind) {
    case "reservedMetaPrefix":
      return ANYBODY;
    case "legacyErrorCode":
      return errorSenders(after.model);
    default:
      return lastingSenders(data.type, before, after);
  }
}

function ruleChange(
  rule: ProseRule,
  change: Omit<Change, "subject" | "path" | "place">,
): Change {
  return {
    subject: "rule",
    path: rule.id,
    place: `the rule \`${rule.id}\``,
    ...change,
  };
}
