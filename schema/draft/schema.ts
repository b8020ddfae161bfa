// The Model Context Protocol, draft revision: every message, with the rules a type cannot say.
//
// A client sends requests and notifications, a server sends responses and notifications, and no
// request relies on an earlier one: version, capabilities and identity travel in its `_meta`.
// When a server needs something from the client, its result says so and the client calls again.

/* ---------------------------------------------------------------------------------------------
 * Protocol constants
 * ------------------------------------------------------------------------------------------- */

/**
 * Revision this file states, in the form used on the wire.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/**
 * Value of the `jsonrpc` member in every message.
 *
 * @internal
 */
export const JSONRPC_VERSION = "2.0";

/* ---------------------------------------------------------------------------------------------
 * JSON values
 * ------------------------------------------------------------------------------------------- */

/** Anything JSON can express. Numbers may have a fraction, `null` is a value. */
export type JSONValue = string | number | boolean | null | JSONObject | JSONArray;

/** JSON object with freely chosen keys. */
export type JSONObject = { [key: string]: JSONValue };

/** JSON array; its elements may differ in type. */
export type JSONArray = JSONValue[];

/* ---------------------------------------------------------------------------------------------
 * JSON-RPC envelope
 * ------------------------------------------------------------------------------------------- */

/**
 * Ties a response to its request. Chosen by the sender of the request: a string or an integer,
 * never `null`, and different from all that still wait for an answer. `7` and `"7"` are two ids.
 */
export type RequestId = string | number;

/**
 * What any request says: which method, with which parameters.
 *
 * @internal
 */
export interface Request {
  /** Operation asked for, such as `tools/call`. */
  method: string;
  /** Input of the operation. Left open here (`any`, so that interfaces may narrow it). */
  params?: { [key: string]: any };
}

/**
 * What any notification says: what happened, with which details.
 *
 * @internal
 */
export interface Notification {
  /** Event reported, such as `notifications/progress`. */
  method: string;
  /** Details of the event. Left open here (`any`, so that interfaces may narrow it). */
  params?: { [key: string]: any };
}

/** Request on the wire. Exactly one response answers it, unless it is cancelled. */
export interface JSONRPCRequest extends Request {
  /** Always `"2.0"`. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** Repeated in the response to this request. */
  id: RequestId;
}

