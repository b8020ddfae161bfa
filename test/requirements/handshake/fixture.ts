/**
 * The server that every implementation under test has to be, written once: its tools,
 * resources and prompts. Implementations differ in how they are told, not in what.
 */
import { levels } from "../fixture.js";
import type { Message } from "../message.js";

/** What a tool can do, whichever implementation runs it. */
export interface Acting {
  readonly signal: AbortSignal;
  progress(done: number): Promise<void>;
  log(level: string, data: unknown): Promise<void>;
  /** Asks the client, and gives the result. */
  elicit(params: Message): Promise<Message>;
  createMessage(params: Message): Promise<Message>;
  listRoots(): Promise<Message>;
  /** Says that a page has been visited. */
  completeElicitation(id: string): Promise<void>;
  /** Fails because pages have to be visited first. */
  requireUrls(
    elicitations: readonly {
      readonly message: string;
      readonly url: string;
      readonly elicitationId: string;
    }[],
  ): never;
  /** Fails with an error of the protocol. */
  refuse(code: number, message: string): never;
  /** Announces a change: `tools`, `prompts`, `resources`, or `updated` of a resource. */
  change(what: string, uri: string): void;
  /** Closes the HTTP connection of the request, which goes on; its answer waits for the client. */
  closeStream(): void;
}

/** A tool, and what it does. */
export interface FixtureTool {
  readonly name: string;
  readonly inputSchema: Message;
  readonly outputSchema?: Message;
  /** Whether calls may be tasks: 2025-11-25. */
  readonly taskSupport?: "forbidden" | "optional" | "required";
  run(args: Message, acting: Acting): Promise<Message> | Message;
}

const object: Message = { type: "object" };

/** A result of one text. */
export const said = (text: string): Message => ({
  content: [{ type: "text", text }],
});

/** The form that `ask` puts. */
export const form: Message = {
  message: "Which row?",
  requestedSchema: {
    type: "object",
    properties: {
      row: { type: "integer", title: "Row" },
      aisle: { type: "boolean", default: true },
    },
    required: ["row"],
  },
};

/** The page that `ask` has visited. */
export const page: Message = {
  mode: "url",
  message: "Sign in",
  url: "https://example.com/in",
  elicitationId: "visit-1",
};

/** What `ask` has the model continue. */
export const conversation: Message = {
  messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
  maxTokens: 10,
};

/** Milliseconds that a task may last whose caller did not say. */
export const taskTtlMs = 60_000;

async function ask(what: unknown, acting: Acting): Promise<unknown> {
  switch (what) {
    case "form":
      return acting.elicit(form);
    case "url":
      return acting.elicit(page);
    case "sampling":
      return acting.createMessage(conversation);
    case "sampling-tools":
      return acting.createMessage({
        ...conversation,
        tools: [{ name: "t", inputSchema: object }],
      });
    case "sampling-blocks": {
      const block = { type: "text", text: "Hi" };
      const messages = [{ role: "user", content: [block, block] }];
      return acting.createMessage({ ...conversation, messages });
    }
    case "roots":
      return acting.listRoots();
    default:
      throw new Error(`No such question: ${String(what)}`);
  }
}

