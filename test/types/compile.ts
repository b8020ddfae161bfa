/** Type-checks files in a temporary folder, with any of the supported compilers. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** The compilers that the generated code has to satisfy, by their package's name. */
export const compilers = [
  "typescript-5.5",
  "typescript-5.9",
  "typescript-6",
  "typescript",
] as const;

export type Compiler = (typeof compilers)[number];

/** The native compiler: the newest, and several times faster than the others. */
export const fastest: Compiler = "typescript";

/** Every flag that generated code promises to compile under. */
export const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  skipLibCheck: false,
  declaration: true,
} as const;

/** Options that a compiler does not know yet. */
const UNKNOWN_TO: Partial<Record<Compiler, readonly string[]>> = {
  "typescript-5.5": ["erasableSyntaxOnly"],
};

/** A temporary folder with files in it. */
export class Workspace {
  readonly path: string = mkdtempSync(join(tmpdir(), "mcp-gen-types-"));

  /** Writes a file, and the folders on its way. */
  write(path: string, text: string): void {
    const target = join(this.path, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /**
   * Type-checks everything below a folder.
   *
   * @param options Compiler options on top of the common ones.
   * @returns The compiler's messages, one a line, paths relative to the workspace;
   *   empty when there is nothing to complain of.
   */
  async compile(
    compiler: Compiler,
    folder: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]> {
    const unknown = UNKNOWN_TO[compiler] ?? [];
    const project = `tsconfig.${compiler}.${folder.replaceAll("/", "-")}.json`;
    const compilerOptions = {
      noEmit: true,
      target: "ES2022",
      lib: ["ES2022"],
      module: "NodeNext",
      moduleResolution: "NodeNext",
      types: [],
      ...Object.fromEntries(
        Object.entries(options).filter(([name]) => !unknown.includes(name)),
      ),
    };
    this.write(
      project,
      JSON.stringify({ compilerOptions, include: [`${folder}/**/*.ts`] }),
    );
    this.write("package.json", '{ "type": "module" }');
    return runCompiler(compiler, this.path, project);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function runCompiler(
  compiler: Compiler,
  folder: string,
  project: string,
): Promise<readonly string[]> {
  const program = join(dirname(resolve(`${compiler}/package.json`)), "bin/tsc");
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [program, "--pretty", "false", "-p", project],
      { cwd: folder, maxBuffer: 1 << 26 },
      (error, output, complaints) => {
        const lines = output.split("\n").filter((line) => line.trim() !== "");
        if (error !== null && lines.length === 0) {
          fail(new Error(`${compiler} did not run: ${complaints}`));
        } else done(lines);
      },
    );
  });
}
