/**
 * What revisions with a handshake, and programs of both eras, have to keep to, in our
 * words. `revisions` says where a rule holds, by the year and month of each revision.
 */
import type { Rule } from "../rules.js";
import type { Revision } from "./revision.js";

/** A requirement of the handshake era, or of programs that speak both. */
export interface HandshakeRule extends Rule {
  /** Revisions that it holds for; absent for rules about both eras. */
  readonly revisions?: readonly Revision[];
}

const a: Revision = "2024-11-05";
const b: Revision = "2025-03-26";
const c: Revision = "2025-06-18";
const d: Revision = "2025-11-25";
const all = [a, b, c, d] as const;
const streamable = [b, c, d] as const;
const since0618 = [c, d] as const;

/** All of them, in the order of the list. */
export const handshakeRules: readonly HandshakeRule[] = [
  // Messages, ids, batches
  {
    id: "HJ1",
    revisions: all,
    rule: "Request ids are strings or integers that their sender uses once in a session",
  },
  {
    id: "HJ2",
    revisions: all,
    rule: "A response has its request's id, type included, and directions do not mix",
  },
  {
    id: "HJ3",
    revisions: all,
    rule: "Notifications have no id and nobody answers them",
  },
  {
    id: "HJ4",
    revisions: all,
    rule: "Malformed messages get -32600 or -32700; responses to nothing are dropped",
  },
  {
    id: "HJ5",
    revisions: all,
    rule: "Nothing of the stateless era is sent to a peer of this one",
  },
  {
    id: "HB1",
    revisions: [b],
    rule: "Batches are served, a response for each request in them",
  },
  {
    id: "HB2",
    revisions: [b],
    rule: "A batch with initialize in it is refused as a whole",
  },
  {
    id: "HB3",
    revisions: [b],
    rule: "A POST of a batch without requests is answered 202",
  },
  {
    id: "HB4",
    revisions: [b],
    rule: "Clients split batches in JSON answers and in events",
  },
  {
    id: "HB5",
    revisions: [a, c, d],
    rule: "Elsewhere an array is one -32600 and nothing in it is served",
  },
  // Lifecycle and capabilities
  {
    id: "HL1",
    revisions: all,
    rule: "The client begins with initialize; only ping may precede its answer",
  },
  {
    id: "HL2",
    revisions: all,
    rule: "notifications/initialized follows the answer once, ahead of other requests",
  },
  {
    id: "HL3",
    revisions: all,
    rule: "The client offers its newest version with a handshake",
  },
  {
    id: "HL4",
    revisions: all,
    rule: "The server answers initialize in full, in the version asked for if it serves it",
  },
  {
    id: "HL5",
    revisions: all,
    rule: "A version that the server does not know is answered with its newest one",
  },
  {
    id: "HL6",
    revisions: all,
    rule: "A version that the client does not know ends the connection, with both named",
  },
  {
    id: "HL7",
    revisions: all,
    rule: "Before initialized the server asks nothing but ping and announces nothing",
  },
  {
    id: "HL8",
    revisions: all,
    rule: "Requests ahead of initialize are refused",
  },
  {
    id: "HL9",
    revisions: all,
    rule: "A second initialize is refused and changes nothing",
  },
  {
    id: "HL10",
    revisions: all,
    rule: "initialize is never cancelled; when it times out, the connection ends",
  },
  {
    id: "HL11",
    revisions: since0618,
    rule: "What was not negotiated is not sent: it fails locally, typed",
  },
  {
    id: "HL12",
    revisions: streamable,
    rule: "Requests time out and are then cancelled; progress extends that up to a limit",
  },
  {
    id: "HC1",
    revisions: all,
    rule: "Servers declare what they serve",
  },
  {
    id: "HC2",
    revisions: all,
    rule: "Methods that are unknown or not declared are -32601",
  },
  {
    id: "HC3",
    revisions: all,
    rule: "Clients declare what they handle and refuse the rest with -32601",
  },
  {
    id: "HC4",
    revisions: all,
    rule: "Servers ask nothing that the client did not declare; the tool fails instead",
  },
  {
    id: "HC5",
    revisions: all,
    rule: "subscribe and listChanged work where they are declared",
  },
  // Ping, cancellation, progress, logging
  { id: "HP1", revisions: all, rule: "Servers answer ping" },
  {
    id: "HP2",
    revisions: all,
    rule: "Clients answer ping, during calls too",
  },
  {
    id: "HP3",
    revisions: all,
    rule: "cancelled names a running request of its sender; over HTTP it is a POST",
  },
  {
    id: "HP4",
    revisions: all,
    rule: "A cancelled request stops and is not answered",
  },
  {
    id: "HP5",
    revisions: streamable,
    rule: "A closed HTTP stream cancels nothing",
  },
  {
    id: "HP6",
    revisions: all,
    rule: "Progress grows, has the token of a running request and ends with it",
  },
  {
    id: "HG1",
    revisions: all,
    rule: "setLevel filters the session's log messages",
  },
  {
    id: "HG2",
    revisions: all,
    rule: "An unknown level is -32602",
  },
  {
    id: "HG3",
    revisions: all,
    rule: "Logging is declared, and sessions have a level each",
  },
  // Requests of the server
  {
    id: "HQ1",
    revisions: all,
    rule: "A tool can have the client's model write a message",
  },
  {
    id: "HQ2",
    revisions: since0618,
    rule: "A tool can put a form to the user and gets accept, decline or cancel",
  },
  {
    id: "HQ3",
    revisions: all,
    rule: "A tool can ask for the roots; the client announces changes of them",
  },
  {
    id: "HQ4",
    revisions: all,
    rule: "Clients answer several requests of the server at a time, each in its own message",
  },
  {
    id: "HQ5",
    revisions: all,
    rule: "A sampling that the user refuses is -1, one with wrong params -32602",
  },
  {
    id: "HQ6",
    revisions: [d],
    rule: "Sampling with tools needs the capability sampling.tools",
  },
  {
    id: "HQ7",
    revisions: [d],
    rule: "Tool results that do not answer the calls before them are -32602",
  },
  {
    id: "HQ8",
    revisions: streamable,
    rule: "A request of the server uses the stream of the request that it serves",
  },
  {
    id: "HQ9",
    revisions: all,
    rule: "Where the client cannot be asked, the handler learns that at once",
  },
  {
    id: "HE1",
    revisions: [d],
    rule: "Clients refuse modes of elicitation that they did not declare",
  },
  {
    id: "HE2",
    revisions: [d],
    rule: "Servers use the modes that the client declared, and none in 2025-06-18",
  },
  {
    id: "HE3",
    revisions: since0618,
    rule: "A form is flat and has the kinds of fields of its revision",
  },
  {
    id: "HE4",
    revisions: [d],
    rule: "Defaults fill in what an accepted form leaves out",
  },
  {
    id: "HE5",
    revisions: since0618,
    rule: "Both sides check the answer of a form; only accept has content",
  },
  {
    id: "HE6",
    revisions: [d],
    rule: "A page to visit has a URL and an id of its own, which complete repeats",
  },
  {
    id: "HE7",
    revisions: [d],
    rule: "-32042 lists pages to visit, only to clients that can show them",
  },
  {
    id: "HE8",
    revisions: [d],
    rule: "-32042 asks the handler for URLs and repeats the call, within limits",
  },
  // Subscriptions, lists, data
  {
    id: "HU1",
    revisions: all,
    rule: "subscribe and unsubscribe have empty results",
  },
  {
    id: "HU2",
    revisions: all,
    rule: "updated reaches the sessions that subscribed to the resource, and no others",
  },
  {
    id: "HU3",
    revisions: all,
    rule: "list_changed reaches every initialized session",
  },
  {
    id: "HU4",
    revisions: streamable,
    rule: "A notification goes out on one stream of the session",
  },
  {
    id: "HD1",
    revisions: all,
    rule: "A missing resource is -32002, and clients read -32602 alike",
  },
  {
    id: "HD2",
    revisions: all,
    rule: "Unknown tools are -32602; failures and wrong arguments are isError",
  },
  {
    id: "HD3",
    revisions: since0618,
    rule: "Structured content is an object that fits the outputSchema",
  },
  {
    id: "HD4",
    revisions: all,
    rule: "Content that a revision lacks is mapped down",
  },
  {
    id: "HM1",
    revisions: all,
    rule: "Keys of _meta follow the revision's rule; those of others pass through",
  },
  // Tasks
  {
    id: "HK1",
    revisions: [d],
    rule: "Task support is declared; where it is not, task is ignored",
  },
  {
    id: "HK2",
    revisions: [d],
    rule: "Tasks are asked for only where receiver and tool allow it",
  },
  {
    id: "HK3",
    revisions: [d],
    rule: "A tool that requires or forbids tasks refuses other calls with -32601",
  },
  {
    id: "HK4",
    revisions: [d],
    rule: "An accepted request is answered at once with a task",
  },
  {
    id: "HK5",
    revisions: [d],
    rule: "Tasks change as allowed, and stay as they ended",
  },
  {
    id: "HK6",
    revisions: [d],
    rule: "tasks/result waits for the end and gives what the request would have got",
  },
  {
    id: "HK7",
    revisions: [d],
    rule: "tasks/cancel ends a task before it answers, and refuses ended ones",
  },
  {
    id: "HK8",
    revisions: [d],
    rule: "Unknown tasks and bad cursors are -32602",
  },
  {
    id: "HK9",
    revisions: [d],
    rule: "Tasks of others are invisible; ids cannot be guessed",
  },
  {
    id: "HK10",
    revisions: [d],
    rule: "Messages of a task name it in _meta, its own methods do not",
  },
  {
    id: "HK11",
    revisions: [d],
    rule: "The asking side polls as it is told and then fetches the result",
  },
  {
    id: "HK12",
    revisions: [d],
    rule: "A task that asks is input_required until it is answered",
  },
  {
    id: "HK13",
    revisions: [d],
    rule: "Progress goes on to the end of a task, which tasks/cancel stops",
  },
  // stdio and HTTP+SSE
  {
    id: "HS1",
    revisions: all,
    rule: "stdio has a message a line and nothing else",
  },
  {
    id: "HS2",
    revisions: all,
    rule: "A handler that waits for the client blocks nothing else on the pipe",
  },
  {
    id: "HO1",
    revisions: [a],
    rule: "GET opens a stream whose first event names where to POST",
  },
  {
    id: "HO2",
    revisions: [a],
    rule: "Clients wait for that event and POST there, on the same origin only",
  },
  {
    id: "HO3",
    revisions: [a],
    rule: "Origin is checked there too; unknown sessions are 404",
  },
  {
    id: "HO4",
    revisions: streamable,
    rule: "Clients fall back to HTTP+SSE where a POST of initialize is refused",
  },
  // Streamable HTTP
  {
    id: "HT1",
    revisions: streamable,
    rule: "Each message of a client is a POST that accepts both kinds of answer",
  },
  {
    id: "HT2",
    revisions: streamable,
    rule: "Notifications and responses are answered 202, or with an error status",
  },
  {
    id: "HT3",
    revisions: streamable,
    rule: "Clients read JSON and events, and what precedes the response",
  },
  {
    id: "HT4",
    revisions: streamable,
    rule: "GET gives a stream without responses, or 405, which is not a failure",
  },
  {
    id: "HT5",
    revisions: streamable,
    rule: "The stream of a request ends after its response",
  },
  {
    id: "HT6",
    revisions: streamable,
    rule: "Parallel requests are answered each on its own",
  },
  {
    id: "HT7",
    revisions: streamable,
    rule: "A page's Origin that is not allowed is refused with 403",
  },
  {
    id: "HT8",
    revisions: since0618,
    rule: "Clients send the negotiated version with every later HTTP request",
  },
  {
    id: "HT9",
    revisions: since0618,
    rule: "A version header that the server does not serve is 400",
  },
  {
    id: "HT10",
    revisions: since0618,
    rule: "Without the header the session's version counts, else 2025-03-26",
  },
  {
    id: "HT11",
    revisions: streamable,
    rule: "Other faults of HTTP have their status; JSON-RPC errors are 200",
  },
  {
    id: "HX1",
    revisions: streamable,
    rule: "The session id comes with the answer to initialize, random and printable",
  },
  {
    id: "HX2",
    revisions: streamable,
    rule: "Clients send the session id with every later HTTP request",
  },
  {
    id: "HX3",
    revisions: streamable,
    rule: "A missing session id is 400, an unknown one 404",
  },
  {
    id: "HX4",
    revisions: streamable,
    rule: "A session that ended is 404 from then on",
  },
  {
    id: "HX5",
    revisions: streamable,
    rule: "Clients begin a lost session again and repeat the call that found out",
  },
  {
    id: "HX6",
    revisions: streamable,
    rule: "A client that closes deletes its session",
  },
  {
    id: "HX7",
    revisions: streamable,
    rule: "A session belongs to the principal that opened it",
  },
  {
    id: "HX8",
    revisions: streamable,
    rule: "Idle sessions end, and their number is limited",
  },
  {
    id: "HR1",
    revisions: streamable,
    rule: "Event ids are unique, and a replay has what followed on that stream",
  },
  {
    id: "HR2",
    revisions: [d],
    rule: "With an event store a stream begins with an empty event",
  },
  {
    id: "HR3",
    revisions: [d],
    rule: "A connection that is closed early is resumed and loses nothing",
  },
  {
    id: "HR4",
    revisions: [d],
    rule: "Clients wait as long as retry says before they reconnect",
  },
  {
    id: "HR5",
    revisions: streamable,
    rule: "Clients resume with GET and Last-Event-ID, within limits",
  },
  {
    id: "HR6",
    revisions: streamable,
    rule: "Events without data move the position; without ids nothing is repeated",
  },
  // Both eras
  {
    id: "DC1",
    rule: "stdio: the client asks for discovery first, and stays modern where it is answered",
  },
  {
    id: "DC2",
    rule: "stdio: any other error leads to initialize on the same pipe",
  },
  {
    id: "DC3",
    rule: "stdio: a server that exits on the question is started once more",
  },
  {
    id: "DC4",
    rule: "HTTP: errors of the modern era do not lead to initialize",
  },
  {
    id: "DC5",
    rule: "HTTP: other 4xx lead to initialize, and then to HTTP+SSE",
  },
  {
    id: "DC6",
    rule: "HTTP: authorization and outages say nothing about the era",
  },
  {
    id: "DC7",
    rule: "The verdict is kept as long as the transport, and dropped when it is wrong",
  },
  {
    id: "DC8",
    rule: "Nothing of one era is in messages of the other",
  },
  {
    id: "DC9",
    rule: "The era can be fixed; the wrong server is then a typed error",
  },
  {
    id: "DC10",
    rule: "One table of inputs answers the questions of both eras",
  },
  {
    id: "DS1",
    rule: "stdio: a server that was asked for discovery takes initialize after it",
  },
  {
    id: "DS2",
    rule: "stdio: requests of both eras are served next to each other",
  },
  {
    id: "DS3",
    rule: "Lists of supported versions have those of both eras",
  },
  {
    id: "DS4",
    rule: "HTTP: one endpoint serves both eras",
  },
  {
    id: "DS5",
    rule: "HTTP: each request goes to its era, or is refused as stated",
  },
  {
    id: "DS6",
    rule: "Session ids and event ids mean nothing to modern requests",
  },
  {
    id: "DS7",
    rule: "No request of the server goes out for a modern request",
  },
  {
    id: "DS8",
    rule: "Without the older era initialize is refused with the versions served",
  },
  {
    id: "DF1",
    rule: "One set of handlers serves every revision, in its shapes",
  },
  {
    id: "DF2",
    rule: "Input that a handler asks for works in both eras, over several rounds",
  },
  {
    id: "DF3",
    rule: "UrlElicitationRequired is told as each era tells it",
  },
  {
    id: "DF4",
    rule: "One announcement of a change reaches clients of both eras",
  },
  {
    id: "DF5",
    rule: "listen and logLevel work against servers of both eras",
  },
];
