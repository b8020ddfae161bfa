// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The methods of revision 2026-07-28: who sends which, with what, for what. The tables
// hold facts for programs, the `...Types` interfaces the same methods for the compiler.

import type {
  CallToolRequest,
  CallToolResult,
  ClientRequest,
  CompleteRequest,
  CompleteResult,
  ConstructorRequest,
  ElicitRequest,
  ElicitResult,
  EmptyResult,
  InputRequest,
  ListToolsRequest,
  ListToolsResult,
  LoggingMessageNotification,
  PageParams,
  ServerNotification,
  SetLevelRequest,
  SubscribeRequest,
  ToolListChangedNotification,
} from "./types.js";

export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export const JSONRPC_VERSION = "2.0";

/** What is known about a request, or an input request. */
export interface RequestInfo {
  /** The name in generated code, e.g. `callTool`. */
  readonly functionName: string;
  /** The schema's type of the message, e.g. `CallToolRequest`. */
  readonly type: string;
  /** Takes a `cursor`, gives a `nextCursor`. */
  readonly paginated: boolean;
  /** The result says how long it may be kept, in `ttlMs` and `cacheScope`. */
  readonly cacheable: boolean;
  /** The answer may be an `InputRequiredResult`. */
  readonly mayRequireInput: boolean;
  /** The message may go without `params`. */
  readonly paramsOptional: boolean;
  /** Path of the server capability that offers it, e.g. `resources.subscribe`. */
  readonly serverCapability?: string;
  /** Path of the client capability that it needs, e.g. `sampling`. */
  readonly clientCapability?: string;
  /** The param that HTTP repeats in the `Mcp-Name` header. */
  readonly headerName?: string;
  /** Path of the receiver's capability that allows `params.task`, e.g. `tasks.requests.tools.call`. */
  readonly taskCapability?: string;
}

/** What is known about a notification. */
export interface NotificationInfo {
  /** The name in generated code, e.g. `progress`. */
  readonly functionName: string;
  /** The schema's type of the message, e.g. `ProgressNotification`. */
  readonly type: string;
  /** The message may go without `params`. */
  readonly paramsOptional: boolean;
  /** Path of the server capability that announces it, e.g. `tools.listChanged`. */
  readonly serverCapability?: string;
  /** Path of the client capability that announces it, e.g. `roots.listChanged`. */
  readonly clientCapability?: string;
}

/** A key that the schema names inside `_meta`. */
export interface MetaKeyInfo {
  readonly key: string;
  readonly required: boolean;
}

/** Requests that clients send and servers answer. */
export const clientRequests = {
  "tools/list": {
    functionName: "listTools",
    type: "ListToolsRequest",
    paginated: true,
    cacheable: true,
    mayRequireInput: false,
    paramsOptional: false,
    serverCapability: "tools",
  },
  "tools/call": {
    functionName: "callTool",
    type: "CallToolRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: true,
    paramsOptional: false,
    serverCapability: "tools",
    headerName: "name",
  },
  "logging/setLevel": {
    functionName: "setLevel",
    type: "SetLevelRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: false,
    paramsOptional: false,
    serverCapability: "logging",
  },
  "resources/subscribe": {
    functionName: "subscribe",
    type: "SubscribeRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: false,
    paramsOptional: true,
    serverCapability: "resources.subscribe",
  },
  "completion/complete": {
    functionName: "complete",
    type: "CompleteRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: false,
    paramsOptional: true,
    serverCapability: "completions",
  },
  constructor: {
    functionName: "constructorRequest",
    type: "ConstructorRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: false,
    paramsOptional: true,
  },
} as const;

