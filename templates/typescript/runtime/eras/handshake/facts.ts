/**
 * What the handshake era has to know about its revisions. The generated facts are passed
 * in as a value, so that a program can speak this era in addition to another one.
 */
import type { Issue } from "../../../validators.js";

/** A method, as far as the era decides about it. */
export interface MethodFacts {
  /** The name in generated code, e.g. `callTool`. */
  readonly functionName: string;
  /** Path of the server capability that offers it. */
  readonly serverCapability?: string;
  /** Path of the client capability that it needs. */
  readonly clientCapability?: string;
  /** Path of the receiver's capability that allows `params.task`. */
  readonly taskCapability?: string;
}

/** What one revision has, of what not all of them have. */
export interface HandshakeVersion {
  /** The revision, e.g. `2025-11-25`. */
  readonly version: string;
  /** Whether arrays of messages are messages. */
  readonly batching: boolean;
  /** Whether HTTP requests name the version in a header once it is agreed on. */
  readonly versionHeader: boolean;
  /** Whether a stream may begin with an event without data, and be closed early. */
  readonly resumableStreams: boolean;
  /** Whether progress has a `message`. */
  readonly progressMessage: boolean;
  /** Kinds of content blocks that it does not have. */
  readonly missingBlocks: readonly string[];
  /** Whether results of tools have structured content. */
  readonly structuredContent: boolean;
  /** Whether a question to the user says its `mode`. */
  readonly elicitationModes: boolean;
  /** Methods and notifications that it does not have. */
  readonly missingMethods: readonly string[];
  /** Paths of capabilities that it does not have. */
  readonly missingCapabilities: readonly string[];
}

/** What a checked message is, or what is wrong with it. */
export type Checked =
  | { readonly success: true; readonly issues?: never }
  | { readonly success: false; readonly issues: readonly Issue[] };

/** Facts of the handshake revisions; see `handshake.ts` of the runtime. */
export interface HandshakeFacts {
  /** Revisions that are spoken, newest first. */
  readonly versions: readonly HandshakeVersion[];
  /** Requests of clients, by method. */
  readonly clientRequests: Readonly<Record<string, MethodFacts>>;
  /** Requests of servers, by method. */
  readonly serverRequests: Readonly<Record<string, MethodFacts>>;
  readonly methods: {
    readonly initialize: string;
    readonly ping: string;
    readonly callTool: string;
    readonly readResource: string;
    readonly complete: string;
    readonly setLevel: string;
    readonly subscribe: string;
    readonly unsubscribe: string;
    readonly elicit: string;
    readonly createMessage: string;
    readonly listRoots: string;
    readonly getTask: string;
    readonly getTaskResult: string;
    readonly listTasks: string;
    readonly cancelTask: string;
  };
  readonly notifications: {
    readonly initialized: string;
    readonly cancelled: string;
    readonly progress: string;
    readonly log: string;
    readonly resourceUpdated: string;
    readonly elicitationComplete: string;
    readonly taskStatus: string;
    readonly rootsListChanged: string;
  };
  readonly errorCodes: {
    /** A resource is not there. */
    readonly resourceNotFound: number;
    /** Pages have to be visited first; undefined where the revision has no such error. */
    readonly urlElicitationRequired: number | undefined;
  };
  /** The key of `_meta` that names the task a message belongs to. */
  readonly relatedTaskKey: string;
  /** Whether a request, whoever sends it, fits its method. */
  readonly checkRequest: (method: string, message: unknown) => Checked;
  /** Whether a result fits its method. */
  readonly checkResult: (method: string, result: unknown) => Checked;
  /** What is wrong with messages of a sampling request that follow each other, in words. */
  readonly samplingProblem: (messages: unknown) => string | undefined;
}
