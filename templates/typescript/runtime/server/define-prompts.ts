/** Prompts written in code, as the handlers `listPrompts` and `getPrompt` of a server. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import type { GetPromptResult, Prompt } from "../../types.js";
import { hasOwn } from "../protocol/message.js";

/** One message of a prompt. */
type PromptMessage = GetPromptResult["messages"][number];

/** What `run` may return: the text of one message of the user's, messages, or a whole result. */
export type PromptOutcome =
  | string
  | PromptMessage[]
  | { description?: string; messages: PromptMessage[] }
  | { readonly resultType: "input_required" };

/** The two handlers that prompts come to; spread them into `handlers`. */
export interface DefinedPrompts<Context> {
  listPrompts(): { prompts: Prompt[] };
  getPrompt(
    params: { name: string; arguments?: { [key: string]: string } },
    context: Context,
  ): Promise<{ description?: string; messages: PromptMessage[] }>;
}

/** Makes handlers from prompts. */
export interface PromptsOf<Context> {
  /**
   * Makes `listPrompts` and `getPrompt` from prompts, by their names. An argument that is
   * required and absent is an error of the request.
   */
  <
    Required extends Readonly<Record<string, unknown>>,
    Optional extends Readonly<Record<string, unknown>>,
  >(
    definitions: {
      readonly [Name in keyof Required]: {
        readonly title?: string;
        readonly description?: string;
        /** What each argument is that must be given, by name. */
        readonly arguments?: Required[Name];
        readonly run: (
          args: { readonly [Argument in keyof Required[Name]]: string } & {
            readonly [
              Argument in Name extends keyof Optional
                ? keyof Optional[Name]
                : never
            ]?: string;
          },
          context: Context,
        ) => PromptOutcome | PromiseLike<PromptOutcome>;
      };
    } & {
      readonly [Name in keyof Optional]: {
        /** What each argument is that may be left out, by name. */
        readonly optionalArguments?: Optional[Name];
      };
    },
  ): DefinedPrompts<Context>;
}

interface AnyPrompt {
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly optionalArguments?: Readonly<Record<string, string>>;
  readonly run: (args: never, context: never) => unknown;
}

/** See {@link PromptsOf}. */
export function definePrompts<Context>(
  definitions: Readonly<Record<string, unknown>>,
): DefinedPrompts<Context> {
  const prompts = new Map(
    Object.entries(definitions as Readonly<Record<string, AnyPrompt>>),
  );
  const listed = [...prompts].map(([name, prompt]) =>
    listedPrompt(name, prompt),
  );
  return {
    listPrompts: () => ({ prompts: listed }),
    async getPrompt({ name, arguments: given = {} }, context) {
      const prompt = prompts.get(name);
      if (prompt === undefined) throw invalid(`Unknown prompt: ${name}`);
      const missing = Object.keys(prompt.arguments ?? {}).filter(
        (argument) => !hasOwn(given, argument),
      );
      if (missing.length > 0) {
        throw invalid(`${name} needs ${missing.join(" and ")}.`);
      }
      const run = prompt.run as (args: unknown, context: Context) => unknown;
      const returned = await run(given, context);
      if (typeof returned === "string") {
        const content = { type: "text", text: returned } as const;
        return { messages: [{ role: "user", content }] };
      }
      return Array.isArray(returned)
        ? { messages: returned as PromptMessage[] }
        : (returned as { messages: PromptMessage[] });
    },
  };
}

function invalid(message: string): Error {
  return fromError({ code: INVALID_PARAMS, message });
}

function listedPrompt(name: string, prompt: AnyPrompt): Prompt {
  const { title, description, optionalArguments } = prompt;
  const all = [
    ...Object.entries(prompt.arguments ?? {}).map(([argument, text]) => ({
      name: argument,
      description: text,
      required: true,
    })),
    ...Object.entries(optionalArguments ?? {}).map(([argument, text]) => ({
      name: argument,
      description: text,
    })),
  ];
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(all.length > 0 && { arguments: all }),
  } as Prompt;
}
