/**
 * `validation.ts`: what validators stand on. In `templates/typescript/validation/` it
 * is a module for each job. What is emitted is one file: to load a module takes a program
 * most of a millisecond.
 */
import { bannerComment, lineComment } from "../print/documentation.js";
import type { EmitContext, EmittedFile } from "../../emitter.js";
import type { BuiltInTemplates } from "../../templates.js";
import { exportedNames } from "../exported-names.js";

/** The file that the modules become, without extension. */
export const VALIDATION_FILE = "validation";

/**
 * Joins modules, and those that they import, into one file.
 *
 * @param modules Names of modules in `templates/typescript/validation/`.
 */
export function emitValidationFile(
  modules: Iterable<string>,
  context: EmitContext,
): EmittedFile {
  const { builtIn } = context.templates;
  const sections = inOrder(modules, builtIn).map((name) =>
    sectionOf(sourceOf(name, builtIn)),
  );
  return {
    path: `${VALIDATION_FILE}.ts`,
    text: `${[bannerComment(context.banner), HEAD, ...sections].join("\n\n")}\n`,
    formatted: true,
  };
}

/** Something that a module of `templates/typescript/validation/` declares for others. */
export interface ValidationExport {
  /** Name of the module. */
  readonly module: string;
  /** True when nothing of it exists at run time. */
  readonly isType: boolean;
}

/** Everything that generated code can take from `validation.ts`, by name. */
export function validationExports(
  builtIn: BuiltInTemplates,
): ReadonlyMap<string, ValidationExport> {
  const modules = builtIn.paths().flatMap((path) => {
    const [, name] = /^typescript\/validation\/(.+)\.ts$/.exec(path) ?? [];
    return name ?? [];
  });
  return new Map(
    modules.flatMap((module) => {
      const text = sourceOf(module, builtIn);
      const own = `${module}.ts`;
      return exportedNames(own, (path) => (path === own ? text : undefined))
        .filter(({ name, declaredIn }) => declaredIn === `${own} ${name}`)
        .map(({ name, isType }) => [name, { module, isType }] as const);
    }),
  );
}

const HEAD = lineComment(
  "What the functions of validators.ts have in common: the same code for every revision.",
);

const RULE = `// ${"-".repeat(77)}`;

/** The modules and all that they import, each behind what it imports itself. */
function inOrder(
  modules: Iterable<string>,
  builtIn: BuiltInTemplates,
): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    for (const imported of importsOf(sourceOf(name, builtIn))) visit(imported);
    found.add(name);
  };
  for (const name of [...modules].sort()) visit(name);
  return [...found];
}

function sourceOf(name: string, { textOf }: BuiltInTemplates): string {
  return textOf(`typescript/validation/${name}.ts`);
}

/** An import from the same folder, which may take several lines. */
const IMPORT = /^import [^;]* from "\.\/([\w-]+)\.js";\n/gm;

function importsOf(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(([, name = ""]) => name).sort();
}

/** The comment that a module begins with, and what stands behind its imports. */
const MODULE = /^\/\*\*(?<comment>.*?)\*\/\n(?<body>.*)$/s;

/** A module without its imports, below a heading. */
function sectionOf(source: string): string {
  const match = MODULE.exec(source.replace(IMPORT, ""));
  const { comment = "", body = "" } = match?.groups ?? {};
  const heading = comment.replace(/^ ?\* ?/gm, "").trim();
  return `${RULE}\n${lineComment(heading)}\n\n${body.trim()}`;
}
