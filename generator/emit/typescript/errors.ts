/** `errors.ts`: error codes, a class for each, and what is known about codes in general. */
import type { ErrorCode, ProtocolModel } from "../../model/model.js";
import { findType, referencesOf } from "../../model/queries.js";
import { type Condition, layoutCondition } from "./print/condition.js";
import {
  commentWords,
  layoutDocumentation,
  textComment,
} from "./print/documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../emitter.js";
import {
  classifiedCodes,
  type CodeGroup,
  codesByStatus,
  lowestLegacyCode,
  sendableCondition,
} from "./error-codes.js";
import { type ErrorDataView, viewErrorData } from "./error-data.js";
import {
  type ConstantView,
  type SchemaConstant,
  viewConstants,
} from "./exported-constants.js";
import { claimName, pascalCase, sentenceCase } from "../../model/names.js";
import {
  bracketed,
  group,
  indent,
  PAGE_WIDTH,
  printLayout,
  softLine,
} from "./print/layout.js";
import { linkScope } from "./link-scope.js";
import { printString } from "./print/print-literal.js";
import { layoutNameUnion, type TypeStyle } from "./print/print-type.js";
import { importTypes } from "./print/type-imports.js";
import { typeScript } from "./language.js";
import { templateCode } from "./template-code.js";
import { type FileView, typeScriptFile } from "./typescript-file.js";

/** Emits the errors; types of `data` come from the types. */
export const errorsEmitter: Emitter = {
  part: "errors",
  language: typeScript,
  requires: ["types"],
  emit: (model, context) => [emitErrors(model, context)],
};

/** The union of all classes, whose declaration the view fills in. */
const KNOWN_ERRORS = "KnownMcpError";

/** What the template of `errors.ts` shows. */
export interface ErrorsView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** The import statement; empty when nothing is imported. */
  readonly imports: string;
  /** The schema's constants. */
  readonly constants: readonly ConstantView[];
  /** A class for each code, in the order of the schema. */
  readonly classes: readonly ErrorClassView[];
  /** Declaration of the union of all classes. */
  readonly knownErrors: string;
  /** What `classifyErrorCode` answers, ranges aside. */
  readonly classified: readonly CodeGroup[];
  /** The lowest of the codes that are, or were, left to implementations. */
  readonly lowestLegacy: number;
  /** The statement of `isSendableErrorCode`. */
  readonly sendable: string;
  /** HTTP statuses other than 200, with their codes. */
  readonly statuses: readonly CodeGroup[];
  /** Whether the `data` of any class is checked, and whether for its members. */
  readonly checksData: boolean;
  readonly checksMembers: boolean;
}

/** What the template shows of a class. */
export interface ErrorClassView extends ErrorDataView {
  readonly comment: string;
  readonly className: string;
  /** The name of the code's constant. */
  readonly constant: string;
  /** `export class ... extends ... {`. */
  readonly heading: string;
  /** `constructor(...) {`. */
  readonly signature: string;
  readonly superCall: string;
  /** False for a second name of a code, which `fromError` cannot reach. */
  readonly first: boolean;
}

