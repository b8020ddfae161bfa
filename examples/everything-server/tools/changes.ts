/** Telling clients that lists have changed. */
import type { ChangeNotifier } from "#mcp";
import { noArguments, text, type ServerTool } from "../tool.js";

/**
 * Tools that announce changes.
 *
 * @param notify - Gives the server's `notify`. It reaches those who listen
 *   (`subscriptions/listen`) for this kind of change, and nobody else. Whoever makes a
 *   change calls it: mostly no tool, but what watches a folder or a database.
 */
export function changeTools(
  notify: () => ChangeNotifier,
): readonly ServerTool[] {
  return [
    {
      definition: {
        name: "test_trigger_tool_change",
        description: "Announces that the list of tools has changed.",
        inputSchema: noArguments,
      },
      call() {
        notify().toolsListChanged();
        return { content: [text("Announced a change of the tools.")] };
      },
    },
    {
      definition: {
        name: "test_trigger_prompt_change",
        description: "Announces that the list of prompts has changed.",
        inputSchema: noArguments,
      },
      call() {
        notify().promptsListChanged();
        return { content: [text("Announced a change of the prompts.")] };
      },
    },
  ];
}
