/** The TypeScript of the documentation compiles, runs, and is what it says it is. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { writeCompiled } from "../compiled-output.js";
import { embeddedModel, repositoryPath } from "../shared.js";
import { codeOf, isMeant, type Module, promisedOutput } from "./code.js";
import {
  codeExceptions,
  otherLanguages,
  pagesCheckedElsewhere,
  programExceptions,
} from "./exceptions.js";
import { guidePages } from "./pages.js";
import { prepare } from "./preparation.js";
import { Project, scratchFolder } from "./project.js";

const pages = guidePages().map((page) => ({ ...page, ...codeOf(page) }));
const modules = pages.flatMap((page) => page.modules);
const excerpts = pages.flatMap((page) => page.excerpts);

const root = scratchFolder();
const projects = new Map<string, Project>();
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  const generated = join(repositoryPath, "out/draft");
  const files = readdirSync(generated, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".ts"));
  cpSync(generated, join(root, "out/draft"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  await generate("2025-11-25");
  await compile(
    files.map((path) => [
      `out/draft/${path}`,
      readFileSync(join(generated, path), "utf8"),
    ]),
  );
  for (const { path, modules: own } of pages) {
    const [first] = own;
    if (first === undefined) continue;
    const project = new Project(join(root, dirname(first.name)));
    projects.set(path, project);
    symlinkSync(join(root, "out"), join(project.folder, "out"));
    await prepare(path, project);
  }
  for (const { name, text } of modules)
    writeFileSync(join(root, `${name}.ts`), text);
  await compile(modules.map(({ name, text }) => [`${name}.ts`, text]));
});

/** Generates an embedded revision that the repository has no output of. */
async function generate(revision: string): Promise<void> {
  const files = emitFiles(embeddedModel(revision), {
    builtInTemplates,
    parts: ["client", "server"],
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for a test.",
  }).map((file) => ({ ...file, path: `out/${revision}/${file.path}` }));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await writeCompiled(files, root);
}

/** Puts JavaScript next to each TypeScript file, for Node to run. */
async function compile(
  files: readonly (readonly [path: string, text: string])[],
): Promise<void> {
  await writeCompiled(
    files.map(([path, text]) => ({ path, text, formatted: true })),
    root,
  );
}

describe("modules", () => {
  test("compile", () => {
    writeFileSync(
      join(root, "tsconfig.json"),
      JSON.stringify({
        extends: join(repositoryPath, "tsconfig.base.json"),
        compilerOptions: {
          noEmit: true,
          declaration: false,
          isolatedDeclarations: false,
          noUnusedLocals: false,
          noUnusedParameters: false,
          // The library as its sources are, whether it is built or not.
          paths: {
            "mcp-gen": [join(repositoryPath, "generator/index.ts")],
            "mcp-gen/model": [join(repositoryPath, "generator/model/index.ts")],
          },
          typeRoots: [join(repositoryPath, "node_modules/@types")],
          types: ["node"],
        },
        files: modules.map(({ name }) => `${name}.ts`),
      }),
    );
    const { stdout } = spawnSync(
      process.execPath,
      [join(repositoryPath, "node_modules/typescript/bin/tsc"), "-p", root],
      { encoding: "utf8", cwd: root },
    );
    const placed = stdout.replace(
      /^(\S+)\.ts\((\d+),/gm,
      (_all, name: string, line: string) => {
        const place = modules.find((module) => module.name === name)?.place;
        return `${place ?? name}+${line} (column `;
      },
    );
    expect(placed).toBe("");
  });

  const run = modules.filter((module) => !isLeftOut(module));
  test.each(run)("$place runs", async ({ page, name, text }) => {
    const output = await projects.get(page)?.run(join(root, `${name}.js`));
    const promised = promisedOutput(text);
    // What depends on the reader's project is not promised.
    if (promised.length > 0)
      expect(output?.trimEnd().split("\n")).toEqual(promised);
  });

  test.each(programExceptions)(
    "not run on $page: $what",
    ({ page, what, why }) => {
      expect(why).not.toBe("");
      const texts = modules.filter((module) => module.page === page);
      expect(
        texts
          .map(({ text }) => text)
          .join("\n")
          .split("\n"),
      ).toContain(what);
    },
  );
});

function isLeftOut({ page, text }: Module): boolean {
  return programExceptions.some((exception) =>
    isMeant(exception, page, text.split("\n")),
  );
}

describe("excerpts", () => {
  test.each(excerpts)("$place is in $file", ({ file, pieces }) => {
    let rest = readFileSync(join(repositoryPath, file), "utf8");
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) {
      const start = rest.indexOf(piece);
      if (start < 0) expect(rest).toContain(piece);
      rest = rest.slice(start + piece.length);
    }
  });
});

describe("other blocks", () => {
  test.each(codeExceptions)(
    "not checked on $page: $what",
    ({ page, what, why }) => {
      expect(why).not.toBe("");
      const blocks = pages
        .filter(({ path }) => path === page)
        .flatMap((each) => each.blocks);
      expect(blocks.flatMap(({ lines }) => lines)).toContain(what);
    },
  );

  test.each(
    pages.flatMap(({ blocks }) =>
      blocks.filter(({ language }) => language === "json"),
    ),
  )("$place is JSON", ({ lines }) => {
    expect(() => JSON.parse(lines.join("\n")) as unknown).not.toThrow();
  });

  test("every block is of a language that is known here", () => {
    const known = ["console", "sh", "ts", ...otherLanguages];
    const unknown = pages
      .flatMap(({ blocks }) => blocks)
      .filter(({ language }) => !known.includes(language));
    expect(unknown.map(({ place }) => place)).toEqual([]);
  });

  test.each(Object.entries(pagesCheckedElsewhere))(
    "those of %s are checked by %s",
    (page, file) => {
      const text = readFileSync(join(repositoryPath, file), "utf8");
      expect(text).toContain(page);
    },
  );
});
