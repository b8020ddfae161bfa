/** What a tool can say before it is done: progress, and log messages. */
import { noArguments, text, type ServerTool } from "../tool.js";

const withProgress: ServerTool = {
  definition: {
    name: "test_tool_with_progress",
    description: "Reports progress in three steps.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    for (const done of [0, 50, 100]) {
      // Sent only to clients that asked for it. Over HTTP the first report turns the
      // answer into an event stream; awaiting it waits for a client that reads slowly.
      await context.progress(done, 100, `${done} of 100`);
    }
    return { content: [text("All steps are done.")] };
  },
};

const withLogs: ServerTool = {
  definition: {
    name: "test_logging_tool",
    description: "Logs what it does.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    // Sent only if this request asks for logs of this severity. That a server logs at
    // all is declared in its options: `capabilities: { logging: {} }`.
    await context.log("debug", "Looking around.", "everything-server");
    await context.log("info", { found: "nothing" }, "everything-server");
    return { content: [text("See the log.")] };
  },
};

const withLogsByStep: ServerTool = {
  definition: {
    name: "test_tool_with_logging",
    description: "Logs what it does, step by step.",
    inputSchema: noArguments,
  },
  async call(_args, context) {
    for (const step of ["Begun", "Half done", "Done"]) {
      await context.log("info", step, "everything-server");
    }
    return { content: [text("See the log.")] };
  },
};

/** Tools that talk while they work. */
export const progressTools: readonly ServerTool[] = [
  withProgress,
  withLogs,
  withLogsByStep,
];
