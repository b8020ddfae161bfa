// Example handlers. What a revision can use of them goes into its `prompts.ts`.
import { McpInvalidParamsError } from "../errors.js";
import type { ServerHandlers } from "../server.js";
import type { Prompt } from "../types.js";

/** An example of a prompt. */
const translate: Prompt = {
  name: "translate",
  title: "Translate",
  description: "Asks for the translation of a text.",
  arguments: [
    { name: "text", description: "What to translate.", required: true },
    { name: "language", description: "Into which language." },
  ],
};

export const prompts: ServerHandlers = {
  listPrompts() {
    return { prompts: [translate] };
  },

  getPrompt({ name, arguments: args }) {
    if (name !== translate.name) {
      throw new McpInvalidParamsError(`Unknown prompt: ${name}`);
    }
    const source = args?.["text"];
    if (source === undefined) {
      throw new McpInvalidParamsError("translate needs the argument `text`.");
    }
    const language = args?.["language"] ?? "English";
    const text = `Translate into ${language}:\n\n${source}`;
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  },
};
