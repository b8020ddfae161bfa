/** `docs/architecture.md` is true: folders, what each may import, files that it names. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "../shared.js";

const page = readFileSync(join(repositoryPath, "docs/architecture.md"), "utf8");

/** Rows of the tables that say what a folder of `generator/` imports. */
const documented = [
  ...page.matchAll(/^\| `([\w/-]+)\/` +\|[^|\n]*\|([^|\n]*)\|$/gm),
].map(([, folder = "", imports = ""]) => ({
  folder,
  imports: [...imports.matchAll(/`([\w/-]+)`/g)].map(([, name = ""]) => name),
}));

/** The documented folder that a file belongs to: the innermost. */
function folderOf(path: string): string | undefined {
  return documented
    .map(({ folder }) => folder)
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)[0];
}

const sources = readdirSync(join(repositoryPath, "generator"), {
  recursive: true,
})
  .map((path) => String(path).replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({
    path,
    text: readFileSync(join(repositoryPath, "generator", path), "utf8"),
  }));

/** Other folders that the files of one import. */
function importsOf(folder: string): readonly string[] {
  const folders = sources
    .filter(({ path }) => folderOf(path) === folder)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(
        ([, specifier = ""]) =>
          folderOf(posix.join(posix.dirname(path), specifier)),
      ),
    )
    .filter((found) => found !== undefined && found !== folder);
  return [...new Set(folders as string[])].sort();
}

describe("the house", () => {
  test("has the folders of the page, and no others", () => {
    const isOutside = ({ path }: { readonly path: string }) =>
      path.includes("/") && folderOf(path) === undefined;
    expect(sources.filter(isOutside)).toEqual([]);
    expect(
      documented.filter(
        ({ folder }) => !sources.some(({ path }) => folderOf(path) === folder),
      ),
    ).toEqual([]);
  });

  test.each(documented)("$folder/ imports $imports", ({ folder, imports }) => {
    expect(importsOf(folder)).toEqual([...imports].sort());
  });

  test.each([
    ["ts-morph", ["handlers", "javascript", "read"]],
    ["handlebars", ["emit"]],
    ["prettier", ["format"]],
    ["undici", ["upstream"]],
    ["yargs", ["cli"]],
  ])("only %s is known to %j", (name, places) => {
    const importing = sources
      .filter(({ text }) => text.includes(`"${name}"`))
      .map(({ path }) => path.split("/")[0]);
    expect([...new Set(importing)].sort()).toEqual(places);
  });

  test("has the files that the page names", () => {
    const named = [
      ...page.matchAll(/`((?:[\w-]+\/)+[\w.-]*|[\w-]+\.ts)`/g),
    ].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(30);
    const places = [
      "",
      "generator",
      "generator/emit/typescript",
      "schema/draft",
      "templates/typescript",
      "templates/typescript/runtime",
      "out/draft",
    ];
    expect(
      named.filter(
        (path) =>
          !places.some((place) =>
            existsSync(join(repositoryPath, place, path)),
          ),
      ),
    ).toEqual([]);
  });
});
