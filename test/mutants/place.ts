/** Finding the code that a fault changes, wherever it has moved to. */
import { ts } from "ts-morph";
import type { CodeFile } from "../compiled-output.js";

/** A declaration of the generated code. */
interface Declaration {
  /** Below the folder of the generated code. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of a generated file. */
export interface Place {
  /** Below the folder of the generated code. */
  readonly file: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The declarations of a folder of generated code, by name: functions, constants, methods as `Class.method`. */
export class Declarations {
  readonly #sources = new Map<string, string>();
  readonly #declarations = new Map<string, Declaration[]>();

  /** @param files - The generated code, paths below its folder. */
  constructor(files: readonly CodeFile[]) {
    for (const { path, text } of files) {
      if (!path.endsWith(".ts")) continue;
      this.#sources.set(path, text);
      this.#index(path, text);
    }
  }

  /**
   * The one place where a text stands in a declaration.
   *
   * @param name - `function`, `constant` or `Class.method`.
   * @param text - White space in it matches any white space, so that
   *   formatting changes nothing.
   * @throws Error that says why there is no such place, or more than one.
   */
  find(name: string, text: string): Place {
    const declarations = this.#declarations.get(name) ?? [];
    if (declarations.length === 0) throw new Error(`There is no ${name}.`);
    const places = declarations.flatMap((each) => this.#places(each, text));
    const [place] = places;
    if (place === undefined) throw new Error(`${name} does not have: ${text}`);
    if (places.length > 1) {
      throw new Error(`${name} has more than once: ${text}`);
    }
    return place;
  }

  #places({ file, start, end }: Declaration, text: string): readonly Place[] {
    const source = this.#sources.get(file) ?? "";
    return [...source.slice(start, end).matchAll(anySpace(text))].map(
      (match) => ({
        file,
        source,
        start: start + match.index,
        end: start + match.index + match[0].length,
      }),
    );
  }

  #index(file: string, text: string): void {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    const add = (name: string, node: ts.Node): void => {
      const found = { file, start: node.getStart(source), end: node.end };
      const known = this.#declarations.get(name);
      if (known === undefined) this.#declarations.set(name, [found]);
      else known.push(found);
    };
    for (const statement of source.statements) {
      if (ts.isVariableStatement(statement)) {
        for (const each of statement.declarationList.declarations) {
          if (ts.isIdentifier(each.name)) add(each.name.text, statement);
        }
      } else if (ts.isFunctionDeclaration(statement)) {
        if (statement.name !== undefined) add(statement.name.text, statement);
      } else if (ts.isClassDeclaration(statement)) {
        const className = statement.name?.text ?? "";
        for (const member of statement.members) {
          if (ts.isConstructorDeclaration(member)) {
            add(`${className}.constructor`, member);
          } else if (
            member.name !== undefined &&
            (ts.isIdentifier(member.name) ||
              ts.isPrivateIdentifier(member.name))
          ) {
            add(`${className}.${member.name.text}`, member);
          }
        }
      }
    }
  }
}

function anySpace(text: string): RegExp {
  const parts = text
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(parts.join("\\s+"), "g");
}
