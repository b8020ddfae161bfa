/** How a report is divided for people. */
import type { Action, Change, Subject } from "./change.js";
import type { DiffReport } from "./report.js";

/** Changes under one heading. */
export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** What an action is marked with: something came, went, or is another. */
export type Mark = "+" | "-" | "~";

const GROUPS: readonly {
  readonly title: string;
  readonly subjects: readonly Subject[];
}[] = [
  { title: "Protocol", subjects: ["protocol"] },
  { title: "Methods", subjects: ["method"] },
  { title: "Error codes", subjects: ["errorCode"] },
  { title: "Capabilities", subjects: ["capability"] },
  { title: "Keys of _meta", subjects: ["metaKey"] },
  { title: "Fields and values", subjects: ["field", "literal", "variant"] },
  { title: "Types", subjects: ["type"] },
  { title: "Constants", subjects: ["constant"] },
  { title: "Rules of the prose", subjects: ["rule"] },
];

/** The changes of a report under their headings; headings without any are left out. */
export function groupChanges(report: DiffReport): readonly ChangeGroup[] {
  return GROUPS.map(({ title, subjects }) => ({
    title,
    changes: report.changes.filter(({ subject }) => subjects.includes(subject)),
  })).filter(({ changes }) => changes.length > 0);
}

/** The mark of an action. */
export function markOf(action: Action): Mark {
  if (action === "added") return "+";
  return action === "removed" ? "-" : "~";
}

/** "3 changes: 2 break clients, 1 breaks servers, 1 breaks neither." */
export function countsText({ counts }: DiffReport): string {
  if (counts.changes === 0) return "No changes.";
  const verb = (count: number): string =>
    `${count} ${count === 1 ? "breaks" : "break"}`;
  return `${counts.changes} ${counts.changes === 1 ? "change" : "changes"}: ${[
    `${verb(counts.breakingForClients)} clients`,
    `${verb(counts.breakingForServers)} servers`,
    `${verb(counts.compatible)} neither`,
  ].join(", ")}.`;
}

/** "A, B and 3 more". */
export function namesText(names: readonly string[], limit: number): string {
  const shown = names.slice(0, limit);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more} more`;
  const last = shown.at(-1) ?? "";
  return shown.length < 2
    ? last
    : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

/** "2025-11-25 -> 2026-07-28", with paths where the versions are the same. */
export function titleOf({ before, after }: DiffReport, arrow: string): string {
  const [from, to] =
    before.version === after.version
      ? [
          `${before.version} (${before.path})`,
          `${after.version} (${after.path})`,
        ]
      : [before.version, after.version];
  return `${from} ${arrow} ${to}`;
}