/** The tools. */
export function fixtureTools(): readonly FixtureTool[] {
  const waiting: (() => void)[] = [];
  let visited = false;
  return [
    {
      name: "echo",
      inputSchema: object,
      taskSupport: "optional",
      run: (args) => said(JSON.stringify(args)),
    },
    {
      name: "sum",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
        additionalProperties: false,
      },
      run: ({ a, b }) => said(String(a + b)),
    },
    {
      name: "shape",
      inputSchema: object,
      outputSchema: {
        type: "object",
        properties: { n: { type: "integer" } },
        required: ["n"],
      },
      run: ({ give }) => ({
        ...said(JSON.stringify(give)),
        structuredContent: give,
      }),
    },
    {
      name: "fail",
      inputSchema: object,
      run: ({ code }, acting) => acting.refuse(code as number, "refused"),
    },
    {
      name: "break",
      inputSchema: object,
      taskSupport: "optional",
      run: () => {
        throw new Error("out of paper");
      },
    },
    {
      // Waits until it is cancelled; what it says then is too late.
      name: "wait",
      inputSchema: object,
      taskSupport: "optional",
      run: async (_args, acting) => {
        await acting.progress(1);
        await new Promise<void>((resolve) => {
          if (acting.signal.aborted) resolve();
          acting.signal.addEventListener("abort", () => resolve());
        });
        await acting.progress(2).catch(() => undefined);
        return said("late");
      },
    },
    {
      // Never looks whether anybody still waits.
      name: "stubborn",
      inputSchema: object,
      taskSupport: "optional",
      run: async (_args, acting) => {
        await acting.progress(1);
        await new Promise((resolve) => setTimeout(resolve, 60));
        return said("late");
      },
    },
    {
      // Answers once `next` is called.
      name: "held",
      inputSchema: object,
      taskSupport: "optional",
      run: async (_args, acting) => {
        const next = new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        await acting.progress(1);
        await next;
        return said("held");
      },
    },
    {
      name: "next",
      inputSchema: object,
      run: () => {
        for (const release of waiting.splice(0)) release();
        return said("next");
      },
    },
    {
      name: "steps",
      inputSchema: object,
      taskSupport: "optional",
      run: async (_args, acting) => {
        for (const done of [1, 1, 0.5, 2, 2, 3]) await acting.progress(done);
        setTimeout(() => void acting.progress(4).catch(() => undefined), 5);
        return said("done");
      },
    },
    {
      name: "chat",
      inputSchema: object,
      run: async (_args, acting) => {
        for (const level of levels) await acting.log(level, `said ${level}`);
        return said("done");
      },
    },
    {
      name: "ask",
      inputSchema: object,
      taskSupport: "optional",
      run: async ({ what }, acting) =>
        said(JSON.stringify(await ask(what, acting))),
    },
    {
      // Two questions at once.
      name: "ask-twice",
      inputSchema: object,
      run: async (_args, acting) =>
        said(
          JSON.stringify(
            await Promise.all([
              acting.listRoots(),
              acting.createMessage(conversation),
            ]),
          ),
        ),
    },
    {
      name: "visit",
      inputSchema: object,
      run: async (_args, acting) => {
        if (visited) return said("visited");
        visited = true;
        return acting.requireUrls([
          {
            message: "Sign in",
            url: "https://example.com/in",
            elicitationId: "visit-1",
          },
        ]);
      },
    },
    {
      name: "visit-done",
      inputSchema: object,
      run: async (_args, acting) => {
        await acting.elicit(page);
        await acting.completeElicitation("visit-1");
        return said("done");
      },
    },
    {
      name: "blocks",
      inputSchema: object,
      run: () => ({
        content: [
          { type: "text", text: "text" },
          { type: "audio", data: "AAAA", mimeType: "audio/wav" },
          { type: "resource_link", uri: "file:///srv/note.txt", name: "note" },
        ],
      }),
    },
    {
      name: "structured",
      inputSchema: object,
      run: () => ({ ...said('{"n":1}'), structuredContent: { n: 1 } }),
    },
    {
      name: "must",
      inputSchema: object,
      taskSupport: "required",
      run: () => said("must"),
    },
    {
      name: "never",
      inputSchema: object,
      taskSupport: "forbidden",
      run: () => said("never"),
    },
    {
      name: "close-stream",
      inputSchema: object,
      run: async (_args, acting) => {
        acting.closeStream();
        await new Promise((resolve) => setTimeout(resolve, 50));
        return said("resumed");
      },
    },
    {
      name: "change",
      inputSchema: object,
      run: ({ what, uri }, acting) => {
        acting.change(String(what), String(uri));
        return said("changed");
      },
    },
  ];
}

/** Resources, by URI; those that are not there are refused. */
export const resources: Readonly<Record<string, Message>> = {
  "file:///srv/note.txt": { mimeType: "text/plain", text: "a note" },
  "file:///srv/second.txt": { mimeType: "text/plain", text: "another" },
};
