/** The documentation as tests see it: pages, their code blocks, headings and links. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryPath } from "../shared.js";

/** A fenced block of a page. */
export interface Block {
  /** Where it stands, for messages: `docs/cli.md:12`. */
  readonly place: string;
  /** The word after the fence; empty when there is none. */
  readonly language: string;
  /** What stands between the fences, without their indentation. */
  readonly lines: readonly string[];
}

/** A Markdown file. */
export interface Page {
  /** From the top of the repository, `/` separated. */
  readonly path: string;
  /** In the order of the page. */
  readonly blocks: readonly Block[];
  /** Fragments that a link to the page can have. */
  readonly anchors: ReadonlySet<string>;
  /** Targets of its links, code left out. */
  readonly links: readonly string[];
}

/** Folders that hold no documentation of ours. */
const FOREIGN: readonly string[] = ["dist", "golden", "node_modules", "out"];

/** Every Markdown file of the repository. */
export function allPages(): readonly Page[] {
  return markdownBelow("").map(readPage);
}

/** The pages whose commands and code have to work: README and `docs/`. */
export function guidePages(): readonly Page[] {
  return allPages().filter(
    ({ path }) => path === "README.md" || path.startsWith("docs/"),
  );
}

function markdownBelow(folder: string): readonly string[] {
  return readdirSync(join(repositoryPath, folder), { withFileTypes: true })
    .filter(({ name }) => !FOREIGN.includes(name) && !name.startsWith("."))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownBelow(path);
      return entry.isFile() && path.endsWith(".md") ? [path] : [];
    })
    .sort();
}

function readPage(path: string): Page {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { fence: string; indent: number; block: Block } | undefined;
  const text = readFileSync(join(repositoryPath, path), "utf8");
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = /^( *)(`{3,})([^`\s]*)/.exec(line);
    if (open !== undefined) {
      if (fence?.[2] === open.fence && fence[3] === "") open = undefined;
      else (open.block.lines as string[]).push(line.slice(open.indent));
    } else if (fence !== null) {
      const [, indent = "", marks = "", language = ""] = fence;
      const place = `${path}:${index + 1}`;
      const block = { place, language, lines: [] };
      blocks.push(block);
      open = { fence: marks, indent: indent.length, block };
    } else prose.push(line);
  }
  if (open !== undefined)
    throw new Error(`${open.block.place} is never closed`);
  return { path, blocks, anchors: anchorsOf(prose), links: linksOf(prose) };
}

/** As GitHub makes them: a heading's letters, digits and hyphens. */
function anchorsOf(prose: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const words = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    let anchor = words;
    for (let count = 1; anchors.has(anchor); count += 1)
      anchor = `${words}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function linksOf(prose: readonly string[]): readonly string[] {
  const text = prose.join("\n").replace(/`[^`\n]*`/g, "code");
  const inline = text.matchAll(/\]\(([^()\s]+)\)/g);
  const named = text.matchAll(/^\[[^\]]+\]: (\S+)/gm);
  const images = text.matchAll(/ (?:src|href)="([^"]+)"/g);
  return [...inline, ...named, ...images].map(([, target = ""]) => target);
}
