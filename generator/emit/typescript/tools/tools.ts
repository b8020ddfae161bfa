/**
 * The files of one server's tools: `<name>.tools.ts` with types, validators and a function
 * for each tool, `<name>.handlers.ts` for a server that has these tools, and what both
 * stand on.
 */
import type { ToolModel, ToolsModel } from "../../../model/tools.js";
import { pascalCase } from "../../../model/names.js";
import type { EmitContext, EmittedFile } from "../../emitter.js";
import { linkScope } from "../link-scope.js";
import {
  bannerComment,
  layoutDocumentation,
  lineComment,
} from "../print/documentation.js";
import {
  afterOperator,
  bracketed,
  hardLine,
  indent,
  type Layout,
  PAGE_WIDTH,
  printLayout,
  layoutMembers,
} from "../print/layout.js";
import { printModuleList } from "../print/module-list.js";
import { printString, printTypeKey } from "../print/print-literal.js";
import type { TypeStyle } from "../print/print-type.js";
import { printDeclaration } from "../types.js";
import { printUnit } from "../validators/print-unit.js";
import { Scope } from "../validators/scope.js";
import { unitsOf } from "../validators/units.js";
import {
  emitValidationFile,
  validationExports,
} from "../validators/validation-file.js";
import {
  ISSUE_EXPORTS,
  modulesOf,
  printValidationList,
} from "../validators/validators.js";
import type { BuiltInTemplates } from "../../templates.js";
import { handlersFile } from "./handlers-file.js";
import { toolDocumentation } from "./tool-documentation.js";

/** What files of tools stand on: sources that are copied as they are. */
const CALLS_FILE = "tool-calls";
export const HANDLERS_FILE = "tool-handlers";

/** What `tool-calls.ts` has for callers, to be passed on. */
const CALL_EXPORTS = [
  "InputRequiredToolError",
  "InvalidToolResultError",
  "type ToolCallOptions",
  "type ToolClient",
  "type ToolContent",
  "ToolError",
  "type ToolFunction",
  "type ToolMethod",
  "type ToolResult",
];

const CALL_IMPORTS = [
  "boundTo",
  "type ToolClient",
  "type ToolContent",
  "toolFunction",
  "type ToolFunction",
  "type ToolMethod",
];

/** Names that the files have in any case, and globals that their code uses. */
export function reservedToolNames(
  builtIn: BuiltInTemplates,
): ReadonlySet<string> {
  return new Set([
    ...validationExports(builtIn).keys(),
    ...[...CALL_EXPORTS, ...CALL_IMPORTS].map((specifier) =>
      specifier.replace("type ", ""),
    ),
    ...(
      "Array Boolean Error Extract Infinity JSON Map Number Object Partial Pick Promise PromiseLike " +
      "Readonly Record RegExp Set String Symbol undefined HandledTool ListedTool PlainResult ServedTools " +
      "ToolAnswer ToolFailure ToolHandlersOptions ToolReply UnknownToolError BrokenToolError serveTools definitions"
    ).split(" "),
  ]);
}

/** `git` -> `GitTools`: what the object with all tools of a server is called. */
export function toolsTypeName(name: string): string {
  const stem = pascalCase(name);
  return `${/^\p{L}/u.test(stem) ? stem : `Server${stem}`}Tools`;
}

/** `GitTools` -> `gitTools`. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Emits every file of a server's tools but the manifest. Pure. */
export function emitTools(
  model: ToolsModel,
  context: Pick<EmitContext, "banner" | "formats" | "templates">,
): readonly EmittedFile[] {
  const { text, modules } = toolsFile(model, context);
  const { builtIn } = context.templates;
  const file = (path: string, content: string): EmittedFile => ({
    path,
    text: content,
    formatted: true,
  });
  const banner = bannerComment(context.banner);
  const copied = (template: string): string => {
    const source = builtIn.textOf(`typescript/tools/${template}.ts`);
    return `${banner}\n\n${source.replaceAll('"./calls.js"', `"./${CALLS_FILE}.js"`)}`;
  };
  return [
    file(`${model.name}.tools.ts`, text),
    file(`${model.name}.handlers.ts`, handlersFile(model, banner)),
    file(`${CALLS_FILE}.ts`, copied("calls")),
    file(`${HANDLERS_FILE}.ts`, copied("handlers")),
    emitValidationFile(modules, context as EmitContext),
  ];
}

