/**
 * The server that every implementation under test has to be: its tools, resources and
 * prompts, written once. Implementations differ in how they are told, not in what.
 */
import type { Message } from "./message.js";

/** What a tool's behaviour can do, whichever implementation runs it. */
export interface Acting {
  readonly signal: AbortSignal;
  progress(done: number): Promise<void>;
  log(level: string, data: unknown): Promise<void>;
  /** Answers that came with the call, by key. */
  answer(key: string): Promise<unknown>;
  /** State that came back and was verified. */
  state(): Promise<unknown>;
  sign(state: unknown): Promise<string>;
  /** The result that asks. */
  ask(
    inputRequests: Readonly<Record<string, Message>> | undefined,
    requestState?: string,
  ): Message;
  /** Fails with an error of the protocol. */
  refuse(code: number, message: string): never;
  /** Fails unless the client declared this. */
  require(capabilities: Message): void;
  /** Announces a change. */
  change(what: string, uri: string): void;
  /** Closes the server gracefully, a moment later. */
  shutDown(): void;
}

/** A tool, and what it does. */
export interface FixtureTool {
  readonly name: string;
  readonly inputSchema: Message;
  readonly outputSchema?: Message;
  run(args: Message, acting: Acting): Promise<Message> | Message;
}

/** Severities in their order. */
export const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

const object: Message = { type: "object" };
const said = (text: string): Message => ({ content: [{ type: "text", text }] });

const form = {
  message: "Which row?",
  requestedSchema: {
    type: "object",
    properties: { row: { type: "integer" } },
  },
};

const conversation = {
  messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
  maxTokens: 10,
};

/** Questions that the tool `ask` puts, by its argument. */
export const questions: Readonly<Record<string, Message>> = {
  form: { method: "elicitation/create", params: form },
  url: {
    method: "elicitation/create",
    params: { mode: "url", message: "Sign in", url: "https://example.com/in" },
  },
  sampling: { method: "sampling/createMessage", params: conversation },
  "sampling-tools": {
    method: "sampling/createMessage",
    params: { ...conversation, tools: [{ name: "t", inputSchema: object }] },
  },
  roots: { method: "roots/list" },
};

/** The tools. `canary` is the address of a schema that nobody may fetch. */
export function fixtureTools(canary: string): readonly FixtureTool[] {
  const holding: (() => void)[] = [];
  return [
    {
      name: "echo",
      inputSchema: object,
      run: (args) => said(JSON.stringify(args)),
    },
    {
      name: "日本",
      inputSchema: object,
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
      // Says something only to a validator of the dialect 2020-12.
      name: "pair",
      inputSchema: {
        type: "object",
        properties: {
          pair: {
            type: "array",
            prefixItems: [{ type: "string" }, { type: "integer" }],
            items: false,
          },
        },
      },
      run: (args) => said(JSON.stringify(args)),
    },
    {
      name: "shape",
      inputSchema: object,
      outputSchema: {
        type: "object",
        properties: { n: { type: "integer" } },
        required: ["n"],
      },
      run: ({ give }) => ({ ...said("shape"), structuredContent: give }),
    },
    {
      name: "numbers",
      inputSchema: object,
      outputSchema: { type: "array", items: { type: "integer" } },
      run: () => ({ ...said("[1,2]"), structuredContent: [1, 2] }),
    },
    {
      name: "old-dialect",
      inputSchema: {
        $schema: "http://json-schema.org/draft-04/schema#",
        type: "object",
        properties: { a: { type: "string" } },
      },
      run: () => said("ran"),
    },
    {
      name: "far-away",
      inputSchema: {
        type: "object",
        properties: { a: { $ref: canary } },
      },
      run: () => said("ran"),
    },
    {
      name: "wait",
      inputSchema: object,
      run: async (_args, acting) => {
        await acting.progress(1);
        await new Promise<void>((resolve) => {
          if (acting.signal.aborted) resolve();
          acting.signal.addEventListener("abort", () => resolve());
        });
        // All of this comes too late.
        await acting.progress(2).catch(() => undefined);
        await acting.log("error", "late").catch(() => undefined);
        return said("late");
      },
    },
    {
      // Never looks whether anybody still waits.
      name: "stubborn",
      inputSchema: object,
      run: async (_args, acting) => {
        await acting.progress(1);
        await new Promise((resolve) => setTimeout(resolve, 60));
        await acting.progress(2).catch(() => undefined);
        return said("late");
      },
    },
    {
      // Reports, and holds until the tool `next` is called: each report arrives on its own.
      name: "held",
      inputSchema: object,
      run: async (_args, acting) => {
        for (const done of [1, 2, 3]) {
          const next = new Promise<void>((resolve) => {
            holding.push(resolve);
          });
          await acting.progress(done);
          await next;
        }
        return said("done");
      },
    },
    {
      name: "next",
      inputSchema: object,
      run: () => {
        for (const release of holding.splice(0)) release();
        return said("done");
      },
    },
    {
      name: "steps",
      inputSchema: object,
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
      name: "fail",
      inputSchema: object,
      run: ({ code }, acting) => acting.refuse(code as number, "refused"),
    },
    {
      name: "break",
      inputSchema: object,
      run: () => {
        throw new Error("out of paper");
      },
    },
    {
      name: "ask",
      inputSchema: object,
      run: async ({ what }, acting) => {
        const answered = await acting.answer("q");
        if (answered !== undefined) return said(JSON.stringify(answered));
        const question = questions[what as string];
        return acting.ask(question && { q: question });
      },
    },
    {
      name: "remember",
      inputSchema: object,
      run: async (_args, acting) => {
        const state = await acting.state();
        return state === undefined
          ? acting.ask(undefined, await acting.sign({ seat: "12A" }))
          : said(JSON.stringify(state));
      },
    },
    {
      name: "route",
      inputSchema: {
        type: "object",
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          place: {
            type: "object",
            properties: {
              floor: { type: "integer", "x-mcp-header": "Floor" },
              open: { type: "boolean", "x-mcp-header": "Open" },
            },
          },
        },
      },
      run: (args) => said(JSON.stringify(args)),
    },
    {
      name: "picture",
      inputSchema: object,
      run: ({ data }) => ({
        content: [{ type: "image", data, mimeType: "image/png" }],
      }),
    },
    {
      name: "extended",
      inputSchema: object,
      run: (_args, acting) => {
        acting.require({ extensions: { "com.example/ext": {} } });
        return said("extended");
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
    {
      name: "shut-down",
      inputSchema: object,
      run: (_args, acting) => {
        acting.shutDown();
        return said("soon");
      },
    },
  ];
}

/** Resources, by URI; those that are not there are refused. */
export const resources: Readonly<Record<string, Message>> = {
  "file:///srv/note.txt": { mimeType: "text/plain", text: "a note" },
  "file:///srv/second.txt": { mimeType: "text/plain", text: "another" },
  "file:///srv/dot.png": { mimeType: "image/png", blob: "AAAA" },
};

/** A resource whose handler asks first. */
export const askingUri = "file:///srv/asks";

/** More suggestions than a client may be given at once. */
export const suggestions: readonly string[] = Array.from(
  { length: 150 },
  (_, index) => `Ada ${index}`,
);