/** Message without an id. Never answered, not even with an error; unknown ones are ignored. */
export interface JSONRPCNotification extends Notification {
  /** Always `"2.0"`. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/** Answer to a request that did not fail; it may still be a question back. */
export interface JSONRPCResultResponse {
  /** Always `"2.0"`. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** Same value and JSON type as in the request. */
  id: RequestId;
  /** Outcome; its shape follows from the method and from `resultType`. */
  result: Result;
}

/** Answer to a request that failed at the level of the protocol. */
export interface JSONRPCErrorResponse {
  /** Always `"2.0"`. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** Same value and JSON type as in the request; left out only if the id could not be read. */
  id?: RequestId;
  /** What went wrong. */
  error: Error;
}

/** Either answer to a request; which one is told by the member `result` or `error`. */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** One message in either direction. Messages are never batched into arrays. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/* ---------------------------------------------------------------------------------------------
 * `_meta`
 * ------------------------------------------------------------------------------------------- */

/**
 * Metadata in a `_meta` field. Keys a receiver does not know pass through untouched.
 *
 * A key reads `name` or `prefix/name`:
 * - The prefix is one or more labels joined by dots. A label opens with a letter, closes with a
 *   letter or digit and may have hyphens inside.
 * - The name is empty, or opens and closes with a letter or digit and may have `-`, `_` and `.`
 *   inside.
 *
 * Own keys take a reverse-DNS prefix, say `com.example/`. A prefix belongs to MCP when its second
 * label is `mcp` or `modelcontextprotocol`: `dev.mcp/` does, `com.example.mcp/` does not. Nobody
 * reads more into a value under such a key than its definition says. The bare keys `traceparent`,
 * `tracestate` and `baggage` carry W3C trace context.
 */
export type MetaObject = Record<string, unknown>;

/**
 * `_meta` of a request: all the server may assume about the client. It counts for this one
 * request. A required key that is missing or malformed is answered with {@link INVALID_PARAMS}.
 */
export interface RequestMetaObject extends MetaObject {
  /**
   * Revision the client speaks, such as `2026-07-28`. Over HTTP the `MCP-Protocol-Version` header
   * repeats it: a difference is a {@link HeaderMismatchError}, a revision the server does not
   * serve an {@link UnsupportedProtocolVersionError}.
   */
  "io.modelcontextprotocol/protocolVersion": string;
  /** What the client can do for this request; `{}` when it offers nothing optional. */
  "io.modelcontextprotocol/clientCapabilities": ClientCapabilities;
  /**
   * Name and version of the client program, sent unless the user turned it off. Self-declared:
   * good for display, logs and debugging, no ground for behaviour or security decisions.
   */
  "io.modelcontextprotocol/clientInfo"?: Implementation;
  /**
   * Lowest severity the client wants to hear about while this request runs. Absent: the server
   * sends no {@link LoggingMessageNotification}.
   *
   * @deprecated Since 2026-07-28. Read the server's stderr, or have it export OpenTelemetry.
   */
  "io.modelcontextprotocol/logLevel"?: LoggingLevel;
  /**
   * Asks for {@link ProgressNotification}s about this request, which will quote the token. Unique
   * among the running requests; the server is free to report nothing.
   */
  progressToken?: ProgressToken;
}

/** `_meta` of a notification. */
export interface NotificationMetaObject extends MetaObject {
  /**
   * Id of the {@link SubscriptionsListenRequest} this notification belongs to. Present on all
   * that a subscription delivers, absent on what a running request reports about itself.
   */
  "io.modelcontextprotocol/subscriptionId"?: RequestId;
}

/** `_meta` of a result. */
export interface ResultMetaObject extends MetaObject {
  /**
   * Name and version of the server program, sent unless its operator turned it off.
   * Self-declared, like `clientInfo`: show it, log it, decide nothing by it.
   */
  "io.modelcontextprotocol/serverInfo"?: Implementation;
}

/* ---------------------------------------------------------------------------------------------
 * Parameters and results in general
 * ------------------------------------------------------------------------------------------- */

/** Parameters every request has. */
export interface RequestParams {
  /** Version, capabilities and identity of the client. */
  _meta: RequestMetaObject;
}

/** Parameters every notification may have. */
export interface NotificationParams {
  /** Subscription it belongs to, trace context, own keys. */
  _meta?: NotificationMetaObject;
}

/**
 * How far a result got: `complete` holds the final content, `input_required` is an
 * {@link InputRequiredResult}. An extension both sides declared may add values; any other value
 * makes the response invalid.
 */
export type ResultType = "complete" | "input_required" | string;

/** What every result has. Further members belong to the method, or to an extension. */
export interface Result {
  /**
   * Read first: it decides how to read the rest. Servers always send it; a result without it comes
   * from an earlier revision and means `complete`.
   */
  resultType: ResultType;
  /** Identity of the server, trace context, own keys. */
  _meta?: ResultMetaObject;
  /** Content of the result, by method. */
  [key: string]: unknown;
}

/** Result of a request that has nothing to report but its success. */
export type EmptyResult = Result;

/**
 * Position in a list that is delivered in pages. Opaque: clients send it back as it came and
 * neither parse, compare nor build one. An empty string is a cursor like any other.
 */
export type Cursor = string;

/** Parameters of a list request. */
export interface PaginatedRequestParams extends RequestParams {
  /** `nextCursor` of the page before; absent asks for the first page. */
  cursor?: Cursor;
}

/**
 * Request for one page of a list.
 *
 * @internal
 */
export interface PaginatedRequest extends JSONRPCRequest {
  /** Which page is wanted. */
  params: PaginatedRequestParams;
}

/**
 * One page of a list. The server decides how long a page is.
 *
 * @internal
 */
export interface PaginatedResult extends Result {
  /** Where the next page begins; absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Result a client may keep and use again. Keyed by method and parameters; answers reached with
 * `inputResponses` or `requestState` are never kept.
 *
 * @internal
 */
export interface CacheableResult extends Result {
  /**
   * Milliseconds the result stays fresh after it was received; 0 means stale at once. A matching
   * change notification ends the time early.
   *
   * @minimum 0
   */
  ttlMs: number;
  /**
   * Who may share a kept copy. `public`: every user, because nothing in it is about one of them.
   * `private`: only requests with the same authorization, so a new access token starts afresh.
   */
  cacheScope: "public" | "private";
}

/* ---------------------------------------------------------------------------------------------
 * Errors
 *
 * Codes from -32768 to -32000 are taken by JSON-RPC. Of those for servers, -32000 to -32019 mean
 * nothing across implementations, and -32020 to -32099 are MCP's own, given out in that order.
 * Two codes of earlier revisions are never sent again: -32002, which said that a resource does not
 * exist (now -32602; clients still understand it), and -32042, which demanded a URL elicitation in
 * 2025-11-25. Applications choose theirs outside the whole range.
 * ------------------------------------------------------------------------------------------- */

/** Payload of an error response. */
export interface Error {
  /** Integer that names the kind of failure. */
  code: number;
  /** One short sentence for people. */
  message: string;
  /** Details in whatever form the sender likes; some codes of MCP prescribe one. */
  data?: unknown;
}

/** Code of {@link ParseError}. */
export const PARSE_ERROR = -32700;

/** Code of {@link InvalidRequestError}. */
export const INVALID_REQUEST = -32600;

/** Code of {@link MethodNotFoundError}. */
export const METHOD_NOT_FOUND = -32601;

/** Code of {@link InvalidParamsError}. */
export const INVALID_PARAMS = -32602;

/** Code of {@link InternalError}. */
export const INTERNAL_ERROR = -32603;

/** Code of {@link HeaderMismatchError}. */
export const HEADER_MISMATCH = -32020;

/** Code of {@link MissingRequiredClientCapabilityError}. */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

/** Code of {@link UnsupportedProtocolVersionError}. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** What arrived is not JSON. The response has no id, for none could be read. */
export interface ParseError extends Error {
  /** Always -32700. */
  code: typeof PARSE_ERROR;
}

/** JSON, but no JSON-RPC request: an array, no `jsonrpc`, an id that is `null` or a fraction. */
export interface InvalidRequestError extends Error {
  /** Always -32600. */
  code: typeof INVALID_REQUEST;
}

/**
 * The server does not know the method, or did not advertise the capability behind it. HTTP status
 * 404. If it is the client that lacks a capability, see
 * {@link MissingRequiredClientCapabilityError}.
 */
export interface MethodNotFoundError extends Error {
  /** Always -32601. */
  code: typeof METHOD_NOT_FOUND;
}

/**
 * The method is known, its parameters are not acceptable: the wrong shape, a key of `_meta` that is
 * missing or malformed, a tool, prompt or resource nobody knows, a stale cursor, a log level that
 * does not exist, a prompt argument left out.
 */
export interface InvalidParamsError extends Error {
  /** Always -32602. */
  code: typeof INVALID_PARAMS;
}

/** The request was fine; something inside the server broke. */
export interface InternalError extends Error {
  /** Always -32603. */
  code: typeof INTERNAL_ERROR;
}

/**
 * A mirrored HTTP header is absent, unreadable or disagrees with the body. Sent with status
 * 400; the body holds the truth, so the client corrects its headers and tries again.
 */
export interface HeaderMismatchError extends Omit<JSONRPCErrorResponse, "error"> {
  /** Code and explanation; no `data` is prescribed. */
  error: Error & {
    /** Always -32020. */
    code: typeof HEADER_MISMATCH;
  };
}

/**
 * The request cannot be served without a capability that its `_meta` does not declare. HTTP status
 * 400. Declaring it and asking again helps only if the client really has it.
 */
export interface MissingRequiredClientCapabilityError extends Omit<JSONRPCErrorResponse, "error"> {
  /** Code, explanation, and the gap as `data`. */
  error: Error & {
    /** Always -32021. */
    code: typeof MISSING_REQUIRED_CLIENT_CAPABILITY;
    /** The gap, for programs. */
    data: {
      /** The missing ones, as a client would declare them: `{ elicitation: { url: {} } }`. */
      requiredCapabilities: ClientCapabilities;
    };
  };
}

/**
 * The server does not serve the revision named in `_meta`, whether it has heard of it or not. HTTP
 * status 400.
 */
export interface UnsupportedProtocolVersionError extends Omit<JSONRPCErrorResponse, "error"> {
  /** Code, explanation, and a way out as `data`. */
  error: Error & {
    /** Always -32022. */
    code: typeof UNSUPPORTED_PROTOCOL_VERSION;
    /** Both sides of the disagreement. */
    data: {
      /** All revisions the server serves; the client takes its favourite and asks again. */
      supported: string[];
      /** Revision the refused request named. */
      requested: string;
    };
  };
}

/* ---------------------------------------------------------------------------------------------
 * Descriptions shared by many types
 * ------------------------------------------------------------------------------------------- */

/** Party in a conversation: the person, or the model. */
export type Role = "user" | "assistant";

/**
 * What a thing is called, by programs and by people.
 *
 * @internal
 */
export interface BaseMetadata {
  /** Identifier for programs; also shown to people for want of a `title`. */
  name: string;
  /** Display name in everyday words. For a {@link Tool}, `annotations.title` is second choice. */
  title?: string;
}

/** Picture of a program, tool, prompt or resource. */
export interface Icon {
  /**
   * Where the picture is (`https:`), or all of it in Base64 (`data:`). Fetch it without credentials
   * and only from hosts you trust; an SVG may carry scripts.
   *
   * @format uri
   */
  src: string;
  /** Media type, such as `image/png`, where the server of `src` gives none or too vague a one. */
  mimeType?: string;
  /** Pixel sizes it was made for, `48x48`, or `any` if it scales; absent means any size. */
  sizes?: string[];
  /** Background it was drawn for; absent means both. */
  theme?: "light" | "dark";
}

/**
 * Adds icons to a description.
 *
 * @internal
 */
export interface Icons {
  /**
   * The same picture in several sizes or themes; the viewer picks one. Whoever shows icons
   * handles PNG and JPEG, ideally SVG and WebP too.
   */
  icons?: Icon[];
}

/** Program that speaks MCP, as it describes itself. */
export interface Implementation extends BaseMetadata, Icons {
  /** Release of the program, in its own numbering; not the revision of the protocol. */
  version: string;
  /** What the program is for, in a sentence or two. */
  description?: string;
  /**
   * Home page of the program.
   *
   * @format uri
   */
  websiteUrl?: string;
}

/** Hints on how a client might use or show a piece of data. */
export interface Annotations {
  /** Whom the data is meant for; both roles if both are listed. */
  audience?: Role[];
  /**
   * Weight from 0 (can be left out) to 1 (indispensable).
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  priority?: number;
  /** Time of the latest change in ISO 8601, for instance `2026-02-03T04:05:06Z`. */
  lastModified?: string;
}

/* ---------------------------------------------------------------------------------------------
 * Discovery and capabilities
 * ------------------------------------------------------------------------------------------- */

/**
 * Asks a server what it is and can do. All servers answer it. A client may skip it and let
 * {@link UnsupportedProtocolVersionError} steer its choice of revision.
 */
export interface DiscoverRequest extends JSONRPCRequest {
  /** Available whatever the server's capabilities. */
  method: "server/discover";
  /** Nothing but `_meta`. */
  params: RequestParams;
}

/** Profile of a server. */
export interface DiscoverResult extends CacheableResult {
  /** All revisions the server serves; the client names one of them in its requests. */
  supportedVersions: string[];
  /** Features on offer. What is not listed here is not there. */
  capabilities: ServerCapabilities;
  /**
   * Free text that tells a model how to make good use of the server, fit for a system prompt. Tool
   * descriptions need no repetition here.
   */
  instructions?: string;
}

/** Response to {@link DiscoverRequest}. */
export interface DiscoverResultResponse extends JSONRPCResultResponse {
  /** Versions, capabilities, instructions. */
  result: DiscoverResult;
}

/**
 * What a client can do for a server, declared afresh in the `_meta` of each request. A server asks
 * for nothing that is not declared. The set is open: keys a server does not know are ignored.
 */
export interface ClientCapabilities {
  /** Can put questions to the user. `{}` is short for `{ form: {} }`. */
  elicitation?: {
    /** Can show a form ({@link ElicitRequestFormParams}). */
    form?: JSONObject;
    /** Can send the user to a web page ({@link ElicitRequestURLParams}). */
    url?: JSONObject;
  };
  /**
   * Can have a model write a message.
   *
   * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
   */
  sampling?: {
    /** Accepts `tools` and `toolChoice`. */
    tools?: JSONObject;
    /** Accepts values of `includeContext` other than `none`, which are on their way out. */
    context?: JSONObject;
  };
  /**
   * Can name the folders and files it works on.
   *
   * @deprecated Since 2026-07-28. Pass paths as tool arguments, resource URIs or configuration.
   */
  roots?: {};
  /**
   * Extensions the client speaks: identifier to settings, `{}` for none. An identifier is formed
   * like a key of {@link MetaObject}, and its prefix is compulsory.
   */
  extensions?: { [key: string]: JSONObject };
  /** Things outside any standard, by name. */
  experimental?: { [key: string]: JSONObject };
}

/**
 * What a server offers, told in {@link DiscoverResult}. Methods behind a capability that is absent
 * end in {@link MethodNotFoundError}. The set is open: keys a client does not know are ignored.
 */
export interface ServerCapabilities {
  /** Has tools: `tools/list` and `tools/call` work. */
  tools?: {
    /** Tells subscribers when the list of tools changes. */
    listChanged?: boolean;
  };
  /** Has resources: `resources/list`, `resources/templates/list` and `resources/read` work. */
  resources?: {
    /** Tells subscribers when a resource they named changes. */
    subscribe?: boolean;
    /** Tells subscribers when the list of resources changes. */
    listChanged?: boolean;
  };
  /** Has prompts: `prompts/list` and `prompts/get` work. */
  prompts?: {
    /** Tells subscribers when the list of prompts changes. */
    listChanged?: boolean;
  };
  /** Suggests values for arguments: `completion/complete` works. */
  completions?: JSONObject;
  /**
   * Writes log messages for requests that set a level.
   *
   * @deprecated Since 2026-07-28. Log to stderr, or export OpenTelemetry.
   */
  logging?: JSONObject;
  /**
   * Extensions the server speaks: identifier to settings, `{}` for none. An identifier is formed
   * like a key of {@link MetaObject}, and its prefix is compulsory.
   */
  extensions?: { [key: string]: JSONObject };
  /** Things outside any standard, by name. */
  experimental?: { [key: string]: JSONObject };
}

/* ---------------------------------------------------------------------------------------------
 * Content: what tools return, prompts say and models read
 * ------------------------------------------------------------------------------------------- */

/** One piece of content, told apart by `type`. */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** Plain text. */
export interface TextContent {
  /** Marks text. */
  type: "text";
  /** The text itself. */
  text: string;
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Metadata of this block. */
  _meta?: MetaObject;
}

/** Picture, bytes included. */
export interface ImageContent {
  /** Marks a picture. */
  type: "image";
  /**
   * Bytes of the picture in Base64.
   *
   * @format byte
   */
  data: string;
  /** Media type, such as `image/png`; not every model takes every type. */
  mimeType: string;
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Metadata of this block. */
  _meta?: MetaObject;
}

/** Recording, bytes included. */
export interface AudioContent {
  /** Marks a recording. */
  type: "audio";
  /**
   * Bytes of the recording in Base64.
   *
   * @format byte
   */
  data: string;
  /** Media type, such as `audio/wav`; not every model takes every type. */
  mimeType: string;
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Metadata of this block. */
  _meta?: MetaObject;
}

/**
 * Points to a resource instead of including it. The client reads it with `resources/read` if it
 * cares; the target need not be listed by `resources/list`.
 */
export interface ResourceLink extends Resource {
  /** Marks a link. */
  type: "resource_link";
}

/** Brings a resource along, contents and all. How it is shown is the client's affair. */
export interface EmbeddedResource {
  /** Marks an embedded resource. */
  type: "resource";
  /** The contents, as `resources/read` would give them. */
  resource: TextResourceContents | BlobResourceContents;
  /** Audience, weight and age; they stand here, not inside `resource`. */
  annotations?: Annotations;
  /** Metadata of this block; the contents may have their own. */
  _meta?: MetaObject;
}

/* ---------------------------------------------------------------------------------------------
 * Tools: functions a model may call
 * ------------------------------------------------------------------------------------------- */

/** Tool, as `tools/list` describes it. */
export interface Tool extends BaseMetadata, Icons {
  /** Tells the model what the tool does and when to reach for it. */
  description?: string;
  /**
   * JSON Schema of the arguments. The root is always an object; besides `type` every keyword is
   * welcome, `$ref` and `oneOf` included.
   *
   * A property of type string, integer or boolean may have `x-mcp-header: "Name"`: over HTTP the
   * client then repeats its value in the header `Mcp-Param-Name`.
   */
  inputSchema: {
    /** Dialect of the schema; absent means 2020-12. */
    $schema?: string;
    /** Arguments are an object. */
    type: "object";
    /** Further keywords. */
    [key: string]: unknown;
  };
  /**
   * JSON Schema of `structuredContent`, of any type at its root. Where a tool has one, its results
   * have structured content that fits.
   */
  outputSchema?: {
    /** Dialect of the schema; absent means 2020-12. */
    $schema?: string;
    /** Further keywords. */
    [key: string]: unknown;
  };
  /** Hints on how the tool behaves. */
  annotations?: ToolAnnotations;
  /** Metadata of this tool. */
  _meta?: MetaObject;
}

/**
 * What a server claims about the behaviour of a tool. Claims, not guarantees: nothing is decided
 * by them unless the server is trusted.
 */
export interface ToolAnnotations {
  /** Display name, used when the tool itself has no `title`. */
  title?: string;
  /** Changes nothing. Absent: false. */
  readOnlyHint?: boolean;
  /** May overwrite or delete, not merely add; says nothing on a read-only tool. Absent: true. */
  destructiveHint?: boolean;
  /** A second, equal call changes nothing more; says nothing on a read-only tool. Absent: false. */
  idempotentHint?: boolean;
  /** Reaches beyond a fixed set of things, as a web search does. Absent: true. */
  openWorldHint?: boolean;
}

/** Asks for a page of tools. */
export interface ListToolsRequest extends PaginatedRequest {
  /** Behind the server capability `tools`. */
  method: "tools/list";
}

/** One page of tools. */
export interface ListToolsResult extends PaginatedResult, CacheableResult {
  /** Tools of this page, in an order that is stable while the set is. */
  tools: Tool[];
}

/** Response to {@link ListToolsRequest}. */
export interface ListToolsResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListToolsResult;
}

/** Parameters of {@link CallToolRequest}. */
export interface CallToolRequestParams extends InputResponseRequestParams {
  /** Which tool. Over HTTP the `Mcp-Name` header repeats it. */
  name: string;
  /** Input of the tool, to fit its `inputSchema`; absent equals `{}`. */
  arguments?: { [key: string]: unknown };
}

/** Runs a tool. */
export interface CallToolRequest extends JSONRPCRequest {
  /** Behind the server capability `tools`. */
  method: "tools/call";
  /** Which tool, on what input. */
  params: CallToolRequestParams;
}

/** What a tool gave back, be it success or failure. */
export interface CallToolResult extends Result {
  /** Output to read, for people and models; may be empty. */
  content: ContentBlock[];
  /**
   * Output to compute with: any JSON value, `null` too, that fits the `outputSchema` if there is
   * one. `content` then usually repeats it as JSON text.
   */
  structuredContent?: unknown;
  /**
   * The tool ran and failed, and `content` says why, so that the model can do better next time.
   * Absent: false. An unknown tool or a malformed request is a JSON-RPC error instead.
   */
  isError?: boolean;
}

/** Response to {@link CallToolRequest}. */
export interface CallToolResultResponse extends JSONRPCResultResponse {
  /** Output of the tool, or what it needs before it can go on. */
  result: CallToolResult | InputRequiredResult;
}

/* ---------------------------------------------------------------------------------------------
 * Resources: data a client may read
 * ------------------------------------------------------------------------------------------- */

/** Resource, as `resources/list` describes it. */
export interface Resource extends BaseMetadata, Icons {
  /**
   * Its address, in any scheme the server chooses.
   *
   * @format uri
   */
  uri: string;
  /** Tells the model what is in it. */
  description?: string;
  /** Media type of the contents, where known. */
  mimeType?: string;
  /** Length in bytes before Base64, where known; helps to foresee the cost of reading. */
  size?: number;
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Metadata of this resource. */
  _meta?: MetaObject;
}

/** Family of resources whose addresses follow a pattern. */
export interface ResourceTemplate extends BaseMetadata, Icons {
  /**
   * Pattern in the syntax of RFC 6570; filled in, it gives a URI for `resources/read`.
   *
   * @format uri-template
   */
  uriTemplate: string;
  /** Tells the model what the family holds. */
  description?: string;
  /** Media type, given only if all members of the family share it. */
  mimeType?: string;
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Metadata of this template. */
  _meta?: MetaObject;
}

/**
 * What a resource holds, or a part of it.
 *
 * @internal
 */
export interface ResourceContents {
  /**
   * Address of this part; inside a folder it may lie below the one asked for.
   *
   * @format uri
   */
  uri: string;
  /** Media type of this part, where known. */
  mimeType?: string;
  /** Metadata of this part. */
  _meta?: MetaObject;
}

/** Contents that are text by nature. */
export interface TextResourceContents extends ResourceContents {
  /** The text; never bytes in disguise. */
  text: string;
}

/** Contents that are bytes. */
export interface BlobResourceContents extends ResourceContents {
  /**
   * The bytes in Base64.
   *
   * @format byte
   */
  blob: string;
}

/** Asks for a page of resources. */
export interface ListResourcesRequest extends PaginatedRequest {
  /** Behind the server capability `resources`. */
  method: "resources/list";
}

/** One page of resources. */
export interface ListResourcesResult extends PaginatedResult, CacheableResult {
  /** Resources of this page. */
  resources: Resource[];
}

/** Response to {@link ListResourcesRequest}. */
export interface ListResourcesResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListResourcesResult;
}

