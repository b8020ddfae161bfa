// The Model Context Protocol, revision 2025-11-25: every message, with the rules a type cannot say.
//
// A session begins with `initialize`: version and capabilities are agreed on once and hold until
// it ends. After that both sides send requests, responses and notifications; when a server needs
// something from the client, it asks for it while the client's own request waits.

/* ---------------------------------------------------------------------------------------------
 * Protocol constants and values
 * ------------------------------------------------------------------------------------------- */

/** One message in either direction. Arrays of messages are no longer a message. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/**
 * Revision this file states, in the form that `initialize` names it.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = "2025-11-25";

/**
 * Value of the `jsonrpc` property in every message.
 *
 * @internal
 */
export const JSONRPC_VERSION = "2.0";

/**
 * Ties progress to a request. Chosen by the sender of the request: a string or an integer that no
 * other running request of its uses.
 */
export type ProgressToken = string | number;

/**
 * Position in a list that is delivered in pages. Opaque: clients send it back as it came, within
 * the same session, and neither parse, compare nor build one.
 */
export type Cursor = string;

/**
 * Parameters of a request that may run as a task.
 *
 * @internal
 */
export interface TaskAugmentedRequestParams extends RequestParams {
  /**
   * Asks to run the request as a task: {@link CreateTaskResult} answers at once, the result is
   * fetched with `tasks/result`. Sent only where the receiver's capability `tasks.requests` names
   * the method; other receivers ignore it.
   */
  task?: TaskMetadata;
}

/**
 * Parameters every request has.
 *
 * @internal
 */
