/** What a session makes possible: answers that can be fetched. */
import { setTimeout as delay } from "node:timers/promises";
import { noArguments, text, type ServerTool } from "../tool.js";

const comeBack: ServerTool = {
  definition: {
    name: "test_reconnection",
    description: "Has the client come back for the answer.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    // Nobody has to hold a connection while this takes its time. The client asks again,
    // and the event store has what it missed.
    context.closeStream();
    await delay(200, undefined, { signal: context.signal });
    return { content: [text("Here is your answer.")] };
  },
};

/** Tools that use what a session has. */
export const sessionTools: readonly ServerTool[] = [comeBack];