/** Asks for a page of resource templates. */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** Behind the server capability `resources`. */
  method: "resources/templates/list";
}

/** One page of resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult, CacheableResult {
  /** Templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/** Response to {@link ListResourceTemplatesRequest}. */
export interface ListResourceTemplatesResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListResourceTemplatesResult;
}

/**
 * Parameters of a request about one resource.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * Which resource. Over HTTP the `Mcp-Name` header repeats it. The server validates it and gives
   * it a meaning; one it does not have ends in {@link InvalidParamsError}.
   *
   * @format uri
   */
  uri: string;
}

/** Parameters of {@link ReadResourceRequest}. */
export interface ReadResourceRequestParams
  extends ResourceRequestParams, InputResponseRequestParams {}

/** Reads a resource. */
export interface ReadResourceRequest extends JSONRPCRequest {
  /** Behind the server capability `resources`. */
  method: "resources/read";
  /** Which resource. */
  params: ReadResourceRequestParams;
}

/** Contents of a resource. */
export interface ReadResourceResult extends CacheableResult {
  /** Usually one entry; several for a folder, say. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/** Response to {@link ReadResourceRequest}. */
export interface ReadResourceResultResponse extends JSONRPCResultResponse {
  /** The contents, or what the server needs before it hands them over. */
  result: ReadResourceResult | InputRequiredResult;
}

/* ---------------------------------------------------------------------------------------------
 * Prompts: messages a user may pick
 * ------------------------------------------------------------------------------------------- */

/** Prompt, as `prompts/list` describes it. */
export interface Prompt extends BaseMetadata, Icons {
  /** Tells the user what the prompt is good for. */
  description?: string;
  /** Blanks the user fills in; absent if there are none. */
  arguments?: PromptArgument[];
  /** Metadata of this prompt. */
  _meta?: MetaObject;
}

/** Blank in a prompt. Its value is a string. */
export interface PromptArgument extends BaseMetadata {
  /** Tells the user what to enter. */
  description?: string;
  /** No prompt without it. Absent: false. */
  required?: boolean;
}

/** Message in a prompt. Unlike a {@link SamplingMessage} it holds one block, of any kind. */
export interface PromptMessage {
  /** Who speaks. */
  role: Role;
  /** What is said. */
  content: ContentBlock;
}

/** Asks for a page of prompts. */
export interface ListPromptsRequest extends PaginatedRequest {
  /** Behind the server capability `prompts`. */
  method: "prompts/list";
}

/** One page of prompts. */
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  /** Prompts of this page. */
  prompts: Prompt[];
}

