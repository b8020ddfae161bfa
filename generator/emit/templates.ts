/** The templates that emitters are given: the package's own and the user's. */

/** What Handlebars has compiled a template to. */
export type CompiledTemplate = object;

/** The package's own templates and the sources that are copied, by path below `templates/`. */
export interface BuiltInTemplates {
  /** Paths of all files, sorted; those of templates end in `.hbs`. */
  readonly paths: () => readonly string[];
  /** The text of any file, LF line endings whatever the checkout has. */
  readonly textOf: (path: string) => string;
  /** What the build has compiled a template to; undefined where it has not. */
  readonly compiledOf: (path: string) => CompiledTemplate | undefined;
}

/** A template of the user's. */
export interface UserTemplate {
  /** The file as it is shown to people. */
  readonly label: string;
  /** The whole text, LF line endings. */
  readonly text: string;
}

/**
 * The user's templates by path, e.g. `typescript/types.ts.hbs`, which replaces ours of
 * that name, or `python/errors.py.hbs`, which makes a file of its own.
 */
export type UserTemplates = ReadonlyMap<string, UserTemplate>;

/** Where the user's templates replace ours; elsewhere each makes a file of its own. */
export const OVERRIDES = "typescript/";

/** All templates of a run. */
export interface Templates {
  readonly builtIn: BuiltInTemplates;
  readonly users: UserTemplates;
}
