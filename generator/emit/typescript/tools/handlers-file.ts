/** `<name>.handlers.ts`: the tools of a snapshot, served by functions of the user's. */
import type { ToolModel, ToolsModel } from "../../../model/tools.js";
import {
  bracketed,
  group,
  hardLine,
  indent,
  type Layout,
  line,
  printLayout,
  layoutMembers,
} from "../print/layout.js";
import { printModuleList } from "../print/module-list.js";
import { printTypeKey } from "../print/print-literal.js";
import { printJsonValue } from "./json-value.js";
import { toolDocumentation } from "./tool-documentation.js";
import { HANDLERS_FILE, lowerFirst, styleOf, toolsTypeName } from "./tools.js";

/** The text of the file. */
export function handlersFile(model: ToolsModel, banner: string): string {
  const { name, tools } = model;
  const typesName = toolsTypeName(name);
  const handlersName = handlersTypeName(name);
  const hasPlain = tools.some(({ resultType }) => resultType === undefined);
  const own = tools.flatMap(({ argumentsType, resultType }) => [
    `type ${argumentsType}`,
    `validate${argumentsType}`,
    ...(resultType === undefined
      ? []
      : [`type ${resultType}`, `validate${resultType}`]),
  ]);
  const helpers = [
    ...(tools.length > 0 ? ["type ListedTool"] : []),
    ...(hasPlain ? ["type PlainResult"] : []),
    "type ServedTools",
    "serveTools",
    ...(tools.length > 0 ? ["type ToolAnswer"] : []),
    "type ToolHandlersOptions",
  ];
  return `${[
    banner,
    `// The tools of ${typesName}, for a server that has them.`,
    [
      ...(own.length === 0
        ? []
        : [printModuleList("import", own, `${name}.tools`)]),
      printModuleList("import", helpers, HANDLERS_FILE),
    ].join("\n"),
    printModuleList(
      "export",
      [
        "BrokenToolError",
        "type ListedTool",
        "type PlainResult",
        "type ServedTools",
        "type ToolAnswer",
        "ToolFailure",
        "type ToolHandlersOptions",
        "ToolReply",
        "UnknownToolError",
      ],
      HANDLERS_FILE,
    ),
    ...(tools.length === 0 ? [] : [printDefinitions(tools, handlersName)]),
    printHandlers(model, handlersName),
    printServing(model, handlersName),
  ].join("\n\n")}\n`;
}

/** `git` -> `GitToolHandlers`. */
export function handlersTypeName(name: string): string {
  return `${toolsTypeName(name).replace(/s$/, "")}Handlers`;
}

/** The tools as the server lists them. Their own formatting spares a formatter much work. */
function printDefinitions(
  tools: readonly ToolModel[],
  handlersName: string,
): string {
  const entries = tools.map(
    ({ methodName, definition }) =>
      `  ${printTypeKey(methodName)}: ${printJsonValue(definition, "  ")},\n`,
  );
  return [
    "/** The tools as `tools/list` gives them. */",
    "// prettier-ignore",
    `const definitions = {\n${entries.join("")}} as unknown as Record<keyof ${handlersName}, ListedTool>;`,
  ].join("\n");
}

function printHandlers(model: ToolsModel, handlersName: string): string {
  const style = styleOf(model);
  const methods = model.tools.map((tool): Layout => {
    const { argumentsType, resultType = "PlainResult" } = tool;
    const comment = style.comment(toolDocumentation(tool), {});
    return [
      ...(comment === undefined ? [] : [comment, hardLine]),
      bracketed(
        `${printTypeKey(tool.methodName)}(`,
        [`args: ${argumentsType}`, "context: Context"],
        `): ToolAnswer<${resultType}>;`,
      ),
    ];
  });
  return printLayout([
    "/**",
    hardLine,
    " * A function for each tool. Arguments have been checked; results are. To refuse a call so",
    hardLine,
    " * that the model knows why, throw a `ToolFailure`.",
    hardLine,
    " */",
    hardLine,
    `export interface ${handlersName}<${model.tools.length === 0 ? "_Context" : "Context"} = unknown> {`,
    layoutMembers(methods),
    "}",
  ]);
}

function printServing({ tools }: ToolsModel, handlersName: string): string {
  const entries = tools.map(
    ({ methodName, argumentsType, resultType }): Layout => {
      const key = printTypeKey(methodName);
      const access = key === methodName ? `.${methodName}` : `[${key}]`;
      return [
        hardLine,
        "{",
        indent([
          hardLine,
          `definition: definitions${access},`,
          hardLine,
          `checkArguments: validate${argumentsType},`,
          ...(resultType === undefined
            ? []
            : [hardLine, `checkResult: validate${resultType},`]),
          hardLine,
          group([
            "run: (args: never, context: never) =>",
            indent([line, `handlers${access}(args, context),`]),
          ]),
        ]),
        hardLine,
        "},",
      ];
    },
  );
  return printLayout([
    "/** The handlers `listTools` and `callTool` of a server with these tools. */",
    hardLine,
    `export function ${lowerFirst(handlersName)}<Context>(`,
    indent([
      hardLine,
      `${tools.length === 0 ? "_handlers" : "handlers"}: ${handlersName}<Context>,`,
      hardLine,
      "options?: ToolHandlersOptions,",
    ]),
    hardLine,
    "): ServedTools<Context> {",
    indent([
      hardLine,
      tools.length === 0
        ? "return serveTools([], options);"
        : [
            "return serveTools(",
            indent([
              hardLine,
              "[",
              indent(entries),
              hardLine,
              "],",
              hardLine,
              "options,",
            ]),
            hardLine,
            ");",
          ],
    ]),
    hardLine,
    "}",
  ]);
}
