/** Tools that put one question each. How a question gets to the client differs by era. */
import type {
  Answer,
  CallToolResult,
  Content,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitResult,
  HandlerContext,
  InputRequired,
} from "#mcp";
import {
  noArguments,
  text,
  type ServerTool,
  type ToolSchema,
} from "../tool.js";

/** Ways to ask the client. Each gives the answer, or what the tool has to return to get it. */
export interface Asking {
  readonly elicit: (
    context: HandlerContext,
    params: ElicitRequestFormParams,
  ) => Answer<ElicitResult | InputRequired>;
  readonly createMessage: (
    context: HandlerContext,
    params: CreateMessageRequestParams,
  ) => Answer<CreateMessageResult | InputRequired>;
}

/** What a tool has that asks. */
interface AskingTool {
  readonly definition: ServerTool["definition"];
  readonly call: (
    args: Readonly<Record<string, unknown>>,
    context: HandlerContext,
    asking: Asking,
  ) => ReturnType<ServerTool["call"]>;
}

/** Schema of a tool that takes one text. */
function oneText(name: string): ToolSchema {
  return {
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  };
}

const sampling: AskingTool = {
  definition: {
    name: "test_sampling",
    description: "Has the client's model answer a prompt.",
    inputSchema: oneText("prompt"),
  },
  async call({ prompt }, context, asking) {
    const answer = await asking.createMessage(context, {
      messages: [{ role: "user", content: text(String(prompt)) }],
      maxTokens: 100,
    });
    if (isQuestion(answer)) return answer;
    const said = [answer.content]
      .flat()
      .map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
    return { content: [text(`The model says: ${said.join(" ")}`)] };
  },
};

const elicitation: AskingTool = {
  definition: {
    name: "test_elicitation",
    description: "Asks the user who they are.",
    inputSchema: oneText("message"),
  },
  call: ({ message }, context, asking) =>
    askedBy(asking, context, {
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

const defaults: AskingTool = {
  definition: {
    name: "test_elicitation_sep1034_defaults",
    description: "Asks with a form that is filled in already.",
    inputSchema: noArguments,
  },
  call: (_args, context, asking) =>
    askedBy(asking, context, {
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

const choices: AskingTool = {
  definition: {
    name: "test_elicitation_sep1330_enums",
    description: "Asks with every kind of choice that a form can have.",
    inputSchema: noArguments,
  },
  call: (_args, context, asking) =>
    askedBy(asking, context, {
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
  asking: Asking,
  context: HandlerContext,
  params: ElicitRequestFormParams,
): Promise<Content<CallToolResult> | InputRequired> {
  const answer = await asking.elicit(context, params);
  if (isQuestion(answer)) return answer;
  const { action, content } = answer;
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

function isQuestion(
  answer: ElicitResult | CreateMessageResult | InputRequired,
): answer is InputRequired {
  return "inputRequests" in answer;
}

/** The tools, asking in the way that is given. */
export function askingTools(asking: Asking): readonly ServerTool[] {
  return [sampling, elicitation, defaults, choices].map(
    ({ definition, call }) => ({
      definition,
      call: (args, context) => call(args, context, asking),
    }),
  );
}
