/** A server of the handshake era, where no requirement says how it is to be. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pause, until, type Message } from "../requirements/message.js";
import {
  generateCode,
  type GeneratedFolder,
} from "../requirements/handshake/ours/code.js";
import { memoryServer } from "../requirements/handshake/ours/subject.js";
import {
  ChannelSession,
  handshake,
  initializeParams,
  type Opening,
} from "../requirements/handshake/session.js";

let folder: GeneratedFolder;
beforeAll(async () => {
  folder = await generateCode();
});
afterAll(() => folder.remove());

const info = { name: "server", version: "1.0.0" };
const said = { content: [{ type: "text", text: "said" }] };
const related = "io.modelcontextprotocol/related-task";

/** A server, and a session with it. */
async function session(
  options: Message,
  opening: Opening | "later" = {},
): Promise<{ server: any; session: ChannelSession }> {
  const { code } = folder;
  const server = code.server.createMcpServer({
    info,
    onError: () => undefined,
    ...options,
  });
  const connected = await ChannelSession.connect(
    "memory",
    memoryServer(code, server),
  );
  if (opening !== "later") await handshake(connected, opening);
  return { server, session: connected };
}

/** Handlers of one tool. */
function oneTool(
  callTool: (params: Message, context: any) => unknown,
  taskSupport?: string,
): Message {
  return {
    listTools: () => ({
      tools: [
        {
          name: "t",
          inputSchema: { type: "object" },
          ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
        },
      ],
    }),
    callTool,
  };
}

/** Options of a server that runs its one tool as a task. */
function tasks(
  callTool: (params: Message, context: any) => unknown,
  more: Message = {},
): Message {
  const store = new folder.code.server.InMemoryTaskStore();
  return {
    handlers: oneTool(callTool, "optional"),
    tasks: { store, pollIntervalMs: 5, ...more },
  };
}

/** Begins a task and gives its id. */
async function begin(on: ChannelSession, wish: Message = {}): Promise<Message> {
  const { result } = await on.call("t", {}, { task: wish });
  return result.task as Message;
}

async function stateOf(on: ChannelSession, taskId: unknown): Promise<string> {
  const { result } = await on.ask("tasks/get", { taskId });
  return result?.status as string;
}

describe("results", () => {
  test("lose what only the stateless era has", async () => {
    const { session: client } = await session({
      handlers: oneTool(() => ({
        ...said,
        resultType: "complete",
        ttlMs: 5,
        cacheScope: "public",
      })),
    });
    expect((await client.call("t"))["result"]).toEqual(said);
  });

  test("that do not fit are an internal error", async () => {
    const { session: client } = await session({
      handlers: { ...oneTool(() => said), listTools: () => ({ tools: 7 }) },
    });
    const { error } = await client.ask("tools/list", {});
    expect(error.code).toBe(-32603);
  });
});

describe("sessions", () => {
  test("begin with initialize, whatever the client says before", async () => {
    const { server, session: client } = await session(
      { handlers: oneTool(() => said) },
      "later",
    );
    client.notify("notifications/initialized");
    await client.ask("initialize", initializeParams());
    server.notify.toolsListChanged();
    await client.fence();
    expect(client.notified("notifications/tools/list_changed")).toEqual([]);
    client.notify("notifications/initialized");
    await client.fence();
    server.notify.toolsListChanged();
    await until(
      () => client.notified("notifications/tools/list_changed").length === 1,
      "the change was told",
    );
  });

  test("hear of what is in a folder that they subscribed to", async () => {
    const { server, session: client } = await session({
      handlers: {
        listResources: () => ({ resources: [] }),
        readResource: () => ({ contents: [] }),
      },
    });
    await client.ask("resources/subscribe", { uri: "file:///srv/" });
    server.notify.resourceUpdated("file:///srv/a.txt");
    server.notify.resourceUpdated("file:///other/a.txt");
    await client.fence();
    const told = client.notified("notifications/resources/updated");
    expect(told.map(({ params }) => params.uri)).toEqual(["file:///srv/a.txt"]);
  });

  test("subscribe to so many resources", async () => {
    const { session: client } = await session({
      maxSubscriptions: 2,
      handlers: {
        listResources: () => ({ resources: [] }),
        readResource: () => ({ contents: [] }),
      },
    });
    const subscribe = (uri: string): Promise<Message> =>
      client.ask("resources/subscribe", { uri });
    expect(await subscribe("a:1")).toHaveProperty("result");
    expect(await subscribe("a:2")).toHaveProperty("result");
    expect((await subscribe("a:3"))["error"].code).toBe(-32602);
    // One that is there already is none more.
    expect(await subscribe("a:1")).toHaveProperty("result");
  });
});

describe("questions", () => {
  const form = {
    mode: "form",
    message: "Who?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string", default: "Ada" } },
    },
  };

  test("have no mode in 2025-06-18", async () => {
    const { session: client } = await session(
      {
        handlers: oneTool(
          async (_p, context) => (await context.elicit(form), said),
        ),
      },
      { version: "2025-06-18", capabilities: { elicitation: {} } },
    );
    client.answer = () => ({ result: { action: "decline" } });
    await client.call("t");
    const [asked] = client.requested("elicitation/create");
    expect(asked?.["params"]).not.toHaveProperty("mode");
  });

  test("are answered with the defaults of the form", async () => {
    const { session: client } = await session(
      {
        handlers: oneTool(async (_p, context) => ({
          content: [
            { type: "text", text: JSON.stringify(await context.elicit(form)) },
          ],
        })),
      },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.answer = () => ({ result: { action: "accept", content: {} } });
    const { result } = await client.call("t");
    expect(JSON.parse(result.content[0].text).content).toEqual({ name: "Ada" });
  });

  test.each([
    [{ result: { roots: 7 } }, "InvalidResultError"],
    [{ error: { code: -1, message: "No." } }, "QuestionError"],
  ])("throw for %j", async (answer, name) => {
    const { session: client } = await session(
      {
        handlers: oneTool(async (_p, context) => {
          const thrown = await context
            .listRoots()
            .catch((error: Error) => error);
          return { content: [{ type: "text", text: String(thrown.name) }] };
        }),
      },
      { capabilities: { roots: {} } },
    );
    client.answer = () => answer;
    const { result } = await client.call("t");
    expect(result.content[0].text).toBe(name);
  });
});

