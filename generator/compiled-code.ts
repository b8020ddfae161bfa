/**
 * Keeps V8's compiled code of large modules from run to run. Compiling is a third of a
 * run; finding things compiled is not. From version 22.8 on, Node can do it as well, but
 * it decodes and hashes every module to find its code.
 */
import { isAscii } from "node:buffer";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { packageFolder } from "./package-info.js";

/** What a CommonJS module is to the code in it. */
type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/** Where code is kept: a file for each module, and one more for each version of Node. */
const KEPT = join(packageFolder, "node_modules/.cache/mcp-gen/compiled");

/**
 * Loads a CommonJS module, from its kept code where there is any.
 *
 * The code is kept in the package's own folder, which has to be as trusted as the
 * package itself; where that cannot be written, nothing is kept. V8 refuses kept code
 * that another version or other flags have made. It does not keep what `import()` needs,
 * so nothing that is loaded like this may get so far as to call it. A module is not
 * entered into the cache of `require`: whoever asks twice gets two.
 *
 * @param file Absolute path of the module.
 * @param isUsed Whether the module has by now done what it is for, where it is loaded
 *   on the off chance: code that is kept without that would lack it for good.
 */
export function requireCompiled(
  file: string,
  isUsed: () => boolean = () => true,
): unknown {
  const place = placeOf(file);
  const cachedData = readKept(place);
  const script = new Script(readWrapped(file), {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  const wrapper = script.runInThisContext() as Wrapper;
  const module = { exports: {} };
  wrapper(module.exports, createRequire(file), module, file, dirname(file));
  if (cachedData === undefined || script.cachedDataRejected === true)
    // V8 compiles a function when it is first called, so at the end of a run the code
    // holds just what runs need; of one that failed, it may lack most of that.
    process.once("exit", (code) => {
      if (code === 0 && isUsed()) keep(place, script);
    });
  return module.exports;
}

const BEFORE = "(function (exports, require, module, __filename, __dirname) {";
const AFTER = "\n})";

/**
 * A module's text, wrapped into a function. It is put together while it is still bytes,
 * for a large string would be copied into V8's heap; and decoding as UTF-8 takes several
 * times as long as what ASCII needs.
 */
function readWrapped(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const end = BEFORE.length + size;
    const bytes = Buffer.allocUnsafe(end + AFTER.length);
    bytes.write(BEFORE);
    bytes.write(AFTER, end);
    if (readSync(descriptor, bytes, BEFORE.length, size, 0) !== size)
      throw new Error(`${file} changes while it is read.`);
    return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** Where a module's code is kept. */
interface Place {
  /** Of whatever the module holds, as this version of Node compiles it. */
  readonly family: string;
  /** Of the module as it stands. V8 itself compares no more than the length. */
  readonly name: string;
}

function placeOf(file: string): Place {
  // Packages bring times of their own with them; that of the last change is this disk's.
  const { size, ctimeMs } = statSync(file);
  const family = `${basename(file)}-${process.version}-${process.arch}-`;
  return { family, name: `${family}${size}-${ctimeMs}.bin` };
}

function readKept({ name }: Place): Buffer | undefined {
  try {
    return readFileSync(join(KEPT, name));
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another run may be reading. */
function keep({ family, name }: Place, script: Script): void {
  const draft = join(KEPT, `${process.pid}-${name}`);
  try {
    mkdirSync(KEPT, { recursive: true });
    // Where this fails, no time goes into code that cannot be kept.
    const descriptor = openSync(draft, "w");
    try {
      writeFileSync(descriptor, script.createCachedData());
    } finally {
      closeSync(descriptor);
    }
    // What was kept before the module changed is of no more use.
    for (const older of readdirSync(KEPT))
      if (older.startsWith(family)) rmSync(join(KEPT, older), { force: true });
    renameSync(draft, join(KEPT, name));
  } catch {
    // The next run compiles again.
  }
}