/** Response to {@link ListPromptsRequest}. */
export interface ListPromptsResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListPromptsResult;
}

/** Parameters of {@link GetPromptRequest}. */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  /** Which prompt. Over HTTP the `Mcp-Name` header repeats it. */
  name: string;
  /** Values for the blanks, by argument name; absent equals `{}`. */
  arguments?: { [key: string]: string };
}

/** Fetches a prompt with its blanks filled in. */
export interface GetPromptRequest extends JSONRPCRequest {
  /** Behind the server capability `prompts`. */
  method: "prompts/get";
  /** Which prompt, with which values. */
  params: GetPromptRequestParams;
}

/** Prompt ready for a model. */
export interface GetPromptResult extends Result {
  /** The conversation so far, oldest message first. */
  messages: PromptMessage[];
  /** What the prompt does, now that the values are known. */
  description?: string;
}

/** Response to {@link GetPromptRequest}. */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  /** The messages, or what the server needs before it can write them. */
  result: GetPromptResult | InputRequiredResult;
}

/* ---------------------------------------------------------------------------------------------
 * Completion: suggestions while the user types
 * ------------------------------------------------------------------------------------------- */

/** Points to the prompt whose argument is being typed. */
export interface PromptReference extends BaseMetadata {
  /** Marks a prompt. */
  type: "ref/prompt";
}

