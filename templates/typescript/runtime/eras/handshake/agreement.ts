/**
 * The handshake at a client: what both sides agree on before anything else
 * (specification: basic/lifecycle).
 */
import type { JSONRPCRequest, RequestId } from "../../../types.js";
import type { OpenCall } from "../client-era.js";
import {
  InvalidMessageError,
  InvalidResultError,
  NoCommonVersionError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import { errorFrom } from "../../protocol/wire-error.js";
import type { HandshakeFacts, HandshakeVersion } from "./facts.js";
import { findVersion } from "./versions.js";

/** What the server agreed to. */
export interface ServerAgreement {
  readonly version: HandshakeVersion;
  readonly serverCapabilities: Readonly<Record<string, unknown>>;
  readonly serverInfo: Readonly<Record<string, unknown>>;
  readonly instructions: string | undefined;
}

/** The request `initialize`, which waits for the server's agreement. */
export class InitializeRequest implements OpenCall {
  /** What the server agreed to. */
  readonly agreement: Promise<ServerAgreement>;
  /** Its id, once it is sent. */
  id: RequestId | undefined;
  readonly #facts: HandshakeFacts;
  readonly #params: Readonly<Record<string, unknown>>;
  #resolve!: (agreement: ServerAgreement) => void;
  #reject!: (error: unknown) => void;

  constructor(
    facts: HandshakeFacts,
    params: Readonly<Record<string, unknown>>,
  ) {
    this.#facts = facts;
    this.#params = params;
    this.agreement = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  message(id: RequestId): JSONRPCRequest {
    this.id = id;
    const { initialize } = this.#facts.methods;
    return {
      jsonrpc: "2.0",
      id,
      method: initialize,
      params: { ...this.#params },
    };
  }

  response(message: Readonly<Record<string, unknown>>): void {
    try {
      this.#resolve(this.#read(message));
    } catch (error) {
      this.#reject(error);
    }
  }

  failed(cause: Error): void {
    this.#reject(cause);
  }

  #read(message: Readonly<Record<string, unknown>>): ServerAgreement {
    const { methods, checkResult } = this.#facts;
    const hasResult = hasOwn(message, "result");
    if (hasResult === hasOwn(message, "error")) {
      throw new InvalidMessageError(
        `The response to ${methods.initialize} has to have either a result or an error.`,
        message,
      );
    }
    if (!hasResult) throw this.#refusal(message["error"]);
    const result = message["result"];
    const checked = checkResult(methods.initialize, result);
    if (!checked.success) {
      const problem =
        checked.issues[0]?.message ?? "it does not fit the schema.";
      throw new InvalidResultError(methods.initialize, result, problem);
    }
    const { protocolVersion, capabilities, serverInfo, instructions } =
      result as Record<string, unknown>;
    const version = findVersion(this.#facts, protocolVersion);
    if (version === undefined) {
      throw this.#noCommonVersion([String(protocolVersion)]);
    }
    return {
      version,
      serverCapabilities: capabilities as Record<string, unknown>,
      serverInfo: serverInfo as Record<string, unknown>,
      instructions: instructions as string | undefined,
    };
  }

  /** Some servers refuse a version with an error that lists others. */
  #refusal(error: unknown): Error {
    const typed = errorFrom(error);
    const data: unknown = typed.data;
    const supported = isObject(data) ? data["supported"] : undefined;
    return Array.isArray(supported)
      ? this.#noCommonVersion(
          supported.filter((each) => typeof each === "string"),
          typed,
        )
      : typed;
  }

  #noCommonVersion(
    theirs: readonly string[],
    cause?: unknown,
  ): NoCommonVersionError {
    const ours = this.#facts.versions.map(({ version }) => version);
    return new NoCommonVersionError(ours, theirs, cause);
  }
}
