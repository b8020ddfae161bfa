/** The server of the probes of both eras: handlers of the stateless one, once. */
import { McpInvalidParamsError } from "../../../../out/draft/errors.js";
import {
  createMcpServer,
  UrlElicitationRequired,
  type McpServer,
} from "../../../../out/draft/server.js";
import type { Message } from "../../message.js";

const object = { type: "object" } as const;

const text = (said: string): Message => ({
  content: [{ type: "text", text: said }],
});

/** What `ask` and `rounds` want to know. */
const form = (message: string): Message => ({
  message,
  requestedSchema: {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
  },
});

/** Makes the server. */
export function bothServer(): McpServer {
  const tools: Record<
    string,
    (args: Message, context: any) => Promise<Message> | Message
  > = {
    echo: (args) => text(JSON.stringify(args)),
    facts: (_args, context) =>
      text(
        JSON.stringify({
          version: context.protocolVersion,
          client: context.clientInfo?.name,
        }),
      ),
    mixed: () => ({
      content: [
        { type: "text", text: "[1]" },
        { type: "resource_link", uri: "shelf:1", name: "One" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      ],
      structuredContent: { row: 1 },
    }),
    list: () => ({ ...text("[1]"), structuredContent: [1] }),
    broken: () => ({ content: [{ type: "text" }] }),
    progress: async (_args, context) => {
      await context.progress(1);
      await context.progress(2);
      await context.log("info", "half");
      return text("done");
    },
    wait: (_args, context) =>
      new Promise((_resolve, reject) => {
        context.signal.addEventListener("abort", () =>
          reject(context.signal.reason),
        );
      }),
    ask: (_args, context) => {
      const answer = context.inputResponse("word", "elicitation/create");
      return answer === undefined
        ? context.inputRequired({
            inputRequests: { word: context.elicit(form("Which word?")) },
          })
        : text(JSON.stringify(answer));
    },
    // Three rounds: two questions at the same time, a pause, and a third question.
    rounds: async (_args, context) => {
      const state = await context.verifyState();
      const asks = (key: string): Message => context.elicit(form(key));
      if (state === undefined) {
        return context.inputRequired({
          inputRequests: { one: asks("one"), two: asks("two") },
          requestState: await context.signState({ step: 1 }),
        });
      }
      if (state.step === 1) {
        const words = ["one", "two"].map(
          (key) =>
            context.inputResponse(key, "elicitation/create").content.word,
        );
        return context.inputRequired({
          requestState: await context.signState({ step: 2, words }),
        });
      }
      const third = context.inputResponse("three", "elicitation/create");
      if (third === undefined) {
        return context.inputRequired({
          inputRequests: { three: asks("three") },
          requestState: await context.signState(state),
        });
      }
      return text([...state.words, third.content.word].join(" "));
    },
    forever: (_args, context) =>
      context.inputRequired({
        inputRequests: { word: context.elicit(form("Again?")) },
      }),
    visit: (_args, context) => {
      const visited = context.inputResponse("visit-1", "elicitation/create");
      if (visited !== undefined) return text(visited.action);
      throw new UrlElicitationRequired([
        {
          elicitationId: "visit-1",
          url: "https://example.com/in",
          message: "Sign in",
        },
      ]);
    },
    change: ({ what, uri }) => {
      if (what === "tools") server.notify.toolsListChanged();
      else if (what === "resources") server.notify.resourcesListChanged();
      else server.notify.resourceUpdated(uri);
      return text("changed");
    },
  };
  const server: McpServer = createMcpServer({
    info: { name: "both", version: "1.0.0" },
    instructions: "Ask.",
    capabilities: { logging: {} },
    onError: () => undefined,
    handlers: {
      listTools: () => ({
        tools: Object.keys(tools).map((name) => ({
          name,
          inputSchema: object,
          ...(name === "mixed" ? { outputSchema: object } : {}),
          ...(name === "list" ? { outputSchema: { type: "array" } } : {}),
        })),
        ttlMs: 1_000,
        cacheScope: "public",
      }),
      callTool: ({ name, arguments: args = {} }, context): any => {
        const tool = tools[name];
        if (tool === undefined) {
          throw new McpInvalidParamsError(`Unknown tool: ${name}`);
        }
        return tool(args, context);
      },
      listResources: () => ({ resources: [{ uri: "shelf:1", name: "One" }] }),
      listResourceTemplates: () => ({ resourceTemplates: [] }),
      readResource: ({ uri }) => {
        if (uri === "shelf:1") return { contents: [{ uri, text: "1" }] };
        throw new McpInvalidParamsError(`Resource not found: ${uri}`, {
          uri,
        });
      },
      listPrompts: () => ({ prompts: [{ name: "greet" }] }),
      getPrompt: () => ({
        messages: [
          {
            role: "user",
            content: { type: "resource_link", uri: "shelf:1", name: "One" },
          },
        ],
      }),
      complete: () => ({ completion: { values: ["one"] } }),
    },
  });
  return server;
}
