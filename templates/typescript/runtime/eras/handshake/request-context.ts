/** What a handler can do in the handshake era: ask the client, and wait for the answer. */
import { RequestContext, type RequestFacts } from "../request-context.js";
import type { HandshakeFacts } from "./facts.js";
import {
  ask,
  assertAskable,
  CannotAskError,
  type QuestionOptions,
} from "./question.js";
import type { Related, ServerSession } from "./server-session.js";

/** What is known about a request that is served in a session. */
export interface SessionFacts extends RequestFacts {
  readonly facts: HandshakeFacts;
  readonly session: ServerSession;
  readonly related: Related;
}

/**
 * The request behind a handler's call. Version, capabilities and identity of the client
 * are those of its session.
 */
export class HandshakeContext extends RequestContext<SessionFacts> {
  /** The task that the call became; undefined if it is none. */
  get taskId(): string | undefined {
    return this.facts.related.taskId;
  }

  /**
   * Whether the client can be asked this: it declared what the question needs, and there
   * is a way to reach it.
   */
  protected canAsk(method: string, params?: object): boolean {
    const { facts, session } = this.facts;
    try {
      assertAskable(facts, session, method, params);
      return true;
    } catch (error) {
      if (error instanceof CannotAskError) return false;
      throw error;
    }
  }

  /** Puts a question to the client. */
  protected ask(
    method: string,
    params: object | undefined,
    options: QuestionOptions | undefined,
  ): Promise<Record<string, unknown>> {
    const { facts, session, related } = this.facts;
    return ask(
      { facts, session, related, signal: this.signal },
      method,
      params as Record<string, unknown> | undefined,
      options,
    );
  }

  /**
   * Tells the client that what its user had to do on a web page is done
   * (specification: client/elicitation).
   *
   * @param elicitationId - The id that the question had.
   */
  completeElicitation(elicitationId: string): void | Promise<void> {
    return this.handled.notify({
      jsonrpc: "2.0",
      method: this.facts.facts.notifications.elicitationComplete,
      params: { elicitationId },
    });
  }

  /**
   * Closes the HTTP connection that waits for the answer, where the client can come back
   * for it: it asks again after `retryMs`. Elsewhere nothing happens
   * (specification: basic/transports, resumability).
   */
  closeStream(): void {
    this.handled.exchange.closeStream?.();
  }
}
