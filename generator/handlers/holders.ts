/**
 * Where a user's file has handlers. People rename, move, split and wrap what they were
 * given, so the code is looked at and not its layout; only the type `ServerHandlers`
 * and the names of the functions are relied on.
 */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";

/** An object or class that has handlers, or is meant to. */
export interface Holder {
  readonly node: ts.ObjectLiteralExpression | ts.ClassLikeDeclaration;
  /** Its type, a base class or an option says what it is for. */
  readonly isMeant: boolean;
  /** It is the value of an option `handlers`, where all handlers come together. */
  readonly isCollected: boolean;
  /** Names of the handlers that it has. */
  readonly handlers: readonly string[];
}

/** What a file has to do with handlers. */
export interface FileHandlers {
  /** Names of handlers that the file defines, in holders or by themselves. */
  readonly defined: ReadonlySet<string>;
  /** In the order of the file, outer before inner. */
  readonly holders: readonly Holder[];
}

/** The generated type that handlers are members of. */
const SERVER_HANDLERS = "ServerHandlers";

/** The option of `createMcpServer` that takes handlers. */
const HANDLERS = "handlers";

/** What takes that option. */
const MAKERS: ReadonlySet<string> = new Set([
  "createMcpServer",
  "McpServerOptions",
]);

/**
 * Finds the handlers of a file.
 *
 * @param names What functions of handlers are called in this revision.
 */
export function findHandlers(
  file: ts.SourceFile,
  names: ReadonlySet<string>,
): FileHandlers {
  const typeNames = namesOfServerHandlers(file);
  const defined = new Set<string>();
  const holders: Holder[] = [];

  const define = (name: string): void => {
    if (names.has(name)) defined.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (
      compiler.isObjectLiteralExpression(node) ||
      compiler.isClassLike(node)
    ) {
      const isMeant = isMeantForHandlers(node, typeNames);
      const handlers = membersOf(node)
        .filter((member) => isMeant || isFunction(member))
        .flatMap((member) => nameOf(member.name) ?? [])
        .filter((name) => names.has(name));
      handlers.forEach(define);
      if (isMeant || handlers.length > 0)
        holders.push({
          node,
          isMeant,
          isCollected:
            compiler.isObjectLiteralExpression(node) && isOption(node),
          handlers,
        });
    } else if (isAssignedFunction(node)) define(node.left.name.text);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  for (const name of exportedNames(file)) define(name);
  return { defined, holders };
}

/** What a file imports, without extensions, e.g. `./tools`. */
export function importedModules(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((statement) =>
    compiler.isImportDeclaration(statement) &&
    compiler.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text.replace(/\.[cm]?[jt]sx?$/, "")]
      : [],
  );
}

/** `ServerHandlers`, and what the file calls it when it imports it. */
function namesOfServerHandlers(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set([SERVER_HANDLERS]);
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      if (propertyName?.text === SERVER_HANDLERS) names.add(name.text);
  }
  return names;
}

type Member = ts.ObjectLiteralElementLike | ts.ClassElement;

function membersOf(node: Holder["node"]): readonly Member[] {
  return compiler.isObjectLiteralExpression(node)
    ? [...node.properties]
    : [...node.members];
}

function nameOf(name: ts.PropertyName | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name))
    return name.text;
  return compiler.isComputedPropertyName(name) &&
    compiler.isStringLiteralLike(name.expression)
    ? name.expression.text
    : undefined;
}

/** A type, a base class or an option says what the object or class is for. */
function isMeantForHandlers(
  node: Holder["node"],
  typeNames: ReadonlySet<string>,
): boolean {
  const mentions = (part: ts.Node | undefined): boolean =>
    part !== undefined && mentionsAny(part, typeNames);
  if (compiler.isClassLike(node))
    return (node.heritageClauses ?? []).some(mentions);
  if (isOption(node)) return true;
  let { parent } = node;
  for (; isWrapper(parent); parent = parent.parent)
    if (!compiler.isParenthesizedExpression(parent) && mentions(parent.type))
      return true;
  if (compiler.isVariableDeclaration(parent)) return mentions(parent.type);
  if (compiler.isPropertyDeclaration(parent)) return mentions(parent.type);
  const maker = compiler.isReturnStatement(parent)
    ? compiler.findAncestor(parent, compiler.isFunctionLike)
    : compiler.isArrowFunction(parent)
      ? parent
      : undefined;
  return mentions(maker?.type);
}

/** `handlers: { ... }` of what `createMcpServer` is given. */
function isOption(node: ts.Node): boolean {
  const property = unwrapped(node).parent;
  if (!compiler.isPropertyAssignment(property)) return false;
  if (nameOf(property.name) !== HANDLERS) return false;
  const options = unwrapped(property.parent);
  const { parent } = options;
  if (compiler.isCallExpression(parent))
    return mentionsAny(parent.expression, MAKERS);
  return compiler.isVariableDeclaration(parent) && parent.type !== undefined
    ? mentionsAny(parent.type, MAKERS)
    : options !== property.parent && mentionsAny(options, MAKERS);
}

/** The outermost of the expressions that a node is merely wrapped in. */
function unwrapped(node: ts.Node): ts.Node {
  let outer = node;
  while (isWrapper(outer.parent)) outer = outer.parent;
  return outer;
}

type Wrapper =
  | ts.AsExpression
  | ts.ParenthesizedExpression
  | ts.SatisfiesExpression
  | ts.TypeAssertion;

function isWrapper(node: ts.Node): node is Wrapper {
  return (
    compiler.isAsExpression(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isTypeAssertionExpression(node)
  );
}

function mentionsAny(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (compiler.isIdentifier(node) && names.has(node.text)) return true;
  return (
    compiler.forEachChild(node, (child) => mentionsAny(child, names)) ?? false
  );
}

/** `listTools() {}`, `listTools: () => {}` and `listTools = () => {}`. */
function isFunction(member: Member): boolean {
  if (compiler.isMethodDeclaration(member)) return true;
  return (
    (compiler.isPropertyAssignment(member) ||
      compiler.isPropertyDeclaration(member)) &&
    isFunctionExpression(member.initializer)
  );
}

function isFunctionExpression(node: ts.Node | undefined): boolean {
  return (
    node !== undefined &&
    (compiler.isArrowFunction(node) || compiler.isFunctionExpression(node))
  );
}

/** `handlers.listTools = () => {}`. */
function isAssignedFunction(node: ts.Node): node is ts.BinaryExpression & {
  readonly left: ts.PropertyAccessExpression;
} {
  return (
    compiler.isBinaryExpression(node) &&
    node.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
    compiler.isPropertyAccessExpression(node.left) &&
    isFunctionExpression(node.right)
  );
}

/** Functions and variables that the file hands on, for another to collect. */
function exportedNames(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((statement) => {
    if (compiler.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      return clause !== undefined && compiler.isNamedExports(clause)
        ? clause.elements.map(({ name }) => name.text)
        : [];
    }
    const isExported =
      compiler.canHaveModifiers(statement) &&
      (compiler.getModifiers(statement) ?? []).some(
        ({ kind }) => kind === compiler.SyntaxKind.ExportKeyword,
      );
    if (!isExported) return [];
    if (compiler.isFunctionDeclaration(statement))
      return statement.name === undefined ? [] : [statement.name.text];
    if (!compiler.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name }) =>
      compiler.isIdentifier(name) ? [name.text] : [],
    );
  });
}
