/**
 * State between the rounds of a call. The server keeps none: it hands the state to the
 * client, which brings it back with the next round, possibly to another instance of the
 * server. `signState` protects it, `verifyState` refuses whatever was not signed for
 * this very call. It is signed, not encrypted: no secrets.
 */
import { noArguments, text, type ServerTool } from "../tool.js";
import { answeredText, askForText } from "./questions.js";

const confirmed: ServerTool = {
  definition: {
    name: "test_input_required_result_request_state",
    description: "Asks for confirmation and remembers what it asked for.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    const state = await context.verifyState<{ order: number }>();
    const answer = context.inputResponse("confirm", "elicitation/create");
    if (state === undefined || answer === undefined) {
      const confirm = context.elicit({
        message: "Please confirm.",
        requestedSchema: {
          type: "object",
          properties: { ok: { type: "boolean" } },
          required: ["ok"],
        },
      });
      return context.inputRequired({
        inputRequests: { confirm },
        requestState: await context.signState({ order: 42 }),
      });
    }
    const ok = answer.action === "accept" && answer.content?.["ok"] === true;
    const outcome = ok ? "confirmed" : "dropped";
    return { content: [text(`state-ok: order ${state.order} is ${outcome}.`)] };
  },
};

const manyQuestions: ServerTool = {
  definition: {
    name: "test_input_required_result_multiple_inputs",
    description: "Asks the user, the model and the client at a time.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    const state = await context.verifyState();
    const name = answeredText(context, "user_name", "name");
    const greeting = context.inputResponse(
      "greeting",
      "sampling/createMessage",
    );
    const roots = context.inputResponse("client_roots", "roots/list");
    if (
      state === undefined ||
      name === undefined ||
      greeting === undefined ||
      roots === undefined
    ) {
      return context.inputRequired({
        inputRequests: {
          user_name: askForText(context, "What is your name?", "name"),
          greeting: context.createMessage({
            messages: [{ role: "user", content: text("Generate a greeting") }],
            maxTokens: 50,
          }),
          client_roots: context.listRoots({}),
        },
        requestState: await context.signState("asked"),
      });
    }
    const summary = `${name ?? "Nobody"} has ${roots.roots.length} roots and is greeted by ${greeting.model}.`;
    return { content: [text(summary)] };
  },
};

/** What is known after the first of two rounds, and after the second question was put. */
interface Rounds {
  readonly name?: string;
}

const twoRounds: ServerTool = {
  definition: {
    name: "test_input_required_result_multi_round",
    description: "Asks for a name, and then for a color.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    // The first answer is not repeated in the second round: the state carries it.
    const state = await context.verifyState<Rounds>();
    const name =
      state && (state.name ?? answeredText(context, "step1", "name"));
    if (name === undefined) {
      return context.inputRequired({
        inputRequests: {
          step1: askForText(context, "Step 1: What is your name?", "name"),
        },
        requestState: await context.signState({} satisfies Rounds),
      });
    }
    const color = answeredText(context, "step2", "color");
    if (name !== null && color === undefined) {
      const question = "Step 2: What is your favorite color?";
      return context.inputRequired({
        inputRequests: { step2: askForText(context, question, "color") },
        requestState: await context.signState({ name } satisfies Rounds),
      });
    }
    return {
      content: [text(`${name ?? "Nobody"} likes ${color ?? "no color"}.`)],
    };
  },
};

const tamperProof: ServerTool = {
  definition: {
    name: "test_input_required_result_tampered_state",
    description: "Refuses state that was changed on its way.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    // Throws the error for invalid params if the state is not what was signed.
    const state = await context.verifyState<{ step: number }>();
    const answer = context.inputResponse("confirm", "elicitation/create");
    if (state === undefined || answer === undefined) {
      const confirm = context.elicit({
        message: "Go on?",
        requestedSchema: {
          type: "object",
          properties: { ok: { type: "boolean" } },
        },
      });
      return context.inputRequired({
        inputRequests: { confirm },
        requestState: await context.signState({ step: 1 }),
      });
    }
    return { content: [text(`Step ${state.step} came back unaltered.`)] };
  },
};

/** Tools that ask for input and carry state from round to round. */
export const stateTools: readonly ServerTool[] = [
  confirmed,
  manyQuestions,
  twoRounds,
  tamperProof,
];