function emitErrors(model: ProtocolModel, context: EmitContext): EmittedFile {
  const code = templateCode("typescript/errors.ts.hbs", context.templates);
  const fileExports = new Set([...code.exports, KNOWN_ERRORS]);
  const taken = new Set([...code.words, ...fileExports]);
  const constants = viewConstants(
    model.errors.map(constantOf),
    fileExports,
    taken,
  );
  const labels = new Map<number, string>();
  for (const [index, { code }] of model.errors.entries()) {
    if (!labels.has(code)) labels.set(code, constants[index]?.name ?? "");
  }
  const labelOf = (code: number): string => labels.get(code) ?? String(code);
  const imported = new Set(
    model.errors.flatMap(({ data }) => (data ? referencesOf(data) : [])),
  );
  const names = model.errors.map(({ name }) => {
    const className = claimName(errorClassName(name), taken);
    return { className, data: claimName(`${className}Data`, taken) };
  });
  const { statement, nameOf } = importTypes(imported, taken);
  const isType = linkScope(model, imported);
  const isLinkable = (path: string): boolean =>
    constants.some(({ name }) => name === path) || isType(path);
  const style: TypeStyle = {
    comment: (documentation, constraints) =>
      layoutDocumentation(documentation, constraints, isLinkable),
    nameOf,
  };
  const classes = model.errors.map((error, index): ErrorClassView => {
    const { className, data } = names[index] as (typeof names)[number];
    const constant = constants[index]?.name ?? "";
    const dataView = viewErrorData(model, error, data, style);
    return {
      comment: printClassComment(model, error, style),
      className,
      constant,
      first: labelOf(error.code) === constant,
      ...printClass(className, constant, sentenceCase(error.name), dataView),
      ...dataView,
    };
  });
  return typeScriptFile<ErrorsView>("errors.ts", context, {
    version: commentWords(model.version),
    imports: statement,
    constants,
    classes,
    knownErrors: printLayout(
      layoutNameUnion(
        KNOWN_ERRORS,
        names.map(({ className }) => className),
      ),
    ),
    classified: classifiedCodes(model, labelOf),
    lowestLegacy: lowestLegacyCode(model),
    sendable: printReturn(
      sendableCondition(model, labelOf, (code) => labels.has(code)),
    ),
    statuses: codesByStatus(model, labelOf),
    checksData: classes.some(({ dataCheck }) => dataCheck !== ""),
    checksMembers: classes.some(({ dataCheck }) =>
      dataCheck.includes("hasMembers("),
    ),
  });
}

/** `return condition;` */
function printReturn(condition: Condition): string {
  return printLayout(
    group([
      "return (",
      indent([softLine, layoutCondition(condition)]),
      softLine,
      ");",
    ]),
    2,
  );
}

/**
 * `Mcp`, the constant in Pascal case without a trailing `_ERROR`, `Error`:
 * `HEADER_MISMATCH` -> `McpHeaderMismatchError`, `PARSE_ERROR` -> `McpParseError`.
 * The prefix keeps classes apart from the schema's interfaces, which have the names
 * without it.
 */
export function errorClassName(constant: string): string {
  return `Mcp${pascalCase(constant.replace(/_ERROR$/, ""))}Error`;
}

function constantOf({ name, code, documentation }: ErrorCode): SchemaConstant {
  return { name, value: code, documentation };
}

function printClassComment(
  model: ProtocolModel,
  error: ErrorCode,
  { comment }: TypeStyle,
): string {
  const declared = error.type && findType(model, error.type)?.documentation;
  const layout =
    (declared && comment(declared, {})) ?? comment(error.documentation, {});
  return layout === undefined
    ? textComment(`An error of code ${error.code}.`, PAGE_WIDTH).join("\n")
    : printLayout(layout);
}

/** The lines of a class that depend on how long its names are. */
function printClass(
  className: string,
  constant: string,
  message: string,
  { dataType, dataRequired, dataDeclaration }: ErrorDataView,
): Pick<ErrorClassView, "heading" | "signature" | "superCall"> {
  const isTyped = dataDeclaration !== "";
  const typeArguments = [`typeof ${constant}`, ...(isTyped ? [dataType] : [])];
  const parameters = [
    `message: string${dataRequired ? " | undefined" : ""} = ${printString(message)}`,
    `data${dataRequired ? "" : "?"}: ${dataType}`,
    "options?: { readonly cause?: unknown }",
  ];
  return {
    heading: printLayout([
      `export class ${className} extends McpError`,
      bracketed("<", typeArguments, ">", ""),
      " {",
    ]),
    signature: printLayout(
      [bracketed("constructor(", parameters, ")"), " {"],
      2,
    ),
    superCall: printLayout(
      [bracketed("super(", [constant, "message", "data", "options"], ")"), ";"],
      4,
    ),
  };
}
