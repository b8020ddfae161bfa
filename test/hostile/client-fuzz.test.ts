/**
 * Structured fuzzing of the client: hostile values at each place of each official example
 * of what servers send. Nothing throws, every call settles, the next call is served.
 */
import {
  setImmediate as turn,
  setTimeout as sleep,
} from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Client,
  ResultCache,
  type ClientOptions,
} from "../../out/draft/client.js";
import { httpTransport } from "../../out/draft/runtime/http/client/transport.js";
import { examplesOf } from "../examples-corpus/examples.js";
import { rawServer } from "../runtime/raw-peer.js";
import { describeWithShared } from "../shared.js";
import { scriptedStdio } from "./scripted-peers.js";
import { fuzzParameters, hostileMessages } from "./values.js";

type Message = Record<string, any>;

/** Stands for the id of the request that is open; no example has it. */
const openId = 271_828_182;

/** The client's requests, by what the examples of their responses are called. */
const calls: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  CallTool: (client) => client.callTool({ name: "t", arguments: { a: 1 } }),
  Complete: (client) =>
    client.complete({
      ref: { type: "ref/prompt", name: "p" },
      argument: { name: "a", value: "b" },
    }),
  Discover: (client) => client.discover(),
  GetPrompt: (client) => client.getPrompt({ name: "p" }),
  ListPrompts: (client) => client.listPrompts(),
  ListResourceTemplates: (client) => client.listResourceTemplates(),
  ListResources: (client) => client.listResources(),
  ListTools: (client) => client.listTools(),
  ReadResource: (client) => client.readResource({ uri: "x:y" }),
  SubscriptionsListen: (client) =>
    client.listen({ toolsListChanged: true }).next(),
};

const options: ClientOptions = {
  info: { name: "client", version: "1.0.0" },
  probe: false,
  cache: new ResultCache(),
  inputs: {
    "elicitation/create": () => ({ action: "cancel" }),
    "roots/list": () => ({ roots: [] }),
    "sampling/createMessage": () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "t" },
    }),
  },
  schemaValidator: {
    dialects: ["https://json-schema.org/draft/2020-12/schema"],
    compile: () => () => [],
  },
  onLog: () => undefined,
  onNotification: () => undefined,
  onError: ({ message }) => {
    if (message.length > 3_000) throw new Error("A message is too long.");
  },
};

/** A client, and how it is answered. */
interface Wire {
  readonly client: Client;
  /** Answers the next request with a text first, and all that follow as they should be. */
  answerWith(text: string): void;
  /** Answers nothing more. */
  stop(): void;
}

const said = {
  resultType: "complete",
  content: [{ type: "text", text: "yes" }],
};

/** The answer that ends any call: an error, as that fits every method. */
const ending = (id: unknown): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code: -32603, message: "end" },
  });

/** What a server says to a request, as texts. */
class Answers {
  #texts: readonly string[] = [];

  set(texts: readonly string[]): void {
    this.#texts = texts;
  }

  to({ id, params }: Message): readonly string[] {
    if (params?.["name"] === "last") {
      return [JSON.stringify({ jsonrpc: "2.0", id, result: said })];
    }
    const texts = this.#texts.map((text) =>
      text.replaceAll(`${openId}`, JSON.stringify(id)),
    );
    this.#texts = [];
    return [...texts, ending(id)];
  }
}

/** Answers what a client sends, until told to stop. */
function answering(
  sent: readonly Message[],
  say: (text: string) => unknown,
): Pick<Wire, "answerWith" | "stop"> {
  const answers = new Answers();
  let stopped = false;
  void (async () => {
    for (let next = 0; !stopped;) {
      const message = sent[next];
      if (message === undefined) {
        await turn();
        continue;
      }
      next += 1;
      if (message["id"] === undefined) continue;
      for (const text of answers.to(message)) await say(text);
    }
  })();
  return {
    answerWith: (text) => answers.set([text]),
    stop: () => {
      stopped = true;
    },
  };
}

const wires: Readonly<Record<string, () => Wire>> = {
  memory: () => {
    const { client, received, sendText } = rawServer(options);
    return { client, ...answering(received, sendText) };
  },
  stdio: () => {
    const { client, sent, push } = scriptedStdio({}, options);
    return { client, ...answering(sent, (text) => push(`${text}\n`)) };
  },
  "HTTP, as an event stream": () =>
    overHttp("text/event-stream", (texts) =>
      texts.map((text) => `data: ${text}\n\n`).join(""),
    ),
  "HTTP, as JSON": () => overHttp("application/json", ([text = ""]) => text),
};

function overHttp(
  type: string,
  write: (texts: readonly string[]) => string,
): Wire {
  const answers = new Answers();
  const transport = httpTransport("http://127.0.0.1/", {
    fetch: async (_url, init) => {
      const body = write(answers.to(JSON.parse(String(init.body)) as Message));
      return new Response(body, { headers: { "content-type": type } });
    },
  });
  return {
    client: new Client(transport, options),
    answerWith: (text) => answers.set([text]),
    stop: () => undefined,
  };
}

describeWithShared("a client of a hostile server", () => {
  const examples = examplesOf("draft").map(({ name, type, text }) => ({
    name,
    type,
    message: JSON.parse(text) as Message,
  }));
  /** Responses, by the call that they answer. */
  const responses = Object.keys(calls).map((call) => ({
    call,
    messages: examples
      .filter(({ type }) => type === `${call}ResultResponse`)
      .map(({ name, message }) => ({
        name,
        message: { ...message, id: openId },
      })),
  }));
  const ofEveryCall = examples
    .filter(
      ({ type }) => type === "InputRequiredResult" || type.endsWith("Error"),
    )
    .map(({ name, type, message }) => ({
      name,
      message: type.endsWith("Error")
        ? { jsonrpc: "2.0", id: openId, error: message["error"] ?? message }
        : { jsonrpc: "2.0", id: openId, result: message },
    }));
  const notifications = examples
    .filter(({ type }) => type.endsWith("Notification"))
    .map(({ name, message }) => ({ name, message }));

  const tries = fc.oneof(
    ...responses.map(({ call, messages }) =>
      fc.record({
        call: fc.constant(call),
        hostile: hostileMessages([...messages, ...ofEveryCall]),
      }),
    ),
    fc.record({
      call: fc.constantFrom(...Object.keys(calls)),
      hostile: hostileMessages(notifications),
    }),
  );

  test("has examples of all that servers send", () => {
    expect(responses.filter(({ messages }) => messages.length === 0)).toEqual(
      [],
    );
    expect(ofEveryCall.length).toBeGreaterThan(5);
    expect(notifications.length).toBeGreaterThan(7);
  });

  test.each(Object.entries(wires))("over %s", async (name, open) => {
    await fc.assert(
      fc.asyncProperty(tries, async ({ call, hostile: { text } }) => {
        const { client, answerWith, stop } = open();
        answerWith(text);
        try {
          const start = calls[call] as (client: Client) => Promise<unknown>;
          expect(await settles(start(client))).toBe(true);
          const last = client.callTool({ name: "last" });
          expect(await settles(last)).toBe(true);
          expect(await last).toEqual(said);
          expect(({} as Message)["polluted"]).toBeUndefined();
        } finally {
          stop();
          await client.close();
        }
      }),
      fuzzParameters(`client, ${name}`, 400),
    );
  });
});

/** Whether a promise settles before long. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  const enough = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  const late = sleep(10_000, false, { signal: enough.signal }).catch(
    () => false,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    enough.abort();
  }
}
