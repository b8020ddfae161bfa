/** What a session makes possible: levels of log messages, and answers that can be fetched. */
import { setTimeout as delay } from "node:timers/promises";
import { noArguments, text, type ServerTool } from "../tool.js";

const withLogs: ServerTool = {
  definition: {
    name: "test_tool_with_logging",
    description: "Logs what it does, step by step.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    for (const step of ["Begun", "Half done", "Done"]) {
      // Sent to clients whose session wants this severity (`logging/setLevel`).
      await context.log("info", step, "everything-server");
      await delay(50, undefined, { signal: context.signal });
    }
    return { content: [text("See the log.")] };
  },
};

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
export const sessionTools: readonly ServerTool[] = [withLogs, comeBack];