/** Points to the resource template whose variable is being typed. */
export interface ResourceTemplateReference {
  /** Marks a resource or a template. */
  type: "ref/resource";
  /**
   * The template as listed, or a URI.
   *
   * @format uri-template
   */
  uri: string;
}

/** Parameters of {@link CompleteRequest}. */
export interface CompleteRequestParams extends RequestParams {
  /** Whose argument it is. */
  ref: PromptReference | ResourceTemplateReference;
  /** The argument being typed. */
  argument: {
    /** Name of the prompt argument, or of the template variable. */
    name: string;
    /** Text entered so far, maybe empty. */
    value: string;
  };
  /** What is settled already. */
  context?: {
    /** Values of the other arguments, by name. */
    arguments?: { [key: string]: string };
  };
}

/** Asks for suggestions. */
export interface CompleteRequest extends JSONRPCRequest {
  /** Behind the server capability `completions`. */
  method: "completion/complete";
  /** Which argument, typed how far. */
  params: CompleteRequestParams;
}

/** Suggestions for an argument. */
export interface CompleteResult extends Result {
  /** The suggestions, and how many there are. */
  completion: {
    /**
     * Suggested values, best first, 100 at most.
     *
     * @maxItems 100
     */
    values: string[];
    /** Number of matches altogether, those not sent included. */
    total?: number;
    /** There are matches beyond `values`, though maybe nobody counted them. */
    hasMore?: boolean;
  };
}

/** Response to {@link CompleteRequest}. */
export interface CompleteResultResponse extends JSONRPCResultResponse {
  /** The suggestions. */
  result: CompleteResult;
}

/* ---------------------------------------------------------------------------------------------
 * Input requests: what a server may ask while it serves `tools/call`, `prompts/get` or
 * `resources/read`. It answers with InputRequiredResult, and the client makes the same call again
 * under a new id, with the answers.
 * ------------------------------------------------------------------------------------------- */

/**
 * Question to the client. It has neither `jsonrpc` nor an id, since it travels inside a result.
 *
 * @internal
 */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * Answer to an {@link InputRequest}. Which type it has follows from the question under its key.
 *
 * @internal
 */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

