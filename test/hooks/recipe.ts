/** What `docs/recipes.md` tells people to write into their files. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryPath } from "../shared.js";

const page = readFileSync(path.join(repositoryPath, "docs/recipes.md"), "utf8");

/**
 * A code block of the page.
 *
 * @param heading The section that it stands in.
 * @param index Its number there, from 0.
 */
export function recipe(heading: string, index = 0): string {
  const section = page
    .split(/^##+ /m)
    .find((text) => text.startsWith(`${heading}\n`));
  const blocks = [...(section ?? "").matchAll(/^```\w+\n(.*?)^```$/gms)];
  const [, text] = blocks[index] ?? [];
  if (text === undefined)
    throw new Error(`docs/recipes.md has no block ${index} below ${heading}`);
  return text;
}
