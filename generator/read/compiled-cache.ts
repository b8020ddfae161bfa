/**
 * Keeps V8's compiled code of one large module from run to run, as Node itself can from
 * version 22.8 on. Compiling the TypeScript compiler is a third of a run; finding it
 * compiled is not.
 */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { packageFolder } from "../package-info.js";

/** What a CommonJS module is to the code in it. */
type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads a CommonJS module, from its kept code where there is any.
 *
 * The code is kept in the package's own folder, which has to be as trusted as the
 * package itself; where that cannot be written, nothing is kept. V8 refuses kept code
 * that another version or other flags have made.
 *
 * @param file Absolute path of the module.
 */
export function requireCompiled(file: string): unknown {
  if ("enableCompileCache" in nodeModule)
    return createRequire(import.meta.url)(file);
  const place = placeOf(file);
  const cachedData = readKept(place);
  const script = new Script(nodeModule.wrap(readFileSync(file, "utf8")), {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  const wrapper = script.runInThisContext() as Wrapper;
  const module = { exports: {} };
  wrapper(module.exports, createRequire(file), module, file, dirname(file));
  if (cachedData === undefined || script.cachedDataRejected === true)
    keep(place, script.createCachedData());
  return module.exports;
}

/** A file of the same size and time is the same file: it is one that npm installed. */
function placeOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const name = `compiler-${process.version}-${process.arch}-${size}-${mtimeMs}.bin`;
  return join(packageFolder, "node_modules/.cache/mcp-gen", name);
}

function readKept(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another run may be reading. */
function keep(place: string, code: Buffer): void {
  const draft = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(draft, code);
    renameSync(draft, place);
  } catch {
    // The next run compiles again.
  }
}
