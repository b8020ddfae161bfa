/** The fixture on version 1 of the official SDK's server, as its documentation has it. */
import type { Message } from "../../message.js";
import { suggestions } from "../../fixture.js";
import {
  fixtureTools,
  resources,
  taskTtlMs,
  type Acting,
  type FixtureTool,
} from "../fixture.js";
import type { ServerSettings } from "../subject.js";

/** Modules of the SDK, and zod. */
export interface Sdk {
  readonly mcp: any;
  readonly types: any;
  readonly tasks: any;
  readonly completable: any;
  readonly z: any;
}

/** What all sessions of one server share. */
export interface Shared {
  readonly sessions: Set<any>;
  readonly subscribed: Map<any, Set<string>>;
  readonly taskStore: any;
}

/** Makes the server of one session. */
export function sdkServer(
  sdk: Sdk,
  shared: Shared,
  { logging = true, tasks = true }: ServerSettings,
): any {
  const { types, z } = sdk;
  const server = new sdk.mcp.McpServer(
    { name: "sdk", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        ...(logging ? { logging: {} } : {}),
        ...(tasks
          ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } }
          : {}),
      },
      ...(tasks
        ? {
            taskStore: shared.taskStore,
            taskMessageQueue: new sdk.tasks.InMemoryTaskMessageQueue(),
          }
        : {}),
    },
  );
  for (const tool of fixtureTools()) register(sdk, shared, server, tool, tasks);
  for (const [uri, content] of Object.entries(resources)) {
    server.registerResource(uri, uri, {}, () => ({
      contents: [{ uri, ...content }],
    }));
  }
  server.registerPrompt(
    "greet",
    {
      argsSchema: {
        who: sdk.completable.completable(z.string(), (value: string) =>
          suggestions.filter((each) => each.startsWith(value)).slice(0, 100),
        ),
      },
    },
    ({ who }: { who: string }) => ({
      messages: [
        { role: "user", content: { type: "text", text: `Hi ${who}` } },
      ],
    }),
  );
  const uris = new Set<string>();
  shared.sessions.add(server);
  shared.subscribed.set(server, uris);
  server.server.setRequestHandler(
    types.SubscribeRequestSchema,
    ({ params }: Message) => {
      uris.add(params?.uri as string);
      return {};
    },
  );
  server.server.setRequestHandler(
    types.UnsubscribeRequestSchema,
    ({ params }: Message) => {
      uris.delete(params?.uri as string);
      return {};
    },
  );
  return server;
}

function register(
  sdk: Sdk,
  shared: Shared,
  server: any,
  { name, taskSupport, outputSchema, run }: FixtureTool,
  tasks: boolean,
): void {
  const { z } = sdk;
  const inputSchema =
    name === "sum"
      ? { a: z.number(), b: z.number() }
      : z.object({}).passthrough();
  const config = {
    inputSchema,
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: { n: z.number().int() } }),
  };
  const call = (args: Message, extra: any): unknown =>
    run(args ?? {}, acting(sdk, shared, server, extra));
  if (!tasks || taskSupport === undefined || taskSupport === "forbidden") {
    server.registerTool(name, config, call);
    return;
  }
  server.experimental.tasks.registerToolTask(
    name,
    { ...config, execution: { taskSupport } },
    {
      createTask: async (args: Message, extra: any) => {
        const task = await extra.taskStore.createTask({
          ttl: extra.taskRequestedTtl ?? taskTtlMs,
          pollInterval: 10,
        });
        void (async () => {
          let result: unknown;
          let status = "completed";
          try {
            result = await call(args, extra);
          } catch (error) {
            status = "failed";
            result = {
              content: [{ type: "text", text: String(error) }],
              isError: true,
            };
          }
          await extra.taskStore
            .storeTaskResult(task.taskId, status, result)
            .catch(() => undefined);
        })();
        return { task };
      },
      getTask: (_args: Message, extra: any) =>
        extra.taskStore.getTask(extra.taskId),
      getTaskResult: (_args: Message, extra: any) =>
        extra.taskStore.getTaskResult(extra.taskId),
    },
  );
}

function acting(sdk: Sdk, shared: Shared, server: any, extra: any): Acting {
  const options = { relatedRequestId: extra.requestId, signal: extra.signal };
  return {
    signal: extra.signal,
    progress: async (progress) => {
      const progressToken = extra._meta?.progressToken;
      if (progressToken === undefined) return;
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress },
      });
    },
    log: async (level, data) =>
      server.sendLoggingMessage({ level, data }, extra.sessionId),
    elicit: (params) => server.server.elicitInput(params, options),
    createMessage: (params) => server.server.createMessage(params, options),
    listRoots: () => server.server.listRoots({}, options),
    completeElicitation: (id) =>
      server.server.createElicitationCompletionNotifier(id)(),
    requireUrls: (elicitations) => {
      throw new sdk.types.UrlElicitationRequiredError(
        elicitations.map((each) => ({ mode: "url", ...each })),
      );
    },
    refuse: (code, message) => {
      throw new sdk.types.McpError(code, message);
    },
    change: (what, uri) => announce(shared, what, uri),
    closeStream: () => extra.closeSSEStream?.(),
  };
}

/** One server object a session: a change is told to each of them. */
function announce(shared: Shared, what: string, uri: string): void {
  for (const server of shared.sessions) {
    if (!server.isConnected()) continue;
    if (what === "tools") server.sendToolListChanged();
    else if (what === "prompts") server.sendPromptListChanged();
    else if (what === "resources") server.sendResourceListChanged();
    else if (shared.subscribed.get(server)?.has(uri) === true) {
      void server.server.sendResourceUpdated({ uri });
    }
  }
}
