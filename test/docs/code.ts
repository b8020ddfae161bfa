/** The TypeScript of the documentation: what belongs together, and under which names. */
import {
  codeExceptions,
  type Exception,
  pagesCheckedElsewhere,
} from "./exceptions.js";
import type { Block, Page } from "./pages.js";

/** A part of a generated file that a page shows. */
export interface Excerpt {
  readonly place: string;
  /** The file, e.g. `out/draft/types.ts`. */
  readonly file: string;
  /** The parts of it, in order; what lies between is left out. */
  readonly pieces: readonly string[];
}

/** One or more blocks of a page that make a module. */
export interface Module {
  /** Where it begins. */
  readonly place: string;
  readonly page: string;
  /** Path below the folder with all pages, without an ending: `server/2`. */
  readonly name: string;
  readonly text: string;
}

/** What a page has of both. */
export interface Code {
  readonly excerpts: readonly Excerpt[];
  readonly modules: readonly Module[];
}

/**
 * Sorts the `ts` blocks of a page.
 *
 * - A block that begins with a comment `// out/draft/<file>` is an excerpt of that file.
 * - One that imports begins a module; `// <name>.ts` before that gives it a name.
 * - All others continue the module before.
 */
export function codeOf({ path, blocks }: Page): Code {
  const excerpts: Excerpt[] = [];
  const modules: { place: string; page: string; name: string; text: string }[] =
    [];
  const folder = path
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .toLowerCase();
  for (const block of blocks.filter(isChecked(path))) {
    const [first = ""] = block.lines;
    const file = /^\/\/ (out\/draft\/\S+)$/.exec(first)?.[1];
    const text = block.lines.join("\n");
    if (file !== undefined) {
      excerpts.push({ place: block.place, file, pieces: piecesOf(block) });
    } else if (/^import\b/m.test(text)) {
      const given = /^\/\/ ([\w-]+)\.ts$/.exec(first)?.[1];
      const name = `${folder}/${given ?? modules.length + 1}`;
      modules.push({ place: block.place, page: path, name, text });
    } else {
      const last = modules.at(-1);
      if (last === undefined)
        throw new Error(`${block.place} continues nothing: it has to import`);
      last.text += `\n\n${text}`;
    }
  }
  return { excerpts, modules };
}

function isChecked(page: string): (block: Block) => boolean {
  return (block) =>
    block.language === "ts" &&
    pagesCheckedElsewhere[page] === undefined &&
    !codeExceptions.some((exception) => isMeant(exception, page, block.lines));
}

/** Whether an exception is about a block. */
export function isMeant(
  exception: Exception,
  page: string,
  lines: readonly string[],
): boolean {
  return exception.page === page && lines.includes(exception.what);
}

/** The parts between lines of the form `// ...` or `/** ... *\/`. */
function piecesOf({ lines }: Block): readonly string[] {
  return lines
    .slice(1)
    .join("\n")
    .split(/^ *(?:\/\/ \.\.\.|\/\*\* \.\.\. \*\/)$/m)
    .map((piece) => piece.replace(/^\n+|\n+$/g, ""))
    .filter((piece) => piece !== "");
}

/** What a program says that it prints: the comments behind its `console.log(...)`. */
export function promisedOutput(text: string): readonly string[] {
  return [...text.matchAll(/console\.log\([^]*?\)[;,]? \/\/ (.*)$/gm)].map(
    ([, printed = ""]) => printed,
  );
}
