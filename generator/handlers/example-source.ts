/**
 * Takes the example handlers apart. They are real files, which the compiler checks
 * where they stand; each handler is taken with the declarations and imports that it
 * uses, since not every revision has a use for all of them.
 */
import type { ts } from "ts-morph";
import { builtInTemplates } from "../source/built-in-templates.js";
import { compiler } from "../read/schema-ts/compiler.js";
import type { Json } from "./fits.js";

/** Something that a file of examples imports from the output. */
export interface ExampleImport {
  readonly name: string;
  /** A file of the output without its extension, e.g. `errors`. */
  readonly module: string;
  readonly isType: boolean;
}

/** A constant that handlers share. */
export interface ExampleDeclaration {
  readonly name: string;
  /** With the comment above it. */
  readonly text: string;
  /** The name of its type, where it is a plain value with one. */
  readonly type?: string;
  /** What the constant is, where that can be read without running anything. */
  readonly value?: Json;
}

/** An example of a handler, and what it needs around it. */
export interface ExampleHandler {
  /** The method of an object, without a comment. */
  readonly text: string;
  /** In the order of their file. */
  readonly declarations: readonly ExampleDeclaration[];
  readonly imports: readonly ExampleImport[];
}

/** Files with example handlers, below `templates/typescript/handlers`. */
const FILES: readonly string[] = [
  "completion",
  "prompts",
  "resources",
  "tools",
];

let examples: ReadonlyMap<string, ExampleHandler> | undefined;

/** All example handlers, by the name of their function. */
export function exampleHandlers(): ReadonlyMap<string, ExampleHandler> {
  examples ??= new Map(FILES.flatMap((name) => [...readExamples(name)]));
  return examples;
}

function readExamples(name: string): ReadonlyMap<string, ExampleHandler> {
  const text = builtInTemplates.textOf(`typescript/handlers/${name}.ts`);
  const file = compiler.createSourceFile(
    `${name}.ts`,
    text,
    compiler.ScriptTarget.ES2022,
    true,
  );
  const imports = new Map<string, ExampleImport>();
  const constants = new Map<string, ts.VariableStatement>();
  const methods: ts.MethodDeclaration[] = [];
  for (const statement of file.statements) {
    if (compiler.isImportDeclaration(statement))
      for (const imported of importsOf(statement))
        imports.set(imported.name, imported);
    if (!compiler.isVariableStatement(statement)) continue;
    const [declaration] = statement.declarationList.declarations;
    if (declaration === undefined) continue;
    if (statement.modifiers === undefined)
      constants.set(declaration.name.getText(), statement);
    else if (
      declaration.initializer !== undefined &&
      compiler.isObjectLiteralExpression(declaration.initializer)
    )
      methods.push(
        ...declaration.initializer.properties.filter((property) =>
          compiler.isMethodDeclaration(property),
        ),
      );
  }
  const known = new Set([...imports.keys(), ...constants.keys()]);
  return new Map(
    methods.map((method) => {
      const used = namesUsed(method, known, constants);
      return [
        method.name.getText(),
        {
          text: method.getText(),
          declarations: [...constants]
            .filter(([constant]) => used.has(constant))
            .map(([constant, node]) => declarationOf(constant, node)),
          imports: [...imports.values()].filter((each) => used.has(each.name)),
        },
      ];
    }),
  );
}

function importsOf(statement: ts.ImportDeclaration): readonly ExampleImport[] {
  const { importClause, moduleSpecifier } = statement;
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !compiler.isNamedImports(bindings)) return [];
  const specifier = (moduleSpecifier as ts.StringLiteral).text;
  const module = specifier.replace(/^\.\.\/|\.js$/g, "");
  const isType = importClause?.isTypeOnly === true;
  return bindings.elements.map(({ name }) => ({
    name: name.text,
    module,
    isType,
  }));
}

/** Names of the file that a node mentions, and those that the constants among them mention. */
function namesUsed(
  start: ts.Node,
  known: ReadonlySet<string>,
  constants: ReadonlyMap<string, ts.Node>,
): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node) && known.has(node.text)) {
      const isNew = !used.has(node.text);
      used.add(node.text);
      const constant = constants.get(node.text);
      if (isNew && constant !== undefined) visit(constant);
    }
    compiler.forEachChild(node, visit);
  };
  visit(start);
  return used;
}

function declarationOf(
  name: string,
  statement: ts.VariableStatement,
): ExampleDeclaration {
  const file = statement.getSourceFile();
  const text = file.text.slice(
    statement.getStart(file, true),
    statement.getEnd(),
  );
  const [declaration] = statement.declarationList.declarations;
  const type = declaration?.type;
  const value =
    declaration?.initializer && literalValue(declaration.initializer);
  return {
    name,
    text,
    ...(type !== undefined &&
      compiler.isTypeReferenceNode(type) && { type: type.getText() }),
    ...(value !== undefined && { value }),
  };
}

/** The value of a literal; undefined for any other expression. */
function literalValue(node: ts.Expression): Json | undefined {
  if (compiler.isStringLiteral(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false;
  if (compiler.isArrayLiteralExpression(node)) {
    const items = node.elements.map(literalValue);
    return items.some((item) => item === undefined)
      ? undefined
      : (items as Json[]);
  }
  if (!compiler.isObjectLiteralExpression(node)) return undefined;
  const members: [string, Json][] = [];
  for (const property of node.properties) {
    if (!compiler.isPropertyAssignment(property)) return undefined;
    const { name, initializer } = property;
    const value = literalValue(initializer);
    if (!(compiler.isIdentifier(name) || compiler.isStringLiteral(name)))
      return undefined;
    if (value === undefined) return undefined;
    members.push([name.text, value]);
  }
  return Object.fromEntries(members);
}
