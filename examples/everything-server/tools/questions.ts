/**
 * Asking the client before answering. A server never sends a request: it answers that
 * input is required, and the client calls again with the input. Nothing is kept in
 * between, so each of these functions runs from the top every time and decides by what
 * the call brings along.
 */
import type { ElicitRequest, HandlerContext } from "#mcp";
import { said, type ServerPrompt } from "../prompts.js";
import { noArguments, text, type ServerTool } from "../tool.js";
import type { Asking } from "./asking.js";

/** A form of one field, to be filled in by the user. */
export function askForText(
  context: HandlerContext,
  message: string,
  field: string,
): ElicitRequest {
  return context.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: { type: "string" } },
      required: [field],
    },
  });
}

/**
 * What the user wrote into the field of {@link askForText}.
 *
 * @param key - The question's key in `inputRequests`.
 * @returns Undefined if the answer is not there yet or does not fit the form; `null` if
 *   the user declined to answer.
 */
export function answeredText(
  context: HandlerContext,
  key: string,
  field: string,
): string | null | undefined {
  // The runtime checks that it is an answer to an elicitation. What stands in the form
  // comes from the user and is for the server to check.
  const answer = context.inputResponse(key, "elicitation/create");
  if (answer === undefined) return undefined;
  if (answer.action !== "accept") return null;
  const value = answer.content?.[field];
  return typeof value === "string" ? value : undefined;
}

/** Asking by a result: the tool is called again with the answer. */
export const returning: Asking = {
  elicit: (context, params) =>
    context.inputResponse("form", "elicitation/create") ??
    context.inputRequired({ inputRequests: { form: context.elicit(params) } }),
  createMessage: (context, params) =>
    context.inputResponse("prompt", "sampling/createMessage") ??
    context.inputRequired({
      inputRequests: { prompt: context.createMessage(params) },
    }),
};

const elicitation: ServerTool = {
  definition: {
    name: "test_input_required_result_elicitation",
    description: "Asks the user for a name, then greets.",
    inputSchema: noArguments,
  },
  call(_args, context) {
    const name = answeredText(context, "user_name", "name");
    if (name === undefined) {
      const user_name = askForText(context, "What is your name?", "name");
      return context.inputRequired({ inputRequests: { user_name } });
    }
    return { content: [text(`Hello, ${name ?? "whoever you are"}!`)] };
  },
};

const sampling: ServerTool = {
  definition: {
    name: "test_input_required_result_sampling",
    description: "Asks the client's model for a capital.",
    inputSchema: noArguments,
  },
  call(_args, context) {
    const answer = context.inputResponse(
      "capital_question",
      "sampling/createMessage",
    );
    if (answer === undefined) {
      const capital_question = context.createMessage({
        messages: [
          { role: "user", content: text("What is the capital of France?") },
        ],
        maxTokens: 100,
      });
      return context.inputRequired({ inputRequests: { capital_question } });
    }
    const blocks = [answer.content].flat();
    const said = blocks.map((block) =>
      block.type === "text" ? block.text : `[${block.type}]`,
    );
    return { content: [text(`The model says: ${said.join(" ")}`)] };
  },
};

const roots: ServerTool = {
  definition: {
    name: "test_input_required_result_list_roots",
    description: "Asks which folders it may use, and lists them.",
    inputSchema: noArguments,
  },
  call(_args, context) {
    const answer = context.inputResponse("client_roots", "roots/list");
    if (answer === undefined) {
      const client_roots = context.listRoots({});
      return context.inputRequired({ inputRequests: { client_roots } });
    }
    const uris = answer.roots.map(({ uri }) => uri);
    return { content: [text(`Roots: ${uris.join(", ")}`)] };
  },
};

const whateverIsPossible: ServerTool = {
  definition: {
    name: "test_input_required_result_capabilities",
    description: "Asks in whatever way the client supports.",
    inputSchema: noArguments,
  },
  call(_args, context) {
    // Each request says what its client can do. Asking for more than that is refused
    // by the runtime, so a tool that can do with less looks first.
    const { elicitation, sampling } = context.clientCapabilities;
    if (elicitation !== undefined) {
      const name = answeredText(context, "user_name", "name");
      if (name === undefined) {
        const user_name = askForText(context, "What is your name?", "name");
        return context.inputRequired({ inputRequests: { user_name } });
      }
      return { content: [text(`The user says: ${name ?? "nothing"}`)] };
    }
    if (sampling !== undefined) {
      const answer = context.inputResponse("name", "sampling/createMessage");
      if (answer === undefined) {
        const name = context.createMessage({
          messages: [{ role: "user", content: text("Invent a name.") }],
          maxTokens: 20,
        });
        return context.inputRequired({ inputRequests: { name } });
      }
      return { content: [text("A model has invented a name.")] };
    }
    return { content: [text("Nobody can be asked.")] };
  },
};

const needsSampling: ServerTool = {
  definition: {
    name: "test_missing_capability",
    description: "Works only with clients that offer a model.",
    inputSchema: noArguments,
  },
  call(_args, context) {
    // Without the capability this throws the error that names it (-32021).
    context.requireCapabilities({ sampling: {} });
    return { content: [text("The client offers a model.")] };
  },
};

const afterProgress: ServerTool = {
  definition: {
    name: "test_streaming_elicitation",
    description: "Reports progress first and asks the user then.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    const color = answeredText(context, "color", "color");
    if (color === undefined) {
      await context.progress(1, 2, "Half of it goes without you.");
      const question = askForText(context, "Which color?", "color");
      return context.inputRequired({ inputRequests: { color: question } });
    }
    return { content: [text(`The color is ${color ?? "up to us"}.`)] };
  },
};

/** Tools that ask for input, each in one round. */
export const questionTools: readonly ServerTool[] = [
  elicitation,
  sampling,
  roots,
  whateverIsPossible,
  needsSampling,
  afterProgress,
];

/** A prompt that asks, in the same way. */
export const questionPrompt: ServerPrompt = {
  definition: {
    name: "test_input_required_result_prompt",
    description: "A prompt that asks the user for its context.",
  },
  get(_args, context) {
    const answer = answeredText(context, "user_context", "context");
    if (answer === undefined) {
      const message = "What context should the prompt use?";
      const user_context = askForText(context, message, "context");
      return context.inputRequired({ inputRequests: { user_context } });
    }
    return said(text(`Context of this prompt: ${answer ?? "none"}`));
  },
};
