/** The fixture on the official SDK's server, as its documentation has it. */
import {
  askingUri,
  fixtureTools,
  questions,
  resources,
  suggestions,
  type Acting,
} from "../fixture.js";
import type { Message } from "../message.js";

/** What the fixture cannot do by means of one server object. */
export interface SdkHooks {
  change(server: any, what: string, uri: string): void;
  shutDown(): void;
}

/**
 * Makes a factory of servers.
 *
 * @param sdk - The module `@modelcontextprotocol/server`.
 * @param z - The module `zod`.
 */
export function sdkServerFactory(
  sdk: any,
  z: any,
  canary: string,
  hooks: SdkHooks,
): () => any {
  const states = sdk.createRequestStateCodec({
    key: "a secret for tests, which is 32 bytes long or more",
    bind: (context: any) => context.mcpReq.method,
  });
  return () => {
    const server = new sdk.McpServer(
      { name: "sdk", version: "1.0.0" },
      {
        capabilities: {
          logging: {},
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
        },
        requestState: { verify: states.verify },
        cacheHints: {
          "tools/list": { ttlMs: 60_000, cacheScope: "public" },
          "resources/list": { ttlMs: 1_000, cacheScope: "public" },
        },
      },
    );
    for (const { name, inputSchema, outputSchema, run } of fixtureTools(
      canary,
    )) {
      try {
        server.registerTool(
          name,
          {
            inputSchema: sdk.fromJsonSchema(inputSchema),
            ...(outputSchema === undefined
              ? {}
              : { outputSchema: sdk.fromJsonSchema(outputSchema) }),
          },
          (args: Message, context: any) =>
            run(args ?? {}, acting(sdk, server, states, context, hooks)),
        );
      } catch {
        // A schema that it cannot use: the tool is not offered.
      }
    }
    for (const [uri, content] of Object.entries(resources)) {
      server.registerResource(uri, uri, {}, () => ({
        contents: [{ uri, ...content }],
      }));
    }
    server.registerResource(
      askingUri,
      askingUri,
      {},
      (_uri: URL, context: any) =>
        context.mcpReq.inputResponses?.["q"] === undefined
          ? sdk.inputRequired({ inputRequests: { q: questions["roots"] } })
          : { contents: [{ uri: askingUri, text: "answered" }] },
    );
    server.registerPrompt(
      "greet",
      {
        argsSchema: z.object({
          who: sdk.completable(z.string(), (value: string) =>
            suggestions.filter((each) => each.startsWith(value)),
          ),
        }),
      },
      ({ who }: { who: string }) => ({
        messages: [
          { role: "user", content: { type: "text", text: `Hi ${who}` } },
        ],
      }),
    );
    return server;
  };
}

function acting(
  sdk: any,
  server: any,
  states: any,
  context: any,
  hooks: SdkHooks,
): Acting {
  const { mcpReq } = context;
  return {
    signal: mcpReq.signal,
    progress: async (progress) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) return;
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress },
      });
    },
    log: (level, data) => mcpReq.log(level, data),
    answer: async (key) => mcpReq.inputResponses?.[key],
    state: async () => mcpReq.requestState(),
    sign: (state) => states.mint(state, context),
    ask: (inputRequests, requestState) =>
      sdk.inputRequired({
        ...(inputRequests === undefined ? {} : { inputRequests }),
        ...(requestState === undefined ? {} : { requestState }),
      }),
    refuse: (code, message) => {
      throw new sdk.ProtocolError(code, message);
    },
    require: (capabilities) => {
      const declared =
        mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"];
      const [id = ""] = Object.keys(capabilities["extensions"]);
      if (declared?.extensions?.[id] === undefined) {
        throw new sdk.MissingRequiredClientCapabilityError({
          requiredCapabilities: capabilities,
        });
      }
    },
    change: (what, uri) => hooks.change(server, what, uri),
    shutDown: () => {
      setTimeout(() => hooks.shutDown(), 20);
    },
  };
}

/** Announces a change by means of a server object, as one does behind stdio. */
export function announce(server: any, what: string, uri: string): void {
  switch (what) {
    case "tools":
      server.sendToolListChanged();
      break;
    case "prompts":
      server.sendPromptListChanged();
      break;
    case "resources":
      server.sendResourceListChanged();
      break;
    default:
      void server.server.sendResourceUpdated({ uri });
  }
}
