/** Prompts: messages that a user chooses, with blanks to be filled in. */
import {
  McpInvalidParamsError,
  type Answer,
  type CompleteRequestParams,
  type Content,
  type ContentBlock,
  type GetPromptResult,
  type HandlerContext,
  type InputRequired,
  type Prompt,
  type ServerHandlers,
} from "#mcp";
import { onlyPage } from "./pages.js";
import { onePixelPng } from "./samples.js";
import { text } from "./tool.js";

/** A prompt: what clients are told about it, and what it says. */
export interface ServerPrompt {
  readonly definition: Prompt;
  readonly get: (
    args: Readonly<Record<string, string>>,
    context: HandlerContext,
  ) => Answer<Content<GetPromptResult> | InputRequired>;
  /** What can be suggested for each argument. A map, as clients choose the name. */
  readonly suggestions?: ReadonlyMap<string, readonly string[]>;
}

const simple: ServerPrompt = {
  definition: {
    name: "test_simple_prompt",
    description: "A prompt without blanks.",
  },
  get: () => said(text("This is a simple prompt for testing.")),
};

const withArguments: ServerPrompt = {
  definition: {
    name: "test_prompt_with_arguments",
    description: "A prompt with two blanks.",
    arguments: [
      { name: "arg1", description: "The first blank.", required: true },
      { name: "arg2", description: "The second blank.", required: true },
    ],
  },
  get: ({ arg1, arg2 }) =>
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  suggestions: new Map([
    ["arg1", ["test", "testing", "text"]],
    ["arg2", ["one", "two"]],
  ]),
};

const withResource: ServerPrompt = {
  definition: {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt that brings a resource along.",
    arguments: [
      { name: "resourceUri", description: "Which resource.", required: true },
    ],
  },
  get: ({ resourceUri = "" }) =>
    said(
      {
        type: "resource",
        resource: {
          uri: resourceUri,
          mimeType: "text/plain",
          text: "The contents of the resource.",
        },
      },
      text("Please process the resource above."),
    ),
};

const withImage: ServerPrompt = {
  definition: {
    name: "test_prompt_with_image",
    description: "A prompt that brings an image along.",
  },
  get: () =>
    said(
      { type: "image", data: onePixelPng, mimeType: "image/png" },
      text("Please describe the image above."),
    ),
};

/** Prompts that are written alike for every revision. */
export const commonPrompts: readonly ServerPrompt[] = [
  simple,
  withArguments,
  withResource,
  withImage,
];

/** Handlers for prompts, and for suggestions of their arguments. */
export function promptHandlers(
  all: readonly ServerPrompt[],
): Pick<ServerHandlers, "listPrompts" | "getPrompt" | "complete"> {
  const byName = new Map(all.map((prompt) => [prompt.definition.name, prompt]));
  const definitions = all.map(({ definition }) => definition);

  /** @throws {McpInvalidParamsError} If there is no such prompt. */
  const promptNamed = (name: string): ServerPrompt => {
    const prompt = byName.get(name);
    if (prompt === undefined) {
      throw new McpInvalidParamsError(`Unknown prompt: ${name}`);
    }
    return prompt;
  };

  const suggestionsFor = (
    ref: CompleteRequestParams["ref"],
    argument: string,
  ): readonly string[] =>
    ref.type === "ref/prompt"
      ? (promptNamed(ref.name).suggestions?.get(argument) ?? [])
      : [];

  return {
    listPrompts(params) {
      onlyPage(params);
      return { prompts: definitions, ttlMs: 60_000, cacheScope: "public" };
    },

    getPrompt({ name, arguments: args = {} }, context) {
      const prompt = promptNamed(name);
      for (const argument of prompt.definition.arguments ?? []) {
        if (argument.required === true && args[argument.name] === undefined) {
          throw new McpInvalidParamsError(
            `The prompt ${name} needs the argument ${argument.name}.`,
          );
        }
      }
      return prompt.get(args, context);
    },

    complete({ ref, argument }) {
      const values = suggestionsFor(ref, argument.name).filter((value) =>
        value.startsWith(argument.value),
      );
      // At most 100 values go out; `total` tells how many there are.
      return {
        completion: { values: values.slice(0, 100), total: values.length },
      };
    },
  };
}

/** A prompt in which the user says all of these. */
export function said(
  ...blocks: readonly ContentBlock[]
): Content<GetPromptResult> {
  return {
    messages: blocks.map((content) => ({ role: "user", content })),
  };
}