describe("tasks", () => {
  test("are working again once they have their answer", async () => {
    let release = (): void => undefined;
    const { session: client } = await session(
      tasks(async (_params, context) => {
        await context.listRoots();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return said;
      }),
      { capabilities: { roots: {} } },
    );
    const { taskId } = await begin(client);
    const asked = await client.request("roots/list");
    await pause(10);
    expect(await stateOf(client, taskId)).toBe("input_required");
    client.respond(asked["id"], { result: { roots: [] } });
    await pause(10);
    expect(await stateOf(client, taskId)).toBe("working");
    release();
    expect(await client.ask("tasks/result", { taskId })).toHaveProperty(
      "result",
    );
  });

  test.each([
    [
      "tasks/cancel",
      (on: ChannelSession, taskId: unknown) =>
        on.ask("tasks/cancel", { taskId }),
    ],
    ["the end of the session", (on: ChannelSession) => on.close()],
  ])("stop on %s", async (_name, stop) => {
    let signal: AbortSignal | undefined;
    const { session: client } = await session(
      tasks((_params, context) => {
        signal = context.signal as AbortSignal;
        return new Promise(() => undefined);
      }),
    );
    const { taskId } = await begin(client);
    await until(() => signal !== undefined, "the task began");
    await stop(client, taskId);
    expect(signal?.aborted).toBe(true);
  });

  test("are so many at a time, and live as long as they may", async () => {
    const { session: client } = await session(
      tasks(() => new Promise(() => undefined), {
        maxRunning: 1,
        maxTtlMs: 1_000,
      }),
    );
    expect(await begin(client, { ttl: 5_000 })).toMatchObject({ ttl: 1_000 });
    const { error } = await client.call("t", {}, { task: {} });
    expect(error.code).toBe(-32603);
  });

  test("are not there in 2025-06-18", async () => {
    const { session: client } = await session(
      tasks(() => said),
      {
        version: "2025-06-18",
      },
    );
    expect((await client.call("t", {}, { task: {} }))["result"]).toEqual(said);
  });

  test("are named by their notifications", async () => {
    const { session: client } = await session(
      tasks(async (_params, context) => {
        await context.progress(1);
        return said;
      }),
    );
    const { result } = await client.call(
      "t",
      {},
      { task: {}, _meta: { progressToken: "p" } },
    );
    await until(
      () => client.notified("notifications/progress").length === 1,
      "progress came",
    );
    const [told] = client.notified("notifications/progress");
    expect(told?.["params"]._meta).toEqual({
      [related]: { taskId: result.task.taskId },
    });
  });

  test("are kept up to a number, ended ones going first", () => {
    const store = new folder.code.server.InMemoryTaskStore({ maxTasks: 2 });
    const put = (taskId: string, status: string): void => {
      const now = new Date().toISOString();
      const task = {
        taskId,
        status,
        createdAt: now,
        lastUpdatedAt: now,
        ttl: null,
      };
      store.put({ task, owner: "" });
    };
    put("working", "working");
    put("done", "completed");
    put("new", "working");
    expect(store.get("done")).toBeUndefined();
    expect(store.get("working")).toBeDefined();
    put("more", "working");
    expect(store.get("working")).toBeDefined();
    expect(store.get("new")).toBeDefined();
  });
});

test("a handler that no method has is an error", () => {
  const { createMcpServer } = folder.code.server;
  for (const name of ["lsitTools", "ping"]) {
    const handlers = { [name]: () => ({ tools: [] }) };
    expect(() => createMcpServer({ info, handlers })).toThrow(
      new RegExp(
        `^handlers.${name} is never called; handlers are: .*listTools`,
      ),
    );
  }
});

describe("context.accepted", () => {
  const requestedSchema = {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  };

  /** What a tool that asks for a name says, by what the user does. */
  async function greeted(answer: Message): Promise<Message> {
    const { client, server } = folder.code as any;
    const asked = client.memoryClient(
      server.createMcpServer({
        info,
        handlers: server.tools({
          greet: {
            run: async (_args: unknown, context: any) => {
              const message = "Who are you?";
              const who = await context.accepted({ message, requestedSchema });
              return `Hello ${who.name}`;
            },
          },
        }),
        onError: () => undefined,
      }),
      { inputs: { "elicitation/create": () => answer } },
    );
    const result = await asked.callTool({ name: "greet" });
    await asked.close();
    return result;
  }

  test("what was filled in", async () => {
    const content = { name: "Ada" };
    expect(await greeted({ action: "accept", content })).toMatchObject({
      content: [{ text: "Hello Ada" }],
    });
  });

  test("who declines makes the tool fail", async () => {
    expect(await greeted({ action: "decline" })).toMatchObject({
      isError: true,
      content: [{ text: 'The question "Who are you?" was declined.' }],
    });
  });
});
