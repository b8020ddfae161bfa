/** Sorts a schema's top-level statements: what it declares, and what is exported. */
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { DiagnosticName } from "./diagnostic-codes.js";
import type { Finding, Reporter } from "./reporter.js";
import { spanOf } from "./reading.js";

/** One `name = value` of a `const` statement. */
export interface Constant {
  readonly name: string;
  readonly node: ts.VariableDeclaration;
  readonly statement: ts.VariableStatement;
  readonly exported: boolean;
}

/** An interface, with every declaration that adds to it, or an alias. */
export interface DeclaredType {
  readonly name: string;
  readonly nodes: readonly (
    ts.InterfaceDeclaration | ts.TypeAliasDeclaration
  )[];
  readonly exported: boolean;
}

export interface Declarations {
  readonly types: ReadonlyMap<string, DeclaredType>;
  readonly constants: ReadonlyMap<string, Constant>;
  /**
   * Names of what is reported where it is declared: classes, enums, functions,
   * namespaces, type parameters, imports. No further word is said where they are used.
   */
  readonly others: ReadonlySet<string>;
}

function hasModifier(node: ts.Node, modifier: ts.SyntaxKind): boolean {
  return (
    compiler.canHaveModifiers(node) &&
    (compiler.getModifiers(node)?.some(({ kind }) => kind === modifier) ??
      false)
  );
}

function isExported(node: ts.Node): boolean {
  return hasModifier(node, compiler.SyntaxKind.ExportKeyword);
}

/** Imports, `export default` and `export =`: what ties a file to others. */
function isTie(statement: ts.Statement): boolean {
  return (
    compiler.isImportDeclaration(statement) ||
    compiler.isImportEqualsDeclaration(statement) ||
    compiler.isExportAssignment(statement) ||
    hasModifier(statement, compiler.SyntaxKind.DefaultKeyword)
  );
}

/** Names that an import brings in. */
function importedNames(statement: ts.Statement): readonly string[] {
  if (!compiler.isImportDeclaration(statement)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const named =
    namedBindings !== undefined && compiler.isNamedImports(namedBindings)
      ? namedBindings.elements.map((element) => element.name)
      : [];
  return [...(name === undefined ? [] : [name]), ...named].map(
    ({ text }) => text,
  );
}

const UNSUPPORTED: readonly {
  readonly name: DiagnosticName;
  readonly is: (node: ts.Node) => boolean;
  readonly finding: Finding;
}[] = [
  {
    name: "functionDeclaration",
    is: compiler.isFunctionDeclaration,
    finding: {
      message: "A function cannot be part of a protocol.",
      hint: "Move it to another file; a schema holds interfaces, type aliases and constants.",
    },
  },
  {
    name: "classDeclaration",
    is: compiler.isClassDeclaration,
    finding: {
      message: "A class is not a type of JSON data.",
      hint: "Declare an interface with its properties instead.",
    },
  },
  {
    name: "enumDeclaration",
    is: compiler.isEnumDeclaration,
    finding: {
      message: "An enum is not supported.",
      hint: 'Declare a type alias with a union of literals instead: type Level = "low" | "high".',
    },
  },
  {
    name: "namespaceDeclaration",
    is: compiler.isModuleDeclaration,
    finding: {
      message:
        "Namespaces, modules and global augmentations are not supported.",
      hint: "Declare their types at the top level of the file.",
    },
  },
];

/** Names that `export { A, B }` statements export under their own name. */
function exportedByList(
  reading: { file: ts.SourceFile; report: Reporter },
  statement: ts.ExportDeclaration,
): readonly string[] {
  const { exportClause, moduleSpecifier } = statement;
  const plain =
    moduleSpecifier === undefined &&
    exportClause !== undefined &&
    compiler.isNamedExports(exportClause) &&
    exportClause.elements.every(
      ({ propertyName }) => propertyName === undefined,
    );
  if (plain) return exportClause.elements.map(({ name }) => name.text);
  reading.report.error("importOrReexport", spanOf(reading, statement), {
    message: "A schema stands alone: it exports only what it declares.",
    hint: "Declare the types in this file, under the names that they are to have.",
  });
  return [];
}

/** Reads the statements of a file; every one that cannot be part of a schema is reported. */
export function readDeclarations(
  file: ts.SourceFile,
  report: Reporter,
): Declarations {
  const types = new Map<string, DeclaredType>();
  const constants = new Map<string, Constant>();
  const others = new Set<string>();
  const reading = { file, report };
  const listed = new Set(
    file.statements
      .filter(compiler.isExportDeclaration)
      .flatMap((statement) => exportedByList(reading, statement)),
  );

  const addConstants = (statement: ts.VariableStatement): void => {
    for (const node of statement.declarationList.declarations) {
      if (!compiler.isIdentifier(node.name)) {
        report.error("constantInitialiser", spanOf(reading, node), {
          message: "A destructuring pattern declares no constant.",
          hint: "Declare each constant by itself, with a literal value.",
        });
        continue;
      }
      const name = node.name.text;
      const exported = isExported(statement) || listed.has(name);
      constants.set(name, { name, node, statement, exported });
    }
  };

  const addType = (
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  ): void => {
    const name = node.name.text;
    const known = types.get(name);
    for (const parameter of node.typeParameters ?? []) {
      others.add(parameter.name.text);
    }
    types.set(name, {
      name,
      nodes: [...(known?.nodes ?? []), node],
      exported:
        isExported(node) || listed.has(name) || (known?.exported ?? false),
    });
  };

  const refuse = (statement: ts.Statement): void => {
    const unsupported = UNSUPPORTED.find(({ is }) => is(statement));
    const { name } = statement as { name?: ts.Node };
    if (name !== undefined && compiler.isIdentifier(name)) {
      others.add(name.text);
    }
    report.error(
      unsupported?.name ?? "statement",
      spanOf(reading, statement),
      unsupported?.finding ?? {
        message: "A schema holds declarations only, nothing that is executed.",
        hint: "Remove this statement.",
      },
    );
  };

  for (const statement of file.statements) {
    if (isTie(statement)) {
      for (const name of importedNames(statement)) others.add(name);
      report.error("importOrReexport", spanOf(reading, statement), {
        message:
          "A schema stands alone: it imports nothing and has no default export.",
        hint: "Declare the types in this file, each under its own name; an extension of a revision is read with the revision's types above it.",
      });
    } else if (
      compiler.isInterfaceDeclaration(statement) ||
      compiler.isTypeAliasDeclaration(statement)
    ) {
      addType(statement);
    } else if (compiler.isVariableStatement(statement)) {
      addConstants(statement);
    } else if (
      !compiler.isExportDeclaration(statement) &&
      !compiler.isEmptyStatement(statement)
    ) {
      refuse(statement);
    }
  }
  return { types, constants, others };
}
