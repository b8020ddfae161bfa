/** A comparison of tools for people: as text for a terminal, and as Markdown. */
import type { ToolChange, ToolsDiff } from "./tools.js";
import { isBreakingTool } from "./tools.js";

/** How much of a description is shown. */
const MAX_WORDS = 160;

/** Lines for a terminal, each ending in LF; descriptions in a section of their own. */
export function renderToolsText(diff: ToolsDiff): string {
  const { words, others } = sections(diff);
  const lines = [titleOf(diff, "->"), countsOf(diff)];
  if (others.length > 0) {
    lines.push("C: breaks callers, S: breaks the server", "");
  }
  let tool: string | undefined;
  for (const change of others) {
    if (change.tool !== tool) lines.push(shown(change.tool));
    tool = change.tool;
    const callers = change.callers === "breaking" ? "C" : " ";
    const server = change.server === "breaking" ? "S" : " ";
    lines.push(
      `  ${callers}${server} ${placeOf(change)} ${shown(change.what)}`,
    );
  }
  if (words.length > 0) {
    lines.push("", "Words that models read");
    for (const change of words) {
      const place = change.path === undefined ? "" : ` of ${change.path}`;
      lines.push(
        `  ${shown(change.tool)}: the description${shown(place)} ${change.what}`,
      );
      if (change.before !== undefined)
        lines.push(`    - ${shown(change.before)}`);
      if (change.after !== undefined)
        lines.push(`    + ${shown(change.after)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Tables for a pull request. */
export function renderToolsMarkdown(diff: ToolsDiff): string {
  const { words, others } = sections(diff);
  const lines = [`## ${titleOf(diff, "→")}`, "", countsOf(diff)];
  if (others.length > 0) {
    lines.push(
      "",
      "| tool | what | callers | server |",
      "| --- | --- | --- | --- |",
    );
    for (const change of others) {
      lines.push(
        `| ${cell(change.tool)} | ${cell(`${placeOf(change)} ${change.what}`)} | ${change.callers} | ${change.server} |`,
      );
    }
  }
  if (words.length > 0) {
    lines.push(
      "",
      "### Words that models read",
      "",
      "| tool | before | after |",
      "| --- | --- | --- |",
    );
    for (const { tool, path, before = "", after = "" } of words) {
      const name = path === undefined ? tool : `${tool}, ${path}`;
      lines.push(`| ${cell(name)} | ${cell(before)} | ${cell(after)} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function sections({ changes }: ToolsDiff): {
  readonly words: readonly ToolChange[];
  readonly others: readonly ToolChange[];
} {
  const isWords = ({ subject }: ToolChange): boolean =>
    subject === "description";
  return {
    words: changes.filter(isWords),
    others: changes.filter((change) => !isWords(change)),
  };
}

function titleOf({ before, after }: ToolsDiff, arrow: string): string {
  const name = ({ path, server }: ToolsDiff["before"]): string =>
    shown(server === "" ? path : `${server} (${path})`);
  return `${name(before)} ${arrow} ${name(after)}`;
}

function countsOf({ changes }: ToolsDiff): string {
  if (changes.length === 0) return "No changes.";
  const breaking = changes.filter(isBreakingTool).length;
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"}, ${breaking} breaking.`;
}

function placeOf({ subject, path }: ToolChange): string {
  if (subject === "tool") return "the tool";
  const whole =
    subject === "arguments"
      ? "the arguments"
      : subject === "result"
        ? "the result"
        : "the hint";
  if (path === undefined) return whole;
  return subject === "result" ? `result.${shown(path)}` : shown(path);
}

/** A server's words on one line, without what could move a terminal's cursor. */
function shown(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length <= MAX_WORDS ? line : `${line.slice(0, MAX_WORDS - 1)}…`;
}

function cell(text: string): string {
  return shown(text)
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/[<>&`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
