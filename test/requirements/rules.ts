/** The requirements that the official suite does not check, in our words. */

/** One requirement; its probes are in `probes/`. */
export interface Rule {
  readonly id: string;
  readonly rule: string;
  /** Why a part of it has no probe, where that is so. */
  readonly untested?: string;
}

/** All of them, in the order of the list. */
export const rules: readonly Rule[] = [
  {
    id: "J1",
    rule: "Request ids are strings or integers, and no two open requests share one",
  },
  {
    id: "J2",
    rule: "A response carries the id of its request, in value and type",
  },
  { id: "J3", rule: "Notifications have no id and are never answered" },
  {
    id: "J4",
    rule: "A resultType that nobody declared makes a result invalid",
  },
  {
    id: "J5",
    rule: "Servers send no error code that is reserved, withdrawn or legacy",
  },
  {
    id: "J6",
    rule: "Clients read no meaning into legacy codes, but for -32002",
  },
  {
    id: "J7",
    rule: "Malformed input is answered as JSON-RPC says, and breaks nothing else",
  },
  {
    id: "J8",
    rule: "Required request metadata is checked on every method, types included",
  },
  {
    id: "J9",
    rule: "Nothing is inferred from earlier requests of the connection",
  },
  {
    id: "J10",
    rule: "Keys of _meta follow the grammar; extension ids have a prefix",
  },
  { id: "J11", rule: "Trace context has the W3C's formats" },
  {
    id: "J12",
    rule: "JSON Schema 2020-12 is the default; an unsupported dialect is an error",
  },
  {
    id: "J13",
    rule: "Servers never fetch a schema's reference to the network",
  },
  {
    id: "J14",
    rule: "Icons come from https: or data: only",
    untested:
      "a client: it fetches and shows no icon, so only values are checked",
  },
  {
    id: "V1",
    rule: "Every version that is not served is -32022, known ones too",
  },
  {
    id: "V2",
    rule: "An extension that one side lacks: go on without it, or refuse",
  },
  {
    id: "V3",
    rule: "Any error may mean a server of old, but never one of the modern codes",
  },
  { id: "D1", rule: "Discovery tells its resultType, ttlMs and cacheScope" },
  { id: "D2", rule: "Discovery declares what the server has" },
  { id: "T1", rule: "One message is one line" },
  { id: "T2", rule: "A server's stdout has messages only, and no requests" },
  {
    id: "T3",
    rule: "A client's writing to stdin has messages only, and no responses",
  },
  {
    id: "T4",
    rule: "Clients cancel only what is open, once, in the transport's way",
  },
  { id: "T5", rule: "Nothing more is sent about a cancelled request" },
  {
    id: "T6",
    rule: "Subscriptions are identified by id, and reopened after a disconnect",
  },
  {
    id: "T7",
    rule: "Servers announce the end of a subscription, and cancel nothing else",
  },
  {
    id: "H1",
    rule: "An unknown Origin is refused with 403, whatever Host says",
  },
  {
    id: "H2",
    rule: "An accepted notification is 202 with no body; a refused one is 4xx",
  },
  { id: "H3", rule: "A missing version header is refused" },
  { id: "H4", rule: "Mcp-Name is compared for prompts and resources, too" },
  {
    id: "H5",
    rule: "Mcp-Name is decoded before it is compared; its markers are exact",
  },
  {
    id: "H6",
    rule: "Mcp-Param headers that differ from the arguments are refused",
  },
  {
    id: "H7",
    rule: "Null and absent arguments have no header, and must not have one",
  },
  {
    id: "H8",
    rule: "Clients encode names and values that HTTP cannot carry as they are",
  },
  {
    id: "H9",
    rule: "x-mcp-header counts only where a value can be reached, on tokens and safe integers",
  },
  {
    id: "H10",
    rule: "Clients read event streams in all forms that the standard allows",
  },
  {
    id: "H11",
    rule: "A POST has one request or notification, no batch, no response",
  },
  {
    id: "H12",
    rule: "A request's stream has only what belongs to the request",
  },
  {
    id: "H13",
    rule: "GET and DELETE are 405; streams ask proxies not to buffer",
  },
  { id: "R1", rule: "A question has questions, or state, or both" },
  { id: "R2", rule: "Only tools/call, prompts/get and resources/read may ask" },
  {
    id: "R3",
    rule: "Servers ask only what the client declared, in every detail",
  },
  {
    id: "R4",
    rule: "State that was altered, or belongs to another call, is refused",
  },
  {
    id: "R5",
    rule: "Clients answer all kinds of questions, in several rounds, with state byte for byte",
  },
  { id: "R6", rule: "Answers and state of one call never reach another" },
  {
    id: "P1",
    rule: "Progress tokens are strings or integers, and unique among open requests",
  },
  {
    id: "P2",
    rule: "Progress grows, is sent only where asked for, and ends with the response",
  },
  { id: "U1", rule: "Messages of a subscription carry the id of its request" },
  {
    id: "U2",
    rule: "The acknowledgement comes first and says what is honoured; nothing else is sent",
  },
  {
    id: "U3",
    rule: "Clients open, follow and end subscriptions, and report refusals",
  },
  { id: "K1", rule: "All pages have one cacheScope; questions have no hints" },
  {
    id: "K2",
    rule: "Results are kept by method and params, for one authorization, and never after input",
    untested: "jitter of polling: the client never polls",
  },
  { id: "G1", rule: "Cursors go back as they came; an empty one is one" },
  { id: "G2", rule: "A cursor that the server did not give is -32602" },
  {
    id: "L1",
    rule: "Log messages come at the asked severity and above, on that request's stream",
  },
  {
    id: "C1",
    rule: "At most 100 suggestions; what is to be completed is validated",
  },
  {
    id: "O1",
    rule: "Wrong arguments are a result with isError; an unknown tool is -32602",
  },
  { id: "O2", rule: "Structured content fits its schema, whatever JSON it is" },
  { id: "O3", rule: "Lists do not depend on the connection" },
  {
    id: "O4",
    rule: "A missing resource is -32602 with its URI; binary data is Base64",
    untested:
      "paths of files: they are the handlers' affair, none are read by generated code",
  },
  { id: "O5", rule: "Arguments of prompts are validated" },
  {
    id: "E1",
    rule: "Questions by form are flat; those by URL have a message and a valid URL",
  },
  {
    id: "E2",
    rule: "No mode is a form; clients answer declared modes only and fetch no URL",
  },
  {
    id: "S1",
    rule: "Tool results stand alone and answer each use; tools need sampling.tools",
  },
  { id: "W1", rule: "Roots are file: URIs" },
];
