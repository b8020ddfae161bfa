/** The user's own file of handlers for a server's tools: written once, theirs afterwards. */
import type { ToolsModel } from "../../../model/tools.js";
import { commentWords } from "../print/documentation.js";
import { printTypeKey } from "../print/print-literal.js";
import { handlersTypeName } from "./handlers-file.js";
import { lowerFirst, toolsTypeName } from "./tools.js";

/**
 * The text of the file.
 *
 * @param output The generated folder, as seen from the file's.
 */
export function toolStubsFile(model: ToolsModel, output: string): string {
  const { name, tools, server } = model;
  const handlers = handlersTypeName(name);
  const serve = lowerFirst(handlers);
  const folder = output.startsWith(".") ? output : `./${output}`;
  const stubs = tools.map(
    (tool) =>
      `  ${printTypeKey(tool.methodName)}() {\n    throw new ToolFailure(${JSON.stringify(`${tool.methodName} is not written yet.`)});\n  },\n`,
  );
  return `// The tools of ${commentWords(server?.name ?? name)}. This file is yours: mcp-gen never changes it.

import {
  ${serve},
  type ${handlers},
  ToolFailure,
} from "${folder}/${name}.handlers.js";

const handlers: ${handlers} = {
${stubs.join("\n")}};

/** \`listTools\` and \`callTool\`, to be spread into the handlers of a server. */
export const ${lowerFirst(toolsTypeName(name))}: ReturnType<typeof ${serve}> = ${serve}(handlers);
`;
}
