/**
 * What the code of a template mentions, read from the template itself: names that the
 * schema's must not collide with, and the modules that have to come along.
 */
import type { BuiltInTemplates, Templates } from "../templates.js";
import { exportedNames } from "./exported-names.js";

/** What the code of a template mentions. */
export interface TemplateCode {
  /**
   * Every word that is not in a comment or a string: what the code declares, imports and
   * takes from the platform, and more. A name among them may be in use.
   */
  readonly words: ReadonlySet<string>;
  /** Names that it exports, but for those that a view fills in. */
  readonly exports: ReadonlySet<string>;
  /** Modules that it imports or passes on, as it names them, e.g. `./runtime/memory.js`. */
  readonly modules: ReadonlySet<string>;
}

const TAG = /\{\{[^}]*\}\}/g;
const STRING = /"(?:[^"\\\n]|\\.)*"/g;
const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;
const WORD = /(?<![.\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const MODULE = /\bfrom "([^"]+)"/g;

const known = new WeakMap<BuiltInTemplates, Map<string, TemplateCode>>();

/**
 * Reads the template of a name: ours, and the user's in its place if there is one.
 *
 * @param path Path below `templates/`, e.g. `typescript/client.ts.hbs`.
 */
export function templateCode(
  path: string,
  { builtIn, users }: Templates,
): TemplateCode {
  const ours = builtInCode(path, builtIn);
  const template = users.get(path);
  if (template === undefined) return ours;
  const theirs = codeOf(template.text);
  return {
    words: new Set([...ours.words, ...theirs.words]),
    exports: new Set([...ours.exports, ...theirs.exports]),
    modules: new Set([...ours.modules, ...theirs.modules]),
  };
}

function builtInCode(path: string, builtIn: BuiltInTemplates): TemplateCode {
  let codes = known.get(builtIn);
  if (codes === undefined) known.set(builtIn, (codes = new Map()));
  let code = codes.get(path);
  if (code === undefined)
    codes.set(path, (code = codeOf(builtIn.textOf(path))));
  return code;
}

function codeOf(template: string): TemplateCode {
  const text = template.replace(TAG, "").replace(COMMENT, "");
  const code = text.replace(STRING, '""');
  const path = "template.ts";
  return {
    words: new Set(Array.from(code.matchAll(WORD), ([word]) => word)),
    exports: new Set(
      exportedNames(path, (asked) => (asked === path ? text : undefined)).map(
        ({ name }) => name,
      ),
    ),
    modules: new Set(
      Array.from(text.matchAll(MODULE), ([, module = ""]) => module),
    ),
  };
}
