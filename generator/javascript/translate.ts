/**
 * Generated TypeScript as JavaScript, for `--language js`: the compiler's own functions
 * for single files make a `.js` and a `.d.ts` of each.
 */
import type { ts } from "ts-morph";
import type { EmittedFile } from "../emit/emitter.js";
import { UsageError } from "../failure.js";
import { compiler } from "../read/schema-ts/compiler.js";
import {
  markBlankLines,
  spreadDeclarations,
  unmarkBlankLines,
} from "./blank-lines.js";
import { typesAsComments } from "./typed-comments.js";

const OPTIONS: ts.CompilerOptions = {
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  newLine: compiler.NewLineKind.LineFeed,
  isolatedModules: true,
};

/** What is translated; declarations are what they are in either language. */
const TYPESCRIPT = /(?<!\.d)\.ts$/;

/**
 * Translates an output: every `.ts` file becomes a `.js` and a `.d.ts`, others stay.
 *
 * @param files Whose imports end in `.js`.
 * @throws {UsageError} For a template of the user's whose file cannot be translated.
 */
export function toJavaScript(
  files: readonly EmittedFile[],
): readonly EmittedFile[] {
  return files.flatMap((file) =>
    TYPESCRIPT.test(file.path) ? [codeOf(file), declarationsOf(file)] : [file],
  );
}

/** Translates what people start from: types stay as comments, and nothing is declared apart. */
export function toJavaScriptSource(file: EmittedFile): EmittedFile {
  if (!TYPESCRIPT.test(file.path)) return file;
  return codeOf({ ...file, text: typesAsComments(file.path, file.text) });
}

function codeOf(file: EmittedFile): EmittedFile {
  const { outputText, diagnostics } = compiler.transpileModule(
    markBlankLines(file.path, file.text),
    {
      fileName: file.path,
      reportDiagnostics: true,
      compilerOptions: OPTIONS,
    },
  );
  refuseFaults(file, diagnostics);
  const text = unmarkBlankLines(outputText);
  return translated(file, ".js", text);
}

function declarationsOf(file: EmittedFile): EmittedFile {
  const { outputText, diagnostics } = compiler.transpileDeclaration(file.text, {
    fileName: file.path,
    reportDiagnostics: true,
    compilerOptions: {
      ...OPTIONS,
      declaration: true,
      isolatedDeclarations: true,
    },
  });
  refuseFaults(file, diagnostics);
  const text = spreadDeclarations(withoutDoubles(outputText));
  return translated(file, ".d.ts", text);
}

/** The compiler (6.0) declares a method called `[Symbol.iterator]` as a property, too. */
function withoutDoubles(text: string): string {
  return text.replace(/^ +\[Symbol\.(\w+)\]: .*;\n/gm, (line, name: string) =>
    text.includes(` [Symbol.${name}](`) ? "" : line,
  );
}

/** The printer's layout is its own, so the text is not formatted yet. */
function translated(
  file: EmittedFile,
  extension: string,
  text: string,
): EmittedFile {
  const banner = /^(?:\/\/.*\n|\/\* .* \*\/\n)*/.exec(file.text)?.[0] ?? "";
  return {
    ...file,
    path: file.path.replace(TYPESCRIPT, extension),
    text: [banner, text.replace(banner, "").trimStart()]
      .filter((part) => part !== "")
      .join("\n"),
    formatted: false,
  };
}

/** Ours is tested; what a template of the user's makes may be anything. */
function refuseFaults(
  { path, template }: EmittedFile,
  diagnostics: readonly ts.Diagnostic[] = [],
): void {
  const [first] = diagnostics;
  if (first === undefined) return;
  const { line = 0, character = 0 } =
    first.file?.getLineAndCharacterOfPosition(first.start ?? 0) ?? {};
  const message = compiler.flattenDiagnosticMessageText(first.messageText, " ");
  const fault = `${path}:${line + 1}:${character + 1}: ${message}`;
  if (template === undefined)
    throw new Error(`emitted TypeScript cannot be translated: ${fault}`);
  throw new UsageError(
    `${template} makes a file that cannot be translated to JavaScript: ${fault}`,
  );
}