/** Questions of a server, each under a key that the server made up. */
export interface InputRequests {
  /** One question. */
  [key: string]: InputRequest;
}

/** Answers of a client, each under the key of its question. */
export interface InputResponses {
  /** Answer to the question with this key. */
  [key: string]: InputResponse;
}

/**
 * Result that asks for another call. At least one of its two fields is there: state alone means
 * "come back later". The call it answers is over, and the server counts on nothing more.
 */
export interface InputRequiredResult extends Result {
  /** Questions, all to be answered before the next call. Only kinds the client declared. */
  inputRequests?: InputRequests;
  /**
   * What the server wants to remember, in a form of its own. Clients return it byte for byte and
   * never look inside; servers treat what comes back as forged until its signature is checked.
   */
  requestState?: string;
}

/**
 * Parameters of a request that can need several rounds: each further call repeats the first one's
 * parameters and adds these.
 */
export interface InputResponseRequestParams extends RequestParams {
  /** Answers to the questions of the latest round, one for each. */
  inputResponses?: InputResponses;
  /** State from the latest round, unchanged; absent if there was none. */
  requestState?: string;
}

/* Elicitation: a question to the user */

/** Puts a question to the user, by form or by web page. */
export interface ElicitRequest {
  /** Behind the client capability `elicitation`. */
  method: "elicitation/create";
  /** The question; `mode` tells which kind. */
  params: ElicitRequestParams;
}

/** Question of either kind. Without `mode` it is a form. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/**
 * Form for the user to fill in. Never for passwords, keys, tokens or payment data; those go
 * through {@link ElicitRequestURLParams}.
 */
export interface ElicitRequestFormParams {
  /** Marks a form; may be left out. */
  mode?: "form";
  /** Tells the user what is asked, and why. */
  message: string;
  /** JSON Schema of the form: one level of plain fields. */
  requestedSchema: {
    /** Dialect of the schema; absent means 2020-12. */
    $schema?: string;
    /** A form is an object. */
    type: "object";
    /** Fields of the form, by name. */
    properties: {
      /** One field. */
      [key: string]: PrimitiveSchemaDefinition;
    };
    /** Names of the fields that cannot stay empty. */
    required?: string[];
  };
}

/**
 * Page for the user to visit, for whatever must not pass through the client. Agreeing to go there
 * is all the client reports; what happens on the page, only the server learns.
 */
export interface ElicitRequestURLParams {
  /** Marks a page. */
  mode: "url";
  /** Tells the user why to go there. */
  message: string;
  /**
   * Address of the page, `https:` outside development. The client shows it in full, asks first and
   * opens it where neither model nor client can look in.
   *
   * @format uri
   */
  url: string;
}

/** What the user did with an {@link ElicitRequest}. */
export interface ElicitResult {
  /**
   * `accept`: sent the form, or agreed to visit the page. `decline`: said no. `cancel`: closed the
   * question without a word.
   */
  action: "accept" | "decline" | "cancel";
  /** Values by field, to fit `requestedSchema`; only with `accept`, never for a page. */
  content?: { [key: string]: string | number | boolean | string[] };
}

/** Field of a form: text, number, checkbox or choice, never an object. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** Text field. */
export interface StringSchema {
  /** The value is a string. */
  type: "string";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Fewest characters accepted. */
  minLength?: number;
  /** Most characters accepted. */
  maxLength?: number;
  /** Kind of text expected. */
  format?: "email" | "uri" | "date" | "date-time";
  /** Text the field starts with. */
  default?: string;
}

/** Number field. */
export interface NumberSchema {
  /** Whether fractions are accepted (`number`) or not (`integer`). */
  type: "number" | "integer";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /**
   * Smallest value accepted.
   *
   * @TJS-type number
   */
  minimum?: number;
  /**
   * Largest value accepted.
   *
   * @TJS-type number
   */
  maximum?: number;
  /**
   * Number the field starts with.
   *
   * @TJS-type number
   */
  default?: number;
}

/** Checkbox. */
export interface BooleanSchema {
  /** The value is true or false. */
  type: "boolean";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Whether it starts checked. */
  default?: boolean;
}

/** Choice among given strings, with or without labels, of one or of several. */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** Choice of one. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/** Choice of one; the values are their own labels. */
export interface UntitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: "string";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Values on offer. */
  enum: string[];
  /** Value chosen at the start. */
  default?: string;
}

/** Choice of one; each value has a label. */
export interface TitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: "string";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Options on offer. */
  oneOf: Array<{
    /** Value sent back for this option. */
    const: string;
    /** Label shown for this option. */
    title: string;
  }>;
  /** Value chosen at the start. */
  default?: string;
}

/** Choice of several. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/** Choice of several; the values are their own labels. */
export interface UntitledMultiSelectEnumSchema {
  /** The value is a list of strings. */
  type: "array";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Fewest options to choose. */
  minItems?: number;
  /** Most options to choose. */
  maxItems?: number;
  /** What can be in the list. */
  items: {
    /** Each entry is a string. */
    type: "string";
    /** Values on offer. */
    enum: string[];
  };
  /** Values chosen at the start. */
  default?: string[];
}

/** Choice of several; each value has a label. */
export interface TitledMultiSelectEnumSchema {
  /** The value is a list of strings. */
  type: "array";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Fewest options to choose. */
  minItems?: number;
  /** Most options to choose. */
  maxItems?: number;
  /** What can be in the list. */
  items: {
    /** Options on offer. */
    anyOf: Array<{
      /** Value sent back for this option. */
      const: string;
      /** Label shown for this option. */
      title: string;
    }>;
  };
  /** Values chosen at the start. */
  default?: string[];
}

/**
 * Choice of one in the old notation. It still works and will go; new servers write a
 * {@link TitledSingleSelectEnumSchema}.
 */
export interface LegacyTitledEnumSchema {
  /** The value is a string. */
  type: "string";
  /** Label of the field. */
  title?: string;
  /** Help text next to the field. */
  description?: string;
  /** Values on offer. */
  enum: string[];
  /** Labels in the order of `enum`. No keyword of JSON Schema, so validators pass it over. */
  enumNames?: string[];
  /** Value chosen at the start. */
  default?: string;
}

/* Sampling: a message from the client's model */

/**
 * Has the client's model continue a conversation. The client chooses the model and shows both the
 * request and what came of it to the user, who may change or refuse either.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface CreateMessageRequest {
  /** Behind the client capability `sampling`. */
  method: "sampling/createMessage";
  /** The conversation, and how to continue it. */
  params: CreateMessageRequestParams;
}

