/**
 * Asking the client in the middle of a call. The session has a way back to the client, so
 * a tool asks, waits for the answer, and goes on; what it holds in variables is still there.
 */
import type {
  CallToolResult,
  ElicitRequestFormParams,
  HandlerContext,
} from "#mcp";
import {
  noArguments,
  text,
  type ServerTool,
  type ToolSchema,
} from "../tool.js";

/** Schema of a tool that takes one text. */
function oneText(name: string): ToolSchema {
  return {
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  };
}

const sampling: ServerTool = {
  definition: {
    name: "test_sampling",
    description: "Has the client's model answer a prompt.",
    inputSchema: oneText("prompt"),
  },
  async call({ prompt }, context) {
    const { content } = await context.createMessage({
      messages: [{ role: "user", content: text(String(prompt)) }],
      maxTokens: 100,
    });
    const said = [content]
      .flat()
      .map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
    return { content: [text(`The model says: ${said.join(" ")}`)] };
  },
};

const elicitation: ServerTool = {
  definition: {
    name: "test_elicitation",
    description: "Asks the user who they are.",
    inputSchema: oneText("message"),
  },
  call: ({ message }, context) =>
    askedBy(context, {
      message: String(message),
      requestedSchema: {
        type: "object",
        properties: {
          username: { type: "string", description: "Your name here." },
          email: { type: "string", format: "email" },
        },
        required: ["username", "email"],
      },
    }),
};

const defaults: ServerTool = {
  definition: {
    name: "test_elicitation_sep1034_defaults",
    description: "Asks with a form that is filled in already.",
    inputSchema: noArguments,
  },
  call: (_args, context) =>
    askedBy(context, {
      message: "Is this right?",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: {
            type: "string",
            enum: ["active", "inactive", "pending"],
            default: "active",
          },
          verified: { type: "boolean", default: true },
        },
      },
    }),
};

const choices: ServerTool = {
  definition: {
    name: "test_elicitation_sep1330_enums",
    description: "Asks with every kind of choice that a form can have.",
    inputSchema: noArguments,
  },
  call: (_args, context) =>
    askedBy(context, {
      message: "Please choose.",
      requestedSchema: {
        type: "object",
        properties: {
          untitledSingle: { type: "string", enum: ["one", "two", "three"] },
          titledSingle: {
            type: "string",
            oneOf: [
              { const: "one", title: "The first" },
              { const: "two", title: "The second" },
            ],
          },
          legacyEnum: {
            type: "string",
            enum: ["one", "two"],
            enumNames: ["The first", "The second"],
          },
          untitledMulti: {
            type: "array",
            items: { type: "string", enum: ["one", "two", "three"] },
          },
          titledMulti: {
            type: "array",
            items: {
              anyOf: [
                { const: "one", title: "The first" },
                { const: "two", title: "The second" },
              ],
            },
          },
        },
      },
    }),
};

/** Puts a form to the user, and says what came of it. */
async function askedBy(
  context: HandlerContext,
  params: ElicitRequestFormParams,
): Promise<CallToolResult> {
  const { action, content } = await context.elicit(params);
  return {
    content: [
      text(
        action === "accept"
          ? `The user says: ${JSON.stringify(content)}`
          : `The user did not answer: ${action}`,
      ),
    ],
  };
}

/** Tools that ask the client and wait for the answer. */
export const waitingTools: readonly ServerTool[] = [
  sampling,
  elicitation,
  defaults,
  choices,
];
