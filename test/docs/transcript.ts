/** Blocks of commands: `sh`, which have to succeed, and `console`, which show what is printed. */
import type { Block } from "./pages.js";

/** A command of a block. */
export interface Command {
  readonly text: string;
  /** The lines that it prints, as the page shows them; undefined when it shows none. */
  readonly shown: readonly string[] | undefined;
}

/** The commands of a block, in order; none in blocks of another language. */
export function commandsOf({
  language,
  lines,
  place,
}: Block): readonly Command[] {
  if (language === "sh")
    return joined(lines).map((text) => ({ text, shown: undefined }));
  if (language !== "console") return [];
  const commands: { text: string; shown: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("$ "))
      commands.push({ text: line.slice(2), shown: [] });
    else {
      const last = commands.at(-1);
      if (last === undefined)
        throw new Error(`${place} begins with output and not with "$ "`);
      last.shown.push(line);
    }
  }
  return commands;
}

/** Lines without comments, those that a backslash ends in one with the next. */
function joined(lines: readonly string[]): readonly string[] {
  return lines
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)# .*$/, "").trimEnd())
    .filter((line) => line !== "");
}

/** Without what differs from run to run and from version to version. */
export function normalised(text: string): readonly string[] {
  return text
    .trimEnd()
    .replace(/\d+(?:\.\d+)? m?s\b/g, "TIME")
    .replace(/[0-9a-f]{64}/g, "SHA256")
    .replace(
      /\b[1-9]\d* (?=files|created|updated|unchanged|left|deleted)/g,
      "SOME ",
    )
    .replace(/(?<=\b(?:create|update|leave|delete) )[1-9]\d*/g, "SOME")
    .split("\n")
    .map((line) => line.trimEnd());
}

/** Whether lines were printed as shown; a line of three dots matches any lines. */
export function isAsShown(
  printed: readonly string[],
  shown: readonly string[],
): boolean {
  const [first, ...others] = shown;
  if (first === undefined) return printed.length === 0;
  if (first !== "...")
    return printed[0] === first && isAsShown(printed.slice(1), others);
  return [...printed, undefined].some((_line, start) =>
    isAsShown(printed.slice(start), others),
  );
}