/** The types of `clientRequests`. */
export interface ClientRequestTypes {
  "tools/list": {
    request: ListToolsRequest;
    params: PageParams;
    result: ListToolsResult;
  };
  "tools/call": {
    request: CallToolRequest;
    params: CallToolRequest["params"];
    result: CallToolResult;
  };
  "logging/setLevel": {
    request: SetLevelRequest;
    params: SetLevelRequest["params"];
    result: EmptyResult;
  };
  "resources/subscribe": {
    request: SubscribeRequest;
    params: NonNullable<SubscribeRequest["params"]>;
    result: EmptyResult;
  };
  "completion/complete": {
    request: CompleteRequest;
    params: NonNullable<CompleteRequest["params"]>;
    result: CompleteResult;
  };
  constructor: {
    request: ConstructorRequest;
    params: NonNullable<ConstructorRequest["params"]>;
    result: EmptyResult;
  };
}

/** Requests that servers send and clients answer: none in this revision. */
export const serverRequests = {} as const;

/** The types of `serverRequests`. */
export interface ServerRequestTypes {}

/** What servers ask for inside a result of type `input_required`. */
export const inputRequests = {
  "elicitation/create": {
    functionName: "elicit",
    type: "ElicitRequest",
    paginated: false,
    cacheable: false,
    mayRequireInput: false,
    paramsOptional: false,
    clientCapability: "elicitation",
  },
} as const;

/** The types of `inputRequests`. */
export interface InputRequestTypes {
  "elicitation/create": {
    request: ElicitRequest;
    params: ElicitRequest["params"];
    result: ElicitResult;
  };
}

/** Notifications that clients send: none in this revision. */
export const clientNotifications = {} as const;

/** The types of `clientNotifications`. */
export interface ClientNotificationTypes {}

/** Notifications that servers send. */
export const serverNotifications = {
  "notifications/tools/list_changed": {
    functionName: "toolListChanged",
    type: "ToolListChangedNotification",
    paramsOptional: true,
    serverCapability: "tools.listChanged",
  },
  "notifications/message": {
    functionName: "loggingMessage",
    type: "LoggingMessageNotification",
    paramsOptional: true,
    serverCapability: "logging",
  },
} as const;

/** The types of `serverNotifications`. */
export interface ServerNotificationTypes {
  "notifications/tools/list_changed": {
    notification: ToolListChangedNotification;
    params: NonNullable<ToolListChangedNotification["params"]>;
  };
  "notifications/message": {
    notification: LoggingMessageNotification;
    params: NonNullable<LoggingMessageNotification["params"]>;
  };
}

/** Keys that the schema names in the `_meta` of a request, by the last segment of each. */
export const requestMetaKeys = {} as const;

/** Keys that the schema names in the `_meta` of a notification, by the last segment of each. */
export const notificationMetaKeys = {} as const;

/** Keys that the schema names in the `_meta` of a result, by the last segment of each. */
export const resultMetaKeys = {} as const;

/** Requests whose result itself names the server, in `serverInfo`. */
export const serverInfoResults = [] as const;

/**
 * A table that has an entry for each method of the schema's union and for no other,
 * and so has its map of types.
 */
type Complete<Table, Types, Method extends keyof Types, Info> = {
  readonly [Name in Method | keyof Types | keyof Table]: Name extends Method
    ? Info
    : never;
};

// A method too many or too few is a compile error in one of these lines.
clientRequests satisfies Complete<
  typeof clientRequests,
  ClientRequestTypes,
  ClientRequest["method"],
  RequestInfo
>;
serverRequests satisfies Complete<
  typeof serverRequests,
  ServerRequestTypes,
  never,
  RequestInfo
>;
inputRequests satisfies Complete<
  typeof inputRequests,
  InputRequestTypes,
  InputRequest["method"],
  RequestInfo
>;
clientNotifications satisfies Complete<
  typeof clientNotifications,
  ClientNotificationTypes,
  never,
  NotificationInfo
>;
serverNotifications satisfies Complete<
  typeof serverNotifications,
  ServerNotificationTypes,
  ServerNotification["method"],
  NotificationInfo
>;
requestMetaKeys satisfies Readonly<Record<string, MetaKeyInfo>>;
notificationMetaKeys satisfies Readonly<Record<string, MetaKeyInfo>>;
resultMetaKeys satisfies Readonly<Record<string, MetaKeyInfo>>;
