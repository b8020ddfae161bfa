/** Types of variables as JSDoc: what people go on writing in JavaScript keeps its types. */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";

/**
 * Moves the types of a module's variables into comments: `const greet: Tool = {` becomes
 * `const greet = {` below `@type {import("./types.js").Tool}`.
 */
export function typesAsComments(path: string, text: string): string {
  const file = compiler.createSourceFile(
    path,
    text,
    compiler.ScriptTarget.Latest,
    true,
  );
  const modules = importedTypes(file);
  let result = text;
  for (const statement of [...file.statements].reverse()) {
    if (!compiler.isVariableStatement(statement)) continue;
    const [variable] = statement.declarationList.declarations;
    if (variable?.type === undefined) continue;
    const type = variable.type
      .getText(file)
      .replace(/\b[A-Z]\w*/g, (name) => modules.get(name) ?? name);
    result =
      result.slice(0, variable.name.end) + result.slice(variable.type.end);
    result = withTag(result, statement, file, `@type {${type}}`);
  }
  return result;
}

/** Adds a tag to the comment above a statement, or a comment. */
function withTag(
  text: string,
  statement: ts.Node,
  file: ts.SourceFile,
  tag: string,
): string {
  const start = statement.getStart(file);
  const above = compiler
    .getLeadingCommentRanges(file.text, statement.pos)
    ?.at(-1);
  const comment =
    above === undefined ? "" : file.text.slice(above.pos, above.end);
  if (above === undefined || !comment.startsWith("/**"))
    return `${text.slice(0, start)}/** ${tag} */\n${text.slice(start)}`;
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd())
    .filter(
      (line, index, all) =>
        line !== "" || (index > 0 && index < all.length - 1),
    );
  const printed = [
    "/**",
    ...[...lines, "", tag].map((line) => ` * ${line}`.trimEnd()),
    " */",
  ];
  return text.slice(0, above.pos) + printed.join("\n") + text.slice(above.end);
}

/** Names that a file imports from others, as types are written from afar. */
function importedTypes(file: ts.SourceFile): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    const module = statement.moduleSpecifier.getText(file);
    for (const { name, propertyName } of bindings.elements) {
      const exported = (propertyName ?? name).text;
      types.set(name.text, `import(${module}).${exported}`);
    }
  }
  return types;
}