function toolsFile(
  model: ToolsModel,
  {
    banner,
    formats,
    templates,
  }: Pick<EmitContext, "banner" | "formats" | "templates">,
): { readonly text: string; readonly modules: ReadonlySet<string> } {
  const { types, tools } = model;
  const typesName = toolsTypeName(model.name);
  const ruled = { types, rules: [] };
  const helpers = validationExports(templates.builtIn);
  const scope = new Scope(
    ruled,
    unitsOf(ruled),
    formats === "assert",
    helpers,
    [
      ...reservedToolNames(templates.builtIn),
      ...types.map(({ name }) => name),
      ...tools.map(({ functionName }) => functionName),
      typesName,
      lowerFirst(typesName),
    ],
  );
  const style = styleOf(model);
  const declarations = types.map((type) => printDeclaration(type, style));
  const functions = scope.units.exported.flatMap((unit) =>
    printUnit(unit, scope, (name) => name),
  );
  const imported = [...scope.usedHelpers(), "ValidateOptions", "Validation"];
  const hasContent = tools.some(({ resultType }) => resultType === undefined);
  const calls = CALL_IMPORTS.filter(
    (name) => name !== "type ToolContent" || hasContent,
  );
  const hasTools = tools.length > 0;
  const sections = [
    bannerComment(banner),
    lineComment(headingOf(model)),
    [
      printModuleList(
        "import",
        hasTools ? calls : ["type ToolClient"],
        CALLS_FILE,
      ),
      ...(hasTools ? [printValidationList("import", imported, helpers)] : []),
    ].join("\n"),
    [
      printModuleList("export", CALL_EXPORTS, CALLS_FILE),
      printValidationList("export", ISSUE_EXPORTS, helpers),
    ].join("\n"),
    ...declarations,
    ...functions,
    ...tools.map((tool) => printFunction(tool, typesName, scope)),
    printInterface(model, typesName, style),
    printFactory(model, typesName),
  ];
  return {
    text: `${sections.join("\n\n")}\n`,
    modules: modulesOf(
      [...(hasTools ? imported : []), ...ISSUE_EXPORTS],
      helpers,
    ),
  };
}

/** How types are written; links in a server's texts lead to its own types only. */
export function styleOf({ types }: ToolsModel): TypeStyle {
  const isLinkable = linkScope({ types });
  return {
    comment: (documentation, constraints) =>
      layoutDocumentation(documentation, constraints, isLinkable),
    nameOf: (name) => name,
  };
}

function headingOf({ name, server, tools }: ToolsModel): string {
  const version = server?.version ? ` ${server.version}` : "";
  const of = server === undefined ? name : `${server.name}${version}`;
  return [
    `Tools of ${of.replace(/\s+/g, " ")}: ${tools.length}.`,
    "",
    "Of each tool: the types of its arguments and of its structured result, their validators,",
    "and a function that calls it with any client.",
  ].join("\n");
}

function resultTypeOf({ resultType }: ToolModel): string {
  return resultType ?? "ToolContent[]";
}

/** `export const readFile: ToolFunction<...> = ...;` */
function printFunction(
  tool: ToolModel,
  typesName: string,
  scope: Scope,
): string {
  const { functionName, methodName, argumentsType, resultType } = tool;
  const args = [
    printString(tool.name),
    ...(resultType === undefined
      ? []
      : [scope.namesOf(scope.units.named(resultType)).validate]),
  ];
  const head = `export const ${functionName}: ToolFunction<`;
  const types = [argumentsType, resultTypeOf(tool)];
  const isOneLine = `${head}${types.join(", ")}> =`.length <= PAGE_WIDTH;
  const call = bracketed("/* @__PURE__ */ toolFunction(", args, ");");
  const link = /^[\w$]+$/.test(methodName)
    ? `{@link ${typesName}.${methodName}}`
    : typesName;
  return printLayout([
    `/** The tool \`${commentName(tool.name)}\`: see ${link}. */`,
    hardLine,
    ...(isOneLine
      ? [`${head}${types.join(", ")}> =`, afterOperator(call)]
      : // As long type arguments are broken, the value stays behind them.
        [bracketed(head, types, ">", ""), " = ", call]),
  ]);
}

function commentName(name: string): string {
  return name.replaceAll("*/", "*\\/").replace(/[`\s]+/g, " ");
}

function printInterface(
  { tools, server, name }: ToolsModel,
  typesName: string,
  style: TypeStyle,
): string {
  const methods = tools.map((tool): Layout => {
    const comment = style.comment(toolDocumentation(tool), {});
    return [
      ...(comment === undefined ? [] : [comment, hardLine]),
      bracketed(
        `readonly ${printTypeKey(tool.methodName)}: ToolMethod<`,
        [tool.argumentsType, resultTypeOf(tool)],
        ">;",
        "",
      ),
    ];
  });
  const of = commentName(server?.name ?? name);
  return printLayout([
    `/** The tools of ${of}, each a method. */`,
    hardLine,
    `export interface ${typesName} {`,
    layoutMembers(methods),
    "}",
  ]);
}

function printFactory({ tools }: ToolsModel, typesName: string): string {
  const isUsed = tools.length > 0;
  const methods = tools.map(({ methodName, functionName }): Layout => [
    hardLine,
    `${printTypeKey(methodName)}: boundTo(client, ${functionName}),`,
  ]);
  return printLayout([
    "/**",
    hardLine,
    " * All tools, called with one client. A program that calls few of them is smaller with",
    hardLine,
    " * their functions, which take the client themselves.",
    hardLine,
    " */",
    hardLine,
    `export function ${lowerFirst(typesName)}(${isUsed ? "client" : "_client"}: ToolClient): ${typesName} {`,
    indent([
      hardLine,
      methods.length === 0
        ? "return {};"
        : ["return {", indent(methods), hardLine, "};"],
    ]),
    hardLine,
    "}",
  ]);
}
