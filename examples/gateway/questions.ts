/** What a server asks, until the client behind the gateway has answered. */
import { EventEmitter, once } from "node:events";
import type { InputHandlers } from "../../out/draft/client.js";
import type { InputRequestTypes } from "../../out/draft/methods.js";
import type { InputRequests } from "../../out/draft/types.js";
import type { HandlerContext } from "../../out/draft/server.js";

type Method = keyof InputRequestTypes;

interface Question {
  readonly method: Method;
  readonly params: any;
  readonly answer: (answer: any) => void;
  readonly refuse: (reason: unknown) => void;
  /** The call that passes it on: any one will do, all are of one client. */
  call?: number;
}

export class Questions {
  readonly #open = new Map<string, Question>();
  readonly #news = new EventEmitter().setMaxListeners(0);
  #last = 0;

  /** Handlers that put a question on the list, and wait. */
  readonly inputs: InputHandlers = {
    "elicitation/create": (params) => this.#ask("elicitation/create", params),
    "sampling/createMessage": (params) =>
      this.#ask("sampling/createMessage", params),
    "roots/list": (params) => this.#ask("roots/list", params),
  };

  #ask(method: Method, params: unknown): Promise<any> {
    return new Promise((answer, refuse) => {
      this.#open.set(`${++this.#last}`, { method, params, answer, refuse });
      this.#news.emit("question");
    });
  }

  /** Resolves at the next question. */
  async next(): Promise<void> {
    await once(this.#news, "question");
  }

  /** Takes the answers that a call has brought; gives what it is to ask. */
  take(call: number, context: HandlerContext): InputRequests {
    const asks: InputRequests = {};
    for (const [key, question] of this.#open) {
      question.call ??= call;
      if (question.call !== call) continue;
      try {
        const { method, params } = question;
        const answer = context.inputResponse(key, method);
        if (answer === undefined)
          asks[key] = context.inputRequest(method, params);
        else question.answer(answer);
      } catch (reason) {
        // The client cannot be asked this, or has not answered what it was asked.
        question.refuse(reason);
      }
      if (!(key in asks)) this.#open.delete(key);
    }
    return asks;
  }
}
