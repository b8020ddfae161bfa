/** Adds an import to a user's file, unless what is wanted is imported already. */
import type { ts } from "ts-morph";
import { claimName } from "../model/names.js";
import { compiler } from "../read/schema-ts/compiler.js";
import type { CodeStyle } from "./code-style.js";
import { type Insertion, lineStart } from "./text-edit.js";

/** Something to import. */
export interface WantedImport {
  readonly name: string;
  /** Where it may come from already; the first is where it is imported from if not. */
  readonly modules: readonly string[];
}

/** How a file gets what it wants. */
export interface InsertedImport {
  /** What the file calls it. */
  readonly localName: string;
  /** Nothing when it is imported already. */
  readonly insertions: readonly Insertion[];
}

/** Imports a value, as part of a statement that is there or in one of its own. */
export function insertImport(
  file: ts.SourceFile,
  { name, modules }: WantedImport,
  style: CodeStyle,
): InsertedImport {
  const imports = file.statements.filter((statement) =>
    compiler.isImportDeclaration(statement),
  );
  const suited = imports.filter(
    (statement) =>
      statement.importClause?.isTypeOnly !== true &&
      modules.some((module) => isSameModule(module, specifierOf(statement))),
  );
  for (const statement of suited)
    for (const element of namedImports(statement)?.elements ?? [])
      if ((element.propertyName ?? element.name).text === name)
        if (!element.isTypeOnly)
          return { localName: element.name.text, insertions: [] };

  const localName = claimName(name, identifiersOf(file));
  const specifier = localName === name ? name : `${name} as ${localName}`;
  for (const statement of suited) {
    const last = namedImports(statement)?.elements.at(-1);
    if (last !== undefined) {
      const insertion = { at: last.getEnd(), text: `, ${specifier}` };
      return { localName, insertions: [insertion] };
    }
  }
  const { quote, semicolon, lineBreak } = style;
  const statement = `import { ${specifier} } from ${quote}${modules[0]}${quote}${semicolon}`;
  const last = imports.at(-1);
  return {
    localName,
    insertions: [
      last === undefined
        ? { at: endOfHeader(file), text: statement + lineBreak }
        : { at: endOfStatement(last), text: lineBreak + statement },
    ],
  };
}

function namedImports(
  statement: ts.ImportDeclaration,
): ts.NamedImports | undefined {
  const bindings = statement.importClause?.namedBindings;
  return bindings !== undefined && compiler.isNamedImports(bindings)
    ? bindings
    : undefined;
}

function specifierOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
}

/** People may write another extension than mcp-gen would. */
function isSameModule(left: string, right: string): boolean {
  const bare = (specifier: string) => specifier.replace(/\.[cm]?[jt]s$/, "");
  return bare(left) === bare(right);
}

/** Every name that the file uses for anything. */
function identifiersOf(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node)) names.add(node.text);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Behind a comment on the statement's line, so that the two stay together. */
function endOfStatement(statement: ts.Statement): number {
  const { text } = statement.getSourceFile();
  const end = statement.getEnd();
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(end)) ?? [];
  return /^\s*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/\s*)?$/.test(rest)
    ? end + rest.length
    : end;
}

/** Behind `#!` and comments that stand apart from the first statement, e.g. a licence. */
function endOfHeader(file: ts.SourceFile): number {
  const { text } = file;
  const [shebang = ""] = /^\uFEFF?(?:#!.*(?:\r?\n|$))?/.exec(text) ?? [];
  let end = shebang.length;
  for (const comment of compiler.getLeadingCommentRanges(text, 0) ?? []) {
    const [gap = ""] = /^\s*/.exec(text.slice(comment.end)) ?? [];
    const isApart = gap.split("\n").length > 2;
    if (isApart) end = lineStart(text, comment.end + gap.length);
  }
  return end;
}
