/**
 * The TypeScript compiler's programming interface, in memory.
 *
 * The newest `typescript` package is a native program without one, so it comes
 * from ts-morph. Only `ts` is taken, not the wrapped nodes: reading a schema
 * touches each node once, and wrapping them all would cost more than parsing.
 */
import { createRequire } from "node:module";
import type * as morph from "ts-morph";
import type { ts } from "ts-morph";

/**
 * ts-morph's own copy of the compiler, without the rest of ts-morph and without the
 * scan for export names that importing a CommonJS module of this size starts with.
 */
export const compiler: typeof morph.ts = createRequire(
  createRequire(import.meta.url).resolve("ts-morph"),
)("@ts-morph/common/dist/typescript.js") as typeof morph.ts;

/** The few global types that the compiler insists on, and those that schemas use. */
const LIBRARY = `
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Date { toJSON(): string }
interface Function {}
interface IArguments {} interface NewableFunction {} interface Number {}
interface Object {} interface RegExp {} interface String {}
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type NonNullable<T> = T & {};
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type Partial<T> = { [P in keyof T]?: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Required<T> = { [P in keyof T]-?: T[P] };
`;

const LIBRARY_PATH = "/lib.d.ts";
const SCHEMA_PATH = "/schema.ts";

const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  strict: true,
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  // A schema without exports must not merge its `Error` with the global one.
  moduleDetection: compiler.ModuleDetectionKind.Force,
  types: [],
};

/** A parsed schema, and what the compiler has to say about it. */
export interface ParsedSchema {
  readonly file: ts.SourceFile;
  readonly syntaxErrors: readonly ts.Diagnostic[];
  /** Checks types on the first call; meaningless while there are syntax errors. */
  readonly typeErrors: () => readonly ts.Diagnostic[];
}

function parse(path: string, text: string): ts.SourceFile {
  return compiler.createSourceFile(path, text, {
    languageVersion: compiler.ScriptTarget.ES2022,
    // Documentation is read from the raw comments, see `comment.ts`.
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  });
}

/**
 * Parses a schema. Nothing but its own text and {@link LIBRARY} is looked at:
 * no file system, no `node_modules`.
 */
export function parseSchema(text: string): ParsedSchema {
  const file = parse(SCHEMA_PATH, text);
  const files = new Map([
    [LIBRARY_PATH, parse(LIBRARY_PATH, LIBRARY)],
    [SCHEMA_PATH, file],
  ]);
  const program = compiler.createProgram({
    rootNames: [...files.keys()],
    options: OPTIONS,
    host: {
      getSourceFile: (path) => files.get(path),
      fileExists: (path) => files.has(path),
      readFile: () => undefined,
      writeFile: () => undefined,
      getDefaultLibFileName: () => LIBRARY_PATH,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
    },
  });
  return {
    file,
    syntaxErrors: program.getSyntacticDiagnostics(file),
    typeErrors: () => program.getSemanticDiagnostics(file),
  };
}