/**
 * Parameters of {@link CreateMessageRequest}. `maxTokens` binds the client; it may change or ignore
 * preferences, system prompt, context, temperature, stop sequences and metadata.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface CreateMessageRequestParams {
  /** The conversation, oldest message first. */
  messages: SamplingMessage[];
  /** Upper bound on what the model writes, in tokens. */
  maxTokens: number;
  /** What matters in the choice of a model. */
  modelPreferences?: ModelPreferences;
  /** Instructions that precede the conversation. */
  systemPrompt?: string;
  /**
   * Context to add from the asking server (`thisServer`) or from all (`allServers`). Absent:
   * `none`. Other values need the client capability `sampling.context`.
   *
   * @deprecated Since 2025-11-25 for `thisServer` and `allServers`. Say `none` or leave it out.
   */
  includeContext?: "none" | "thisServer" | "allServers";
  /**
   * How far the model may stray from the likeliest word; the scale is the provider's.
   *
   * @TJS-type number
   */
  temperature?: number;
  /** Strings at which the model stops writing. */
  stopSequences?: string[];
  /** Settings for the model provider, in the provider's own format. */
  metadata?: JSONObject;
  /**
   * Tools the model may call, for this request alone; they need not be in `tools/list`. Sent only
   * to clients with the capability `sampling.tools`, others refuse.
   */
  tools?: Tool[];
  /** How freely the model may use `tools`, under the same condition. Absent: `auto`. */
  toolChoice?: ToolChoice;
}

/**
 * Message in a sampled conversation. A user message with tool results has nothing else in it, and
 * answers all calls of the assistant message before it.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface SamplingMessage {
  /** Who speaks. Tool results are spoken by the user. */
  role: Role;
  /** What is said: one block, or several in order. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Metadata of this message. */
  _meta?: MetaObject;
}

/**
 * One piece of a {@link SamplingMessage}, told apart by `type`.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/**
 * The model calls a tool.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface ToolUseContent {
  /** Marks a call. */
  type: "tool_use";
  /** Names this call, so that its result can refer to it. */
  id: string;
  /** Which tool, out of `tools`. */
  name: string;
  /** Arguments, to fit the tool's `inputSchema`. */
  input: { [key: string]: unknown };
  /** Metadata of this call. Keep it in later requests: provider caches may hang on it. */
  _meta?: MetaObject;
}

/**
 * What a tool called by the model gave back.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface ToolResultContent {
  /** Marks a result. */
  type: "tool_result";
  /** `id` of the {@link ToolUseContent} it answers. */
  toolUseId: string;
  /** Output to read, as in a {@link CallToolResult}. */
  content: ContentBlock[];
  /** Output to compute with: any JSON value, to fit the tool's `outputSchema` if there is one. */
  structuredContent?: unknown;
  /** The tool failed, and `content` says why. Absent: false. */
  isError?: boolean;
  /** Metadata of this result. Keep it in later requests: provider caches may hang on it. */
  _meta?: MetaObject;
}

/**
 * How freely the model may call tools.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface ToolChoice {
  /**
   * `auto`: as it sees fit. `required`: at least one call before it finishes. `none`: no calls, a
   * good last round of a loop. Absent: `auto`.
   */
  mode?: "auto" | "required" | "none";
}

/**
 * What matters to the server in the choice of a model. Advice, which the client weighs as it
 * likes.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface ModelPreferences {
  /** Models in order of preference; the first that matches wins, before the weights below. */
  hints?: ModelHint[];
  /**
   * Weight of a low price, from 0 (none) to 1 (decisive).
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  costPriority?: number;
  /**
   * Weight of a fast answer, from 0 (none) to 1 (decisive).
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  speedPriority?: number;
  /**
   * Weight of a capable model, from 0 (none) to 1 (decisive).
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  intelligencePriority?: number;
}

/**
 * Description of a model the server would like. Keys beyond `name` mean what the client takes them
 * to mean.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface ModelHint {
  /**
   * Part of a model's name: a family matches all its members and releases. A client without such a
   * model may take a comparable one of another provider.
   */
  name?: string;
}

/**
 * The message the model wrote, with its circumstances.
 *
 * @deprecated Since 2026-07-28. Servers call the API of a model provider themselves.
 */
export interface CreateMessageResult extends SamplingMessage {
  /** Name of the model that wrote it. */
  model: string;
  /**
   * Why the model stopped: it was done (`endTurn`), met a stop sequence, reached `maxTokens`, or
   * wants tools called (`toolUse`). Providers may have reasons of their own.
   */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/* Roots: where the client works */

/**
 * Asks which folders and files the server should keep to.
 *
 * @deprecated Since 2026-07-28. Pass paths as tool arguments, resource URIs or configuration.
 */
export interface ListRootsRequest {
  /** Behind the client capability `roots`. */
  method: "roots/list";
  /** Needed only to carry metadata. */
  params?: {
    /** Metadata of this question. */
    _meta?: MetaObject;
  };
}

/**
 * Folders and files the client works on. Guidance for the server, no access control.
 *
 * @deprecated Since 2026-07-28. Pass paths as tool arguments, resource URIs or configuration.
 */
export interface ListRootsResult {
  /** May be empty. */
  roots: Root[];
}

/**
 * Folder or file the client works on.
 *
 * @deprecated Since 2026-07-28. Pass paths as tool arguments, resource URIs or configuration.
 */
export interface Root {
  /**
   * Its address; begins with `file://`, the one scheme allowed so far.
   *
   * @format uri
   */
  uri: string;
  /** What people call it. */
  name?: string;
  /** Metadata of this root. */
  _meta?: MetaObject;
}

/* ---------------------------------------------------------------------------------------------
 * Notifications about a running request
 * ------------------------------------------------------------------------------------------- */

/** Parameters of {@link CancelledNotification}. */
export interface CancelledNotificationParams extends NotificationParams {
  /** The request nobody needs an answer to any more. */
  requestId: RequestId;
  /** Why, in words for a log or for the user. */
  reason?: string;
}

/**
 * Stops a request. Clients send it, on stdio, about their own requests; over HTTP they close the
 * response stream instead. A server sends it for one purpose: to end a subscription on stdio.
 *
 * It can cross the response on its way, so an unknown or finished id is ignored in silence.
 */
export interface CancelledNotification extends JSONRPCNotification {
  /** From either side. */
  method: "notifications/cancelled";
  /** Which request. */
  params: CancelledNotificationParams;
}

/**
 * Ties progress to a request. Chosen by the client: a string or an integer that no other
 * running request uses.
 */
export type ProgressToken = string | number;

/** Parameters of {@link ProgressNotification}. */
export interface ProgressNotificationParams extends NotificationParams {
  /** Token that the request carries in its `_meta`. */
  progressToken: ProgressToken;
  /**
   * Work done so far, in any unit and with fractions if need be. Grows with each notification.
   *
   * @TJS-type number
   */
  progress: number;
  /**
   * Work there is altogether, in the same unit, where known.
   *
   * @TJS-type number
   */
  total?: number;
  /** What is going on, for people. */
  message?: string;
}

/** Tells how far a running request has come. Nothing follows once the response is out. */
export interface ProgressNotification extends JSONRPCNotification {
  /** From the server, on the response stream of the request. */
  method: "notifications/progress";
  /** Whose progress, and how much. */
  params: ProgressNotificationParams;
}

/**
 * Severities of syslog (RFC 5424), lowest first.
 *
 * @deprecated Since 2026-07-28. Log to stderr, or export OpenTelemetry.
 */
export type LoggingLevel =
  "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/**
 * Parameters of {@link LoggingMessageNotification}.
 *
 * @deprecated Since 2026-07-28. Log to stderr, or export OpenTelemetry.
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  /** How serious it is; at least the level that the request set. */
  level: LoggingLevel;
  /** What to log: text, or any other JSON value. Without secrets and personal data. */
  data: unknown;
  /** Part of the server that speaks, under a steady name. */
  logger?: string;
}