export interface RequestParams {
  /** Token for progress, task it belongs to, own keys. */
  _meta?: {
    /**
     * Asks for progress on this request: {@link ProgressNotification} repeats the token. Whether
     * any comes is up to the receiver.
     */
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
}

/* ---------------------------------------------------------------------------------------------
 * JSON-RPC envelope
 * ------------------------------------------------------------------------------------------- */

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
 * Parameters every notification may have.
 *
 * @internal
 */
export interface NotificationParams {
  /** Task it belongs to, own keys. */
  _meta?: { [key: string]: unknown };
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

/** What every result has. Further properties belong to the method. */
export interface Result {
  /** Task it belongs to, own keys. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/** Payload of an error response. */
export interface Error {
  /** Integer that names the kind of failure. */
  code: number;
  /** One short sentence for people. */
  message: string;
  /** Details in whatever form the sender likes; some codes of MCP prescribe one. */
  data?: unknown;
}

/**
 * Ties a response to its request. Chosen by the sender of the request: a string or an integer,
 * never `null`, and never used twice by the same sender in a session. `7` and `"7"` are two ids.
 */
export type RequestId = string | number;

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

/** Answer to a request that did not fail. */
export interface JSONRPCResultResponse {
  /** Always `"2.0"`. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** Same value and JSON type as in the request. */
  id: RequestId;
  /** Outcome; its shape follows from the method, and from whether a task was asked for. */
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

/** Either answer to a request; which one is told by the property `result` or `error`. */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Code for a text that is not JSON. */
export const PARSE_ERROR = -32700;
/** Code for JSON that is not a message, and for a request that comes at the wrong time. */
export const INVALID_REQUEST = -32600;
/** Code for a method that is unknown, or whose capability was not declared. */
export const METHOD_NOT_FOUND = -32601;
/**
 * Code for parameters that do not fit the method; unknown tools, prompts and tasks count among
 * them.
 */
export const INVALID_PARAMS = -32602;
/** Code for a failure inside the receiver. */
export const INTERNAL_ERROR = -32603;

/**
 * Code of {@link URLElicitationRequiredError}.
 *
 * @internal
 */
export const URL_ELICITATION_REQUIRED = -32042;

/**
 * The request needs the user to visit pages first. The client leads the user there and then sends
 * the same request again under a new id.
 *
 * @internal
 */
export interface URLElicitationRequiredError extends Omit<JSONRPCErrorResponse, "error"> {
  /** The code, and the pages. */
  error: Error & {
    /** Tells this error from others. */
    code: typeof URL_ELICITATION_REQUIRED;
    /** What has to be done first. */
    data: {
      /** Pages to visit, one or more. */
      elicitations: ElicitRequestURLParams[];
      [key: string]: unknown;
    };
  };
}

/** Result of a request that has nothing to report but its success. */
export type EmptyResult = Result;

/* ---------------------------------------------------------------------------------------------
 * Cancelling
 * ------------------------------------------------------------------------------------------- */

/** Parameters of {@link CancelledNotification}. */
export interface CancelledNotificationParams extends NotificationParams {
  /**
   * An own request whose answer is no longer needed. Always present but where a task is cancelled,
   * which `tasks/cancel` does better.
   */
  requestId?: RequestId;
  /** Why, in words for a log or for the user. */
  reason?: string;
}

/**
 * Stops a request. Either side sends it, about requests of its own that are still running; never
 * about `initialize`, and never about a task, which has `tasks/cancel`. Closing an HTTP stream
 * cancels nothing.
 *
 * It can cross the response on its way, so an unknown or finished id is ignored in silence.
 */
export interface CancelledNotification extends JSONRPCNotification {
  /** From either side. */
  method: "notifications/cancelled";
  /** Which request. */
  params: CancelledNotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Handshake
 * ------------------------------------------------------------------------------------------- */

/** Parameters of {@link InitializeRequest}. */
export interface InitializeRequestParams extends RequestParams {
  /** Newest revision the client speaks. The server answers with the one that both will use. */
  protocolVersion: string;
  /** What the client can do for the server, fixed for the session. */
  capabilities: ClientCapabilities;
  /** Which program the client is. */
  clientInfo: Implementation;
}

/** Opens a session: the first message of a client. It is never cancelled. */
export interface InitializeRequest extends JSONRPCRequest {
  /** From the client, before anything else but `ping`. */
  method: "initialize";
  /** What the client speaks and can do. */
  params: InitializeRequestParams;
}

/** What the server agrees to. */
export interface InitializeResult extends Result {
  /**
   * Revision of this session: the one asked for if the server speaks it, else one that it does
   * speak. A client that does not know it closes the connection.
   */
  protocolVersion: string;
  /** What the server offers, fixed for the session. */
  capabilities: ServerCapabilities;
  /** Which program the server is. */
  serverInfo: Implementation;
  /** How to make good use of the server, in words that may go into a model's prompt. */
  instructions?: string;
}

/** The client has read the answer: from now on both sides may send what was agreed. */
export interface InitializedNotification extends JSONRPCNotification {
  /** From the client, once, right after the answer to `initialize`. */
  method: "notifications/initialized";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Capabilities
 * ------------------------------------------------------------------------------------------- */

/**
 * What a client can do for a server, declared once in {@link InitializeRequest}. A server asks for
 * nothing that is not declared. The set is open: keys a server does not know are ignored.
 */
export interface ClientCapabilities {
  /** Things outside any standard, by name. */
  experimental?: { [key: string]: object };
  /** Can name the folders and files it works on. */
  roots?: {
    /** Announces changes of the list with {@link RootsListChangedNotification}. */
    listChanged?: boolean;
  };
  /** Can have a model write a message. */
  sampling?: {
    /** Accepts values of `includeContext` other than `none`, which are on their way out. */
    context?: object;
    /** Accepts `tools` and `toolChoice`. */
    tools?: object;
  };
  /** Can put questions to the user. `{}` is short for `{ form: {} }`. */
  elicitation?: {
    /** Can show a form ({@link ElicitRequestFormParams}). */
    form?: object; /**
     * Can send the user to a web page ({@link
     * ElicitRequestURLParams}).
     */
    url?: object;
  };
  /** Runs requests of the server as tasks. */
  tasks?: {
    /** Answers `tasks/list`. */
    list?: object;
    /** Answers `tasks/cancel`. */
    cancel?: object;
    /** Which requests may ask for a task; those not named may not. */
    requests?: {
      /** Requests to the model. */
      sampling?: {
        /** `sampling/createMessage` may ask for a task. */
        createMessage?: object;
      };
      /** Questions to the user. */
      elicitation?: {
        /** `elicitation/create` may ask for a task. */
        create?: object;
      };
    };
  };
}

/**
 * What a server offers, declared once in {@link InitializeResult}. Methods behind a capability
 * that is absent end in code -32601. The set is open: keys a client does not know are ignored.
 */
export interface ServerCapabilities {
  /** Things outside any standard, by name. */
  experimental?: { [key: string]: object };
  /** Writes log messages, and lets the client set the lowest level. */
  logging?: object;
  /** Suggests values for arguments: `completion/complete` works. */
  completions?: object;
  /** Has prompts: `prompts/list` and `prompts/get` work. */
  prompts?: {
    /** Announces changes of the list of prompts, unasked. */
    listChanged?: boolean;
  };
  /** Has resources: `resources/list`, `resources/templates/list` and `resources/read` work. */
  resources?: {
    /**
     * Tells who subscribed when a resource changes: `resources/subscribe` and
     * `resources/unsubscribe` work.
     */
    subscribe?: boolean;
    /** Announces changes of the list of resources, unasked. */
    listChanged?: boolean;
  };
  /** Has tools: `tools/list` and `tools/call` work. */
  tools?: {
    /** Announces changes of the list of tools, unasked. */
    listChanged?: boolean;
  };
  /** Runs requests of the client as tasks. */
  tasks?: {
    /** Answers `tasks/list`. */
    list?: object;
    /** Answers `tasks/cancel`. */
    cancel?: object;
    /** Which requests may ask for a task; those not named may not. */
    requests?: {
      /** Requests to tools. */
      tools?: {
        /**
         * `tools/call` may ask for a task, as far as the tool allows it ({@link ToolExecution}).
         */
        call?: object;
      };
    };
  };
}

/* ---------------------------------------------------------------------------------------------
 * Names and pictures
 * ------------------------------------------------------------------------------------------- */

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
   * The same picture in several sizes or themes; the viewer picks one. Whoever shows icons handles
   * PNG and JPEG, ideally SVG and WebP too.
   */
  icons?: Icon[];
}

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

/* ---------------------------------------------------------------------------------------------
 * Ping and progress
 * ------------------------------------------------------------------------------------------- */

/** Checks that the other side is alive. The answer is an empty result, promptly and at any time. */
export interface PingRequest extends JSONRPCRequest {
  /** From either side. */
  method: "ping";
  /** Nothing but `_meta`. */
  params?: RequestParams;
}

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

/**
 * Tells how far a running request has come. Nothing follows once the response is out; where the
 * response was a task, progress ends with the task.
 */
export interface ProgressNotification extends JSONRPCNotification {
  /** From the side that works on the request. */
  method: "notifications/progress";
  /** Whose progress, and how much. */
  params: ProgressNotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Lists in pages
 * ------------------------------------------------------------------------------------------- */

/**
 * Parameters of a list request.
 *
 * @internal
 */
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
  params?: PaginatedRequestParams;
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

/* ---------------------------------------------------------------------------------------------
 * Resources
 * ------------------------------------------------------------------------------------------- */

/** Asks for a page of resources. */
export interface ListResourcesRequest extends PaginatedRequest {
  /** Behind the server capability `resources`. */
  method: "resources/list";
}

/** One page of resources. */
export interface ListResourcesResult extends PaginatedResult {
  /** Resources of this page. */
  resources: Resource[];
}

/** Asks for a page of resource templates. */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** Behind the server capability `resources`. */
  method: "resources/templates/list";
}

/** One page of resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** Templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Parameters of a request about one resource.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * Which resource. The server validates it and gives it a meaning; one it does not have ends in
   * code -32002.
   *
   * @format uri
   */
  uri: string;
}

/** Parameters of {@link ReadResourceRequest}. */
export interface ReadResourceRequestParams extends ResourceRequestParams {}

/** Reads a resource. */
export interface ReadResourceRequest extends JSONRPCRequest {
  /** Behind the server capability `resources`. */
  method: "resources/read";
  /** Which resource. */
  params: ReadResourceRequestParams;
}

/** Contents of a resource. */
export interface ReadResourceResult extends Result {
  /** Usually one entry; several for a folder, say. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/** The set of resources changed, so lists of resources and of templates are stale. */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  /** From the server, unasked; behind the server capability `resources.listChanged`. */
  method: "notifications/resources/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/** Parameters of {@link SubscribeRequest}. */
export interface SubscribeRequestParams extends ResourceRequestParams {}

/**
 * Asks to be told when a resource changes, until {@link UnsubscribeRequest} or the end of the
 * session. A second subscription to the same resource changes nothing.
 */
export interface SubscribeRequest extends JSONRPCRequest {
  /** Behind the server capability `resources.subscribe`. */
  method: "resources/subscribe";
  /** Which resource. */
  params: SubscribeRequestParams;
}

/** Parameters of {@link UnsubscribeRequest}. */
export interface UnsubscribeRequestParams extends ResourceRequestParams {}

/** Ends a subscription. Harmless where there is none. */
export interface UnsubscribeRequest extends JSONRPCRequest {
  /** Behind the server capability `resources.subscribe`. */
  method: "resources/unsubscribe";
  /** Which resource. */
  params: UnsubscribeRequestParams;
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

/** A resource has new contents, so what was read of it is stale. */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  /** From the server, to sessions that subscribed to the resource or to one above it. */
  method: "notifications/resources/updated";
  /** Which resource. */
  params: ResourceUpdatedNotificationParams;
}

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
  /** Audience, weight and age. */
  annotations?: Annotations;
  /** Length in bytes before Base64, where known; helps to foresee the cost of reading. */
  size?: number;
  /** Metadata of this resource. */
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
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

/* ---------------------------------------------------------------------------------------------
 * Prompts
 * ------------------------------------------------------------------------------------------- */

/** Asks for a page of prompts. */
export interface ListPromptsRequest extends PaginatedRequest {
  /** Behind the server capability `prompts`. */
  method: "prompts/list";
}

/** One page of prompts. */
export interface ListPromptsResult extends PaginatedResult {
  /** Prompts of this page. */
  prompts: Prompt[];
}

/** Parameters of {@link GetPromptRequest}. */
export interface GetPromptRequestParams extends RequestParams {
  /** Which prompt. */
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
  /** What the prompt does, now that the values are known. */
  description?: string;
  /** The conversation so far, oldest message first. */
  messages: PromptMessage[];
}

/** Prompt, as `prompts/list` describes it. */
export interface Prompt extends BaseMetadata, Icons {
  /** Tells the user what the prompt is good for. */
  description?: string;
  /** Blanks the user fills in; absent if there are none. */
  arguments?: PromptArgument[];
  /** Metadata of this prompt. */
  _meta?: { [key: string]: unknown };
}

/** Blank in a prompt. Its value is a string. */
export interface PromptArgument extends BaseMetadata {
  /** Tells the user what to enter. */
  description?: string;
  /** No prompt without it. Absent: false. */
  required?: boolean;
}

/** Party in a conversation: the person, or the model. */
export type Role = "user" | "assistant";

/** Message in a prompt. Unlike a {@link SamplingMessage} it holds one block, of any kind. */
export interface PromptMessage {
  /** Who speaks. */
  role: Role;
  /** What is said. */
  content: ContentBlock;
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
  _meta?: { [key: string]: unknown };
}

/** The set of prompts changed, so lists of prompts are stale. */
export interface PromptListChangedNotification extends JSONRPCNotification {
  /** From the server, unasked; behind the server capability `prompts.listChanged`. */
  method: "notifications/prompts/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Tools
 * ------------------------------------------------------------------------------------------- */

/** Asks for a page of tools. */
export interface ListToolsRequest extends PaginatedRequest {
  /** Behind the server capability `tools`. */
  method: "tools/list";
}

/** One page of tools. */
export interface ListToolsResult extends PaginatedResult {
  /** Tools of this page. */
  tools: Tool[];
}

/** What a tool gave back, be it success or failure. */
export interface CallToolResult extends Result {
  /** Output to read, for people and models; may be empty. */
  content: ContentBlock[];
  /**
   * Output to compute with: an object that fits the `outputSchema` if there is one. `content` then
   * usually repeats it as JSON text.
   */
  structuredContent?: { [key: string]: unknown };
  /**
   * The tool ran and failed, and `content` says why, so that the model can do better next time.
   * Absent: false. An unknown tool or a malformed request is a JSON-RPC error instead.
   */
  isError?: boolean;
}

/** Parameters of {@link CallToolRequest}. */
export interface CallToolRequestParams extends TaskAugmentedRequestParams {
  /** Which tool. */
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

/** The set of tools changed, so lists of tools are stale. */
export interface ToolListChangedNotification extends JSONRPCNotification {
  /** From the server, unasked; behind the server capability `tools.listChanged`. */
  method: "notifications/tools/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
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

/** How a tool may be run. */
export interface ToolExecution {
  /**
   * Whether calls may ask for a task, where the server has the capability
   * `tasks.requests.tools.call`. `forbidden`: never. `optional`: as the client likes. `required`:
   * always. Absent: `forbidden`.
   */
  taskSupport?: "forbidden" | "optional" | "required";
}

/** Tool, as `tools/list` describes it. */
export interface Tool extends BaseMetadata, Icons {
  /** Tells the model what the tool does and when to reach for it. */
  description?: string;
  /** JSON Schema of the arguments. The root is always an object. */
  inputSchema: {
    /** Dialect of the schema; absent means 2020-12. */
    $schema?: string;
    /** Arguments are an object. */
    type: "object";
    /** Schemas of the arguments, by name. */
    properties?: { [key: string]: object };
    /** Names of the arguments that have to be there. */
    required?: string[];
  };
  /** How the tool may be run. */
  execution?: ToolExecution;
  /**
   * JSON Schema of `structuredContent`. The root is always an object. Where a tool has one, its
   * results have structured content that fits.
   */
  outputSchema?: {
    /** Dialect of the schema; absent means 2020-12. */
    $schema?: string;
    /** Structured content is an object. */
    type: "object";
    /** Schemas of its properties, by name. */
    properties?: { [key: string]: object };
    /** Names of the properties that have to be there. */
    required?: string[];
  };
  /** Hints on how the tool behaves. */
  annotations?: ToolAnnotations;
  /** Metadata of this tool. */
  _meta?: { [key: string]: unknown };
}

/* ---------------------------------------------------------------------------------------------
 * Tasks
 * ------------------------------------------------------------------------------------------- */

/**
 * State of a task. It begins as `working`, may change to `input_required` and back while it needs
 * answers, and ends as `completed`, `failed` or `cancelled`, which it never leaves. A tool's result
 * with `isError` makes its task a failed one.
 */
export type TaskStatus =
  | "working"
  | "input_required"
  | "completed"
  | "failed"
  | "cancelled";

/** What the sender of a request wishes of its task. */
export interface TaskMetadata {
  /** Wished lifetime in milliseconds from creation; the receiver decides. */
  ttl?: number;
}

/**
 * Says which task a message belongs to. It stands in `_meta`, under the key
 * `io.modelcontextprotocol/related-task`.
 */
export interface RelatedTaskMetadata {
  /** The task. */
  taskId: string;
}

/** Task, as its receiver describes it. After its lifetime it may be forgotten, result included. */
export interface Task {
  /** Chosen by the receiver; nobody can guess it. */
  taskId: string;
  /** State it is in. */
  status: TaskStatus;
  /** More about the state, for people: why it failed or was cancelled, or how far it has come. */
  statusMessage?: string;
  /** Time of creation in ISO 8601. */
  createdAt: string;
  /** Time of the latest change in ISO 8601. */
  lastUpdatedAt: string;
  /**
   * Lifetime in milliseconds from creation, as granted; `null` is without end.
   *
   * @nullable
   */
  ttl: number | null;
  /** Milliseconds to wait before asking for the state again. */
  pollInterval?: number;
}

/** Answers a request that asked for a task, as soon as that is accepted. */
export interface CreateTaskResult extends Result {
  /** The task that was made. */
  task: Task;
}

/** Asks for the state of a task. */
export interface GetTaskRequest extends JSONRPCRequest {
  /** From the side that asked for the task. */
  method: "tasks/get";
  /** Which task. */
  params: {
    /** The task. */
    taskId: string;
  };
}

/** State of a task, flat in the result. */
export type GetTaskResult = Result & Task;

/**
 * Fetches what the request of a task came to. It is answered once the task has ended, with a
 * result or an error as the request itself would have been.
 */
export interface GetTaskPayloadRequest extends JSONRPCRequest {
  /** From the side that asked for the task. */
  method: "tasks/result";
  /** Which task. */
  params: {
    /** The task. */
    taskId: string;
  };
}

/**
 * Result of the request that became the task, of that request's own type; its `_meta` names the
 * task.
 */
export interface GetTaskPayloadResult extends Result {
  [key: string]: unknown;
}

/** Stops a task. One that has ended cannot be stopped: code -32602. */
export interface CancelTaskRequest extends JSONRPCRequest {
  /** Behind the receiver's capability `tasks.cancel`. */
  method: "tasks/cancel";
  /** Which task. */
  params: {
    /** The task. */
    taskId: string;
  };
}

/** The task after it was stopped, flat in the result. */
export type CancelTaskResult = Result & Task;

/** Asks for a page of the tasks that the sender may see. */
export interface ListTasksRequest extends PaginatedRequest {
  /** Behind the receiver's capability `tasks.list`. */
  method: "tasks/list";
}

/** One page of tasks. */
export interface ListTasksResult extends PaginatedResult {
  /** Tasks of this page. */
  tasks: Task[];
}

/** Parameters of {@link TaskStatusNotification}: the task, flat. */
export type TaskStatusNotificationParams = NotificationParams & Task;

/** A task changed its state. Optional: whoever waits keeps on asking. */
export interface TaskStatusNotification extends JSONRPCNotification {
  /** From the side that works on the task. */
  method: "notifications/tasks/status";
  /** The task as it is now. */
  params: TaskStatusNotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Logging
 * ------------------------------------------------------------------------------------------- */

/** Parameters of {@link SetLevelRequest}. */
export interface SetLevelRequestParams extends RequestParams {
  /** Lowest level that is sent from now on. */
  level: LoggingLevel;
}

/**
 * Sets how serious log messages have to be, for the whole session. Until then the server decides.
 */
export interface SetLevelRequest extends JSONRPCRequest {
  /** Behind the server capability `logging`. */
  method: "logging/setLevel";
  /** The level. */
  params: SetLevelRequestParams;
}

/** Parameters of {@link LoggingMessageNotification}. */
export interface LoggingMessageNotificationParams extends NotificationParams {
  /** How serious it is; at least the level that was set. */
  level: LoggingLevel;
  /** Part of the server that speaks, under a steady name. */
  logger?: string;
  /** What to log: text, or any other JSON value. Without secrets and personal data. */
  data: unknown;
}

/** Log entry of the server, at the level that the session set or above. */
export interface LoggingMessageNotification extends JSONRPCNotification {
  /** From the server, behind its capability `logging`. */
  method: "notifications/message";
  /** The entry. */
  params: LoggingMessageNotificationParams;
}

/** Severities of syslog (RFC 5424), lowest first. */
export type LoggingLevel =
  "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/* ---------------------------------------------------------------------------------------------
 * Sampling
 * ------------------------------------------------------------------------------------------- */

/**
 * Parameters of {@link CreateMessageRequest}. `maxTokens` binds the client; it may change or
 * ignore preferences, system prompt, context, temperature, stop sequences and metadata.
 */
export interface CreateMessageRequestParams extends TaskAugmentedRequestParams {
  /** The conversation, oldest message first. */
  messages: SamplingMessage[];
  /** What matters in the choice of a model. */
  modelPreferences?: ModelPreferences;
  /** Instructions that precede the conversation. */
  systemPrompt?: string;
  /**
   * Context to add from the asking server (`thisServer`) or from all (`allServers`). Absent:
   * `none`. Other values need the client capability `sampling.context` and are on their way out.
   */
  includeContext?: "none" | "thisServer" | "allServers";
  /**
   * How far the model may stray from the likeliest word; the scale is the provider's.
   *
   * @TJS-type number
   */
  temperature?: number;
  /** Upper bound on what the model writes, in tokens. */
  maxTokens: number;
  /** Strings at which the model stops writing. */
  stopSequences?: string[];
  /** Settings for the model provider, in the provider's own format. */
  metadata?: object;
  /**
   * Tools the model may call, for this request alone; they need not be in `tools/list`. Sent only
   * to clients with the capability `sampling.tools`, others refuse.
   */
  tools?: Tool[];
  /** How freely the model may use `tools`, under the same condition. Absent: `auto`. */
  toolChoice?: ToolChoice;
}

/** How freely the model may call tools. */
export interface ToolChoice {
  /**
   * `auto`: as it sees fit. `required`: at least one call before it finishes. `none`: no calls, a
   * good last round of a loop. Absent: `auto`.
   */
  mode?: "auto" | "required" | "none";
}

/**
 * Has the client's model continue a conversation. The client chooses the model and shows both the
 * request and what came of it to the user, who may change or refuse either.
 */
export interface CreateMessageRequest extends JSONRPCRequest {
  /** Behind the client capability `sampling`. */
  method: "sampling/createMessage";
  /** The conversation, and how to continue it. */
  params: CreateMessageRequestParams;
}

/** The message the model wrote, with its circumstances. */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** Name of the model that wrote it. */
  model: string;
  /**
   * Why the model stopped: it was done (`endTurn`), met a stop sequence, reached `maxTokens`, or
   * wants tools called (`toolUse`). Providers may have reasons of their own.
   */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/**
 * Message in a sampled conversation. A user message with tool results has nothing else in it, and
 * answers all calls of the assistant message before it.
 */
export interface SamplingMessage {
  /** Who speaks. Tool results are spoken by the user. */
  role: Role;
  /** What is said: one block, or several in order. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Metadata of this message. */
  _meta?: { [key: string]: unknown };
}

/** One piece of a {@link SamplingMessage}, told apart by `type`. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/* ---------------------------------------------------------------------------------------------
 * Content
 * ------------------------------------------------------------------------------------------- */

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
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
}

/** The model calls a tool. */
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
  _meta?: { [key: string]: unknown };
}

/** What a tool called by the model gave back. */
export interface ToolResultContent {
  /** Marks a result. */
  type: "tool_result";
  /** `id` of the {@link ToolUseContent} it answers. */
  toolUseId: string;
  /** Output to read, as in a {@link CallToolResult}. */
  content: ContentBlock[];
  /** Output to compute with: an object that fits the tool's `outputSchema` if there is one. */
  structuredContent?: { [key: string]: unknown };
  /** The tool failed, and `content` says why. Absent: false. */
  isError?: boolean;
  /** Metadata of this result. Keep it in later requests: provider caches may hang on it. */
  _meta?: { [key: string]: unknown };
}

/**
 * What matters to the server in the choice of a model. Advice, which the client weighs as it
 * likes.
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
 */
export interface ModelHint {
  /**
   * Part of a model's name: a family matches all its members and releases. A client without such a
   * model may take a comparable one of another provider.
   */
  name?: string;
}

/* ---------------------------------------------------------------------------------------------
 * Completion
 * ------------------------------------------------------------------------------------------- */

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
    /** Suggested values, best first, 100 at most. */
    values: string[];
    /** Number of matches altogether, those not sent included. */
    total?: number;
    /** There are matches beyond `values`, though maybe nobody counted them. */
    hasMore?: boolean;
  };
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

/** Points to the prompt whose argument is being typed. */
export interface PromptReference extends BaseMetadata {
  /** Marks a prompt. */
  type: "ref/prompt";
}

/* ---------------------------------------------------------------------------------------------
 * Roots
 * ------------------------------------------------------------------------------------------- */

/** Asks which folders and files the server should keep to. */
export interface ListRootsRequest extends JSONRPCRequest {
  /** Behind the client capability `roots`. */
  method: "roots/list";
  /** Needed only to carry metadata. */
  params?: RequestParams;
}

/** Folders and files the client works on. Guidance for the server, no access control. */
export interface ListRootsResult extends Result {
  /** May be empty. */
  roots: Root[];
}

/** Folder or file the client works on. */
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
  _meta?: { [key: string]: unknown };
}

/** The list of roots changed; the server asks for it again if it cares. */
export interface RootsListChangedNotification extends JSONRPCNotification {
  /** From the client, behind its capability `roots.listChanged`. */
  method: "notifications/roots/list_changed";
  /** Nothing but `_meta`. */
  params?: NotificationParams;
}

/* ---------------------------------------------------------------------------------------------
 * Elicitation
 * ------------------------------------------------------------------------------------------- */

/**
 * Form for the user to fill in. Never for passwords, keys, tokens or payment data; those go
 * through {@link ElicitRequestURLParams}.
 */
export interface ElicitRequestFormParams extends TaskAugmentedRequestParams {
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
export interface ElicitRequestURLParams extends TaskAugmentedRequestParams {
  /** Marks a page. */
  mode: "url";
  /** Tells the user why to go there. */
  message: string;
  /**
   * Names this visit, unique on the server and opaque to the client; {@link
   * ElicitationCompleteNotification} repeats it.
   */
  elicitationId: string;
  /**
   * Address of the page, `https:` outside development. The client shows it in full, asks first and
   * opens it where neither model nor client can look in.
   *
   * @format uri
   */
  url: string;
}

/** Question of either kind. Without `mode` it is a form. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** Puts a question to the user, by form or by web page. */
export interface ElicitRequest extends JSONRPCRequest {
  /** Behind the client capability `elicitation`. */
  method: "elicitation/create";
  /** The question; `mode` tells which kind. */
  params: ElicitRequestParams;
}

/** Field of a form: text, number, checkbox or choice, never an object. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** Text field. */
export interface StringSchema {
  /** The value is a string. */
  type: "string";
  /** Label of the field. */
  title?: string;
  /** Help text for the field. */
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

/** Choice of one. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

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

/** Choice of several. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/**
 * Choice of one in the old notation. It still works and will go; new servers write a {@link
 * TitledSingleSelectEnumSchema}.
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

/** Choice among given strings, with or without labels, of one or of several. */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** What the user did with an {@link ElicitRequest}. */
export interface ElicitResult extends Result {
  /**
   * `accept`: sent the form, or agreed to visit the page. `decline`: said no. `cancel`: closed the
   * question without a word.
   */
  action: "accept" | "decline" | "cancel";
  /** Values by field, to fit `requestedSchema`; only with `accept`, never for a page. */
  content?: { [key: string]: string | number | boolean | string[] };
}

/**
 * What the user had to do on a web page is done. Optional, and only for the client that was asked.
 */
export interface ElicitationCompleteNotification extends JSONRPCNotification {
  /** From the server, to clients with the capability `elicitation.url`. */
  method: "notifications/elicitation/complete";
  /** Which visit. */
  params: {
    /** Same as in the question; one that is unknown or done is ignored. */
    elicitationId: string;
  };
}

/* ---------------------------------------------------------------------------------------------
 * Who sends what
 * ------------------------------------------------------------------------------------------- */

/**
 * Requests a client sends.
 *
 * @internal
 */
export type ClientRequest =
  | PingRequest
  | InitializeRequest
  | CompleteRequest
  | SetLevelRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | CallToolRequest
  | ListToolsRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

/**
 * Notifications a client sends.
 *
 * @internal
 */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification
  | TaskStatusNotification;

/**
 * Results a client sends.
 *
 * @internal
 */
export type ClientResult =
  | EmptyResult
  | CreateMessageResult
  | ListRootsResult
  | ElicitResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;

/**
 * Requests a server sends.
 *
 * @internal
 */
export type ServerRequest =
  | PingRequest
  | CreateMessageRequest
  | ListRootsRequest
  | ElicitRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

/**
 * Notifications a server sends.
 *
 * @internal
 */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ElicitationCompleteNotification
  | TaskStatusNotification;

/**
 * Results a server sends.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | CallToolResult
  | ListToolsResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;
