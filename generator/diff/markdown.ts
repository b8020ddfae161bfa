/** A report as Markdown, for pull requests and release notes. */
import type { Change } from "./change.js";
import { countsText, groupChanges, titleOf } from "./groups.js";
import type { DiffReport } from "./report.js";

/** Prints a report: a table for each group, lines that end in LF. */
export function renderMarkdown(report: DiffReport): string {
  const lines = [
    `# Protocol changes: ${titleOf(report, "→")}`,
    "",
    countsText(report),
  ];
  for (const { title, changes } of groupChanges(report))
    lines.push(
      "",
      `## ${title}`,
      "",
      "| change | clients | servers |",
      "| --- | --- | --- |",
      ...changes.map(
        (change) =>
          `| ${cell(sentence(change))} | ${verdict(change, "clients")} | ${verdict(change, "servers")} |`,
      ),
    );
  return `${lines.join("\n")}\n`;
}

function sentence({ place, what, inheritedBy }: Change): string {
  const heirs =
    inheritedBy === undefined
      ? ""
      : `, inherited by ${inheritedBy.map((name) => `\`${name}\``).join(", ")}`;
  return `${place} ${what}${heirs}`;
}

/** A bar would end the cell, inside code too. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function verdict({ verdicts }: Change, side: keyof Change["verdicts"]): string {
  return verdicts[side] === "breaking" ? "**breaking**" : "compatible";
}