/**
 * Log entry written while a request runs. Sent only if that request set a level in its `_meta`, and
 * only ahead of its response.
 *
 * @deprecated Since 2026-07-28. Log to stderr, or export OpenTelemetry.
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  /** From the server, on the response stream of the request. */
  method: "notifications/message";
  /** The entry. */
  params: LoggingMessageNotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Subscriptions: news between requests
 * ------------------------------------------------------------------------------------------- */

/**
 * Kinds of news. A client lists what it wants, a server what it will deliver; what is absent is
 * neither wanted nor sent.
 */
export interface SubscriptionFilter {
  /** {@link ToolListChangedNotification}, from servers with `tools.listChanged`. */
  toolsListChanged?: boolean;
  /** {@link PromptListChangedNotification}, from servers with `prompts.listChanged`. */
  promptsListChanged?: boolean;
  /** {@link ResourceListChangedNotification}, from servers with `resources.listChanged`. */
  resourcesListChanged?: boolean;
  /**
   * URIs to get {@link ResourceUpdatedNotification}s about, from servers with
   * `resources.subscribe`.
   */
  resourceSubscriptions?: string[];
}

/** Parameters of {@link SubscriptionsListenRequest}. */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /** News the client wants. */
  notifications: SubscriptionFilter;
}

/**
 * Opens a subscription, which lasts until either side ends it; its id marks all that belongs to
 * it. Several may run side by side, and none survives a lost connection.
 */
export interface SubscriptionsListenRequest extends JSONRPCRequest {
  /** Answered by all servers; what they deliver depends on their capabilities. */
  method: "subscriptions/listen";
  /** Which news. */
  params: SubscriptionsListenRequestParams;
}

/** Parameters of {@link SubscriptionsAcknowledgedNotification}. */
export interface SubscriptionsAcknowledgedNotificationParams extends NotificationParams {
  /** News the server will deliver: what was wanted, less what it cannot do. */
  notifications: SubscriptionFilter;
}

/**
 * Confirms a subscription. Always the first message under its id; on stdio, messages of other
 * subscriptions may come in between.
 */
export interface SubscriptionsAcknowledgedNotification extends JSONRPCNotification {
  /** From the server, once for each subscription. */
  method: "notifications/subscriptions/acknowledged";
  /** Which news to expect. */
  params: SubscriptionsAcknowledgedNotificationParams;
}

/** `_meta` of the result that ends a subscription. */
export interface SubscriptionsListenResultMetaObject extends ResultMetaObject {
  /** Id of the request that opened the subscription, and so of this response too. */
  "io.modelcontextprotocol/subscriptionId": RequestId;
}

/**
 * Orderly end of a subscription, by the server, as when it shuts down. A stream that breaks off
 * without it was cut short, and a cancelled one gets none.
 */
export interface SubscriptionsListenResult extends Result {
  /** Which subscription ends. */
  _meta: SubscriptionsListenResultMetaObject;
}

/** Response to {@link SubscriptionsListenRequest}. */
export interface SubscriptionsListenResultResponse extends JSONRPCResultResponse {
  /** No content beyond `_meta`. */
  result: SubscriptionsListenResult;
}

/** The set of tools changed, so a kept `tools/list` is stale. */
export interface ToolListChangedNotification extends JSONRPCNotification {
  /** From the server, to subscriptions with `toolsListChanged`. */
  method: "notifications/tools/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/** The set of prompts changed, so a kept `prompts/list` is stale. */
export interface PromptListChangedNotification extends JSONRPCNotification {
  /** From the server, to subscriptions with `promptsListChanged`. */
  method: "notifications/prompts/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/** The set of resources changed, so kept lists of resources and of templates are stale. */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  /** From the server, to subscriptions with `resourcesListChanged`. */
  method: "notifications/resources/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/** Parameters of {@link ResourceUpdatedNotification}. */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  /**
   * What changed. It may lie below a URI the client named, so equality is the wrong test.
   *
   * @format uri
   */
  uri: string;
}

/** A resource has new contents, so a kept `resources/read` of it is stale. */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  /** From the server, to subscriptions whose `resourceSubscriptions` cover the resource. */
  method: "notifications/resources/updated";
  /** Which resource. */
  params: ResourceUpdatedNotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Directions: who sends what
 * ------------------------------------------------------------------------------------------- */

/**
 * Requests a client sends. Servers send none.
 *
 * @internal
 */
export type ClientRequest =
  | DiscoverRequest
  | ListToolsRequest
  | CallToolRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | ListPromptsRequest
  | GetPromptRequest
  | CompleteRequest
  | SubscriptionsListenRequest;

/**
 * Notifications a client sends.
 *
 * @internal
 */
export type ClientNotification = CancelledNotification;

/**
 * Results a client would send. It gets no requests to answer: its answers to a server's questions
 * are {@link InputResponses}.
 *
 * @internal
 */
export type ClientResult = EmptyResult;

/**
 * Notifications a server sends.
 *
 * @internal
 */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | SubscriptionsAcknowledgedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification;

/**
 * Results a server sends.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | InputRequiredResult
  | DiscoverResult
  | ListToolsResult
  | CallToolResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | ListPromptsResult
  | GetPromptResult
  | CompleteResult
  | SubscriptionsListenResult;
