/** The package's own templates: what lies below `templates/`, and what the build made of it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuiltInTemplates, CompiledTemplate } from "../emit/templates.js";
import { packageFolder } from "../package-info.js";

const FOLDER = join(packageFolder, "templates");

/**
 * Templates that the build has compiled, next to the built program; not there when the
 * sources run as they are.
 */
const COMPILED = fileURLToPath(new URL("templates.cjs", import.meta.url));

type CompiledTemplates = Readonly<Record<string, CompiledTemplate | undefined>>;

let compiled: CompiledTemplates | undefined;
const texts = new Map<string, string>();

/** The templates of this package. Each file is read once. */
export const builtInTemplates: BuiltInTemplates = {
  paths: () =>
    readdirSync(FOLDER, { recursive: true })
      .map((path) => String(path).replaceAll("\\", "/"))
      .sort(),
  textOf(path) {
    let text = texts.get(path);
    if (text === undefined) {
      text = readFileSync(join(FOLDER, path), "utf8").replace(/\r\n?/g, "\n");
      texts.set(path, text);
    }
    return text;
  },
  // A template that has been edited since the build is compiled again.
  compiledOf(path) {
    const built = statSync(COMPILED, { throwIfNoEntry: false });
    const { mtimeMs } = statSync(join(FOLDER, path));
    if (built === undefined || built.mtimeMs < mtimeMs) return undefined;
    compiled ??= createRequire(import.meta.url)(COMPILED) as CompiledTemplates;
    return compiled[path];
  },
};
