/** All tools, and the two handlers that list and call them. */
import {
  McpInvalidParamsError,
  type ChangeNotifier,
  type ServerHandlers,
} from "./mcp.js";
import { onlyPage } from "./pages.js";
import { changeTools } from "./tools/changes.js";
import { contentTools } from "./tools/content.js";
import { progressTools } from "./tools/progress.js";
import { questionTools } from "./tools/questions.js";
import { schemaTools } from "./tools/schemas.js";
import { stateTools } from "./tools/state.js";

/**
 * Handlers for `tools/list` and `tools/call`.
 *
 * @param notify - For tools that announce changes, see {@link changeTools}.
 */
export function toolHandlers(
  notify: () => ChangeNotifier,
): Pick<ServerHandlers, "listTools" | "callTool"> {
  const tools = [
    ...contentTools,
    ...progressTools,
    ...questionTools,
    ...stateTools,
    ...schemaTools,
    ...changeTools(notify),
  ];
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
