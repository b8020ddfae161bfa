/** Tools as the two handlers that list and call them. */
import { McpInvalidParamsError, type ServerHandlers } from "#mcp";
import { onlyPage } from "./pages.js";
import type { ServerTool } from "./tool.js";
import { contentTools } from "./tools/content.js";
import { progressTools } from "./tools/progress.js";
import { schemaTools } from "./tools/schemas.js";

/** Tools that are written alike for every revision. */
export const commonTools: readonly ServerTool[] = [
  ...contentTools,
  ...progressTools,
  ...schemaTools,
];

/** Handlers for `tools/list` and `tools/call`. */
export function toolHandlers(
  tools: readonly ServerTool[],
): Pick<ServerHandlers, "listTools" | "callTool"> {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const definitions = tools.map(({ definition }) => definition);
  return {
    // Without the two hints, clients may not keep the list. `public` says that it is
    // the same for all users.
    listTools(params) {
      onlyPage(params);
      return { tools: definitions, ttlMs: 60_000, cacheScope: "public" };
    },

    callTool({ name, arguments: args = {} }, context) {
      const tool = byName.get(name);
      // An error and no result with `isError`: the request itself is wrong.
      if (tool === undefined) {
        throw new McpInvalidParamsError(`Unknown tool: ${name}`);
      }
      return tool.call(args, context);
    },
  };
}
