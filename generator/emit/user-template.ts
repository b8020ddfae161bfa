/** Templates of the user's: what each gives, and what is wrong with it and where. */
import type Handlebars from "handlebars";
import { UsageError } from "../failure.js";
import type { UserTemplate } from "./templates.js";
import options from "./handlebars-options.json" with { type: "json" };
import { handlebars } from "./handlebars.js";
import {
  ArgumentFault,
  type TemplateFunction,
  templateFunctions,
} from "./template-functions.js";

/**
 * Renders a template under the rules of ours: nothing is escaped, and a field that the
 * view lacks is an error.
 *
 * @param view Plain data.
 * @throws UsageError for a template with a mistake, with its place.
 */
export function renderUserTemplate(
  template: UserTemplate,
  view: object,
): string {
  refuseDepth(template);
  const engine = engineForUsers();
  try {
    const program = parse(engine, template);
    printThrough(program);
    const render = engine.compile(program, {
      ...options,
      knownHelpers,
    });
    return render(view, {
      // As is the default, but that Handlebars writes a warning to the console.
      allowProtoMethodsByDefault: false,
      allowProtoPropertiesByDefault: false,
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw faultOf(template, error);
  }
}

/** Handlebars takes time that grows with the cube of the depth. */
const MAX_DEPTH = 100;

/**
 * Refuses templates whose blocks, or calls in calls, are nested deeply, before
 * Handlebars sees them. An `{{else if}}` is one level more, as it is to Handlebars.
 *
 * @throws UsageError with the place.
 */
function refuseDepth(template: UserTemplate): void {
  const { text } = template;
  const blocks: number[] = [];
  let depth = 0;
  for (let start = text.indexOf("{{"); start !== -1;) {
    const end = text.indexOf("}}", start);
    const inner = text.slice(start + 2, end === -1 ? undefined : end);
    if (/^~?\s*(?:#|\^\s*[^\s~])/.test(inner)) {
      blocks.push(1);
      depth += 1;
    } else if (/^~?\s*else\s+[^\s~]/.test(inner) && blocks.length > 0) {
      blocks.push((blocks.pop() ?? 0) + 1);
      depth += 1;
    } else if (/^~?\s*\//.test(inner)) depth -= blocks.pop() ?? 0;
    if (depth > MAX_DEPTH || callsIn(inner) > MAX_DEPTH) {
      const before = text.slice(0, start).split("\n");
      throw located(
        template,
        before.length,
        before.at(-1)?.length ?? 0,
        `more than ${MAX_DEPTH} blocks or calls are nested here`,
      );
    }
    start = end === -1 ? -1 : text.indexOf("{{", end);
  }
}

/** How many calls are open at once at most. */
function callsIn(expression: string): number {
  let [depth, deepest] = [0, 0];
  for (const [character] of expression.matchAll(/[()]/g)) {
    depth += character === "(" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The name of the function that prints; templates cannot say it. */
const PRINT = "the printed value";

/** Handlebars' own functions but `log`: nothing here writes to the console. */
const knownHelpers = {
  ...Object.fromEntries(
    Object.keys(templateFunctions).map((name) => [name, true]),
  ),
  [PRINT]: true,
  log: false,
};

/**
 * Has every value that a template prints pass the function {@link PRINT}: what is an
 * object would be printed as nothing that anybody wants.
 */
function printThrough(program: hbs.AST.Program): void {
  const visitor = new (handlebars("handlebars.js").Visitor)();
  visitor.MustacheStatement = (statement) => {
    const { params, hash } = statement;
    const path = statement.path as hbs.AST.PathExpression;
    if (path.type !== "PathExpression" || params.length > 0) return;
    if (hash !== undefined || isFunction(path)) return;
    const { original, loc } = path;
    const name = { type: "StringLiteral", value: original, original, loc };
    statement.params = [path, name as hbs.AST.StringLiteral];
    // A message names the place of the value.
    statement.loc = loc;
    statement.path = {
      type: "PathExpression",
      data: false,
      depth: 0,
      parts: [PRINT],
      original: PRINT,
      loc,
    } as hbs.AST.PathExpression;
  };
  visitor.accept(program);
}

function isFunction({ original }: hbs.AST.PathExpression): boolean {
  return Object.hasOwn(templateFunctions, original);
}

/** @throws ArgumentFault for what is not there, and what is not a text. */
function printed(value: unknown, path: string): unknown {
  const fault = unprintable(value, path);
  if (fault !== undefined) throw new ArgumentFault(fault);
  return value;
}

/** What is wrong with printing a value; undefined where nothing is. */
function unprintable(value: unknown, path: string): string | undefined {
  if (value === undefined) {
    const field = path.split(/[./]/).at(-1);
    return `the view has no field "${field}" here`;
  }
  if (Array.isArray(value)) {
    const isOfTexts = value.every((item) => typeof item !== "object");
    return isOfTexts ? undefined : `${path} is a list; use {{#each ${path}}}`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const fields = Object.entries(value);
  const texts = fields.filter(([, field]) => typeof field === "string");
  const names = texts.map(([name]) => name);
  const meant = ["text", "name"].find((name) => names.includes(name));
  const [guess = meant] = meant === undefined ? names : [];
  return guess === undefined
    ? `${path} is an object; its fields are ${fields.map(([name]) => name).join(", ")}`
    : `${path} is an object; use {{${path}.${guess}}}`;
}

let loadedEngine: typeof Handlebars | undefined;

function engineForUsers(): typeof Handlebars {
  if (loadedEngine !== undefined) return loadedEngine;
  const engine = handlebars("handlebars.js").create();
  const functions: Readonly<Record<string, TemplateFunction>> = {
    ...templateFunctions,
    [PRINT]: printed as TemplateFunction,
  };
  for (const [name, apply] of Object.entries(functions)) {
    engine.registerHelper(name, (...args: readonly unknown[]) => {
      const { loc } = args.at(-1) as { readonly loc: Location };
      try {
        return apply(...args.slice(0, -1));
      } catch (error) {
        if (!(error instanceof ArgumentFault)) throw error;
        throw new engine.Exception(error.message, { loc } as hbs.AST.Node);
      }
    });
  }
  loadedEngine = engine;
  return engine;
}

/** A place in a template as Handlebars gives it: lines count from 1, columns from 0. */
type Location = hbs.AST.SourceLocation;

/** The part of the parser that its types leave out. */
interface Parser {
  parseError: (
    message: string,
    fault: {
      readonly text: string;
      readonly token: string | null;
      /** Absent when the fault is that no token begins here. */
      readonly loc?: unknown;
    },
  ) => never;
  readonly lexer: {
    readonly yylloc: {
      readonly first_line: number;
      readonly first_column: number;
      readonly last_line: number;
      readonly last_column: number;
    };
  };
}

/** The parser tells the column of a fault only to the function that reports it. */
function parse(
  engine: typeof Handlebars,
  template: UserTemplate,
): hbs.AST.Program {
  const { Parser: parser } = engine as unknown as { readonly Parser: Parser };
  const { parseError } = parser;
  parser.parseError = (_message, { text, token, loc }) => {
    const at = parser.lexer.yylloc;
    throw located(
      template,
      loc === undefined ? at.last_line : at.first_line,
      loc === undefined ? at.last_column : at.first_column,
      token === "EOF" || text === ""
        ? "the template ends where something is still open"
        : `${JSON.stringify(text)} cannot stand here`,
    );
  };
  try {
    return engine.parse(template.text);
  } finally {
    parser.parseError = parseError;
  }
}

function faultOf(template: UserTemplate, error: unknown): UsageError {
  const { message, lineNumber, column } = error as Handlebars.Exception;
  const what = message.replace(/ - \d+:\d+$/, "");
  return lineNumber === undefined
    ? new UsageError(`${template.label}: ${what}.`)
    : located(template, Number(lineNumber), Number(column), plainly(what));
}

function located(
  { label }: UserTemplate,
  line: number,
  column: number,
  what: string,
): UsageError {
  return new UsageError(`${label}:${line}:${column + 1}: ${what}.`);
}

/** What Handlebars says about itself rather than about the template. */
function plainly(message: string): string {
  const [, field] = /^"(.*)" not defined in /.exec(message) ?? [];
  if (field !== undefined) return `the view has no field "${field}" here`;
  const [, name] = /but used the unknown helper (.*)$/.exec(message) ?? [];
  if (name !== undefined)
    return `there is no function "${name}"; functions are ${Object.keys(templateFunctions).join(", ")}, each, if, unless, with and lookup`;
  return message;
}
