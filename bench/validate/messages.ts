/**
 * The messages that the validators are timed on: ordinary traffic of the
 * draft revision, and for each row a broken twin whose fault sits at the end.
 */
import { reshaped } from "./shapes.js";

/** One line of the benchmark's table. */
export interface Row {
  /** What the table calls it. */
  readonly name: string;
  /** The schema's type that all of the row's messages have. */
  readonly type: string;
  /** The messages, as text; a run cycles through them. */
  readonly texts: readonly string[];
  /** The same messages with one wrong value, deep inside and near the end. */
  readonly brokenTexts: readonly string[];
  /** Where the wrong values are, `/` separated. */
  readonly faults: readonly string[];
}

interface Sample {
  readonly name: string;
  readonly type: string;
  readonly messages: readonly object[];
  /** The place of the value to spoil, `/` separated, and what to put there. */
  readonly fault: (message: object) => readonly [path: string, value: unknown];
}

/** How many forms of a message the `16 shapes` rows have. */
const SHAPES = 16;

/** All rows: each sample as it is, and once more in sixteen shapes. */
export function allRows(): readonly Row[] {
  return samples.flatMap((sample) => [
    rowOf(sample, sample.name, sample.messages),
    rowOf(
      sample,
      `${sample.name}, ${SHAPES} shapes`,
      Array.from({ length: SHAPES }, (_, shape) => {
        const message = sample.messages[shape % sample.messages.length];
        return reshaped(message as object, shape);
      }),
    ),
  ]);
}

function rowOf(sample: Sample, name: string, messages: readonly object[]): Row {
  const faults = messages.map(sample.fault);
  return {
    name,
    type: sample.type,
    texts: messages.map((message) => JSON.stringify(message)),
    brokenTexts: messages.map((message, index) => {
      const [path, value] = faults[index] as (typeof faults)[number];
      return JSON.stringify(spoilt(message, path.split("/"), value));
    }),
    faults: faults.map(([path]) => path),
  };
}

/** A copy of the value, keys in the same order, with another value at the path. */
function spoilt(
  value: unknown,
  [key, ...rest]: readonly string[],
  wrong: unknown,
): unknown {
  if (key === undefined) return wrong;
  const copy = (
    Array.isArray(value) ? [...value] : { ...(value as object) }
  ) as Record<string, unknown>;
  copy[key] = spoilt(copy[key], rest, wrong);
  return copy;
}

const requestMeta = {
  progressToken: "p41",
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": {
    name: "bench-client",
    version: "1.4.0",
  },
  "io.modelcontextprotocol/clientCapabilities": {
    elicitation: { form: {}, url: {} },
    sampling: {},
  },
};

const resultMeta = {
  "io.modelcontextprotocol/serverInfo": {
    name: "bench-server",
    version: "2.0.1",
    title: "Bench server",
  },
};

function request(method: string, params: object): object {
  return {
    jsonrpc: "2.0",
    id: 41,
    method,
    params: { ...params, _meta: requestMeta },
  };
}

const callTool = request("tools/call", {
  name: "book_table",
  arguments: { day: "monday", seats: 4, wishes: ["window", "quiet"] },
});

function contentBlock(index: number): object {
  switch (index % 5) {
    case 0:
    case 1:
      return { type: "text", text: `Line ${index} of what the tool found.` };
    case 2:
      return { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
    case 3:
      return {
        type: "resource_link",
        uri: `file:///srv/report-${index}.txt`,
        name: `report-${index}.txt`,
        mimeType: "text/plain",
        size: 1024 + index,
      };
    default:
      return {
        type: "resource",
        resource: {
          uri: `file:///srv/notes-${index}.md`,
          mimeType: "text/markdown",
          text: "# Notes",
        },
        annotations: { audience: ["user"], priority: 0.5 },
      };
  }
}

function tool(index: number): object {
  return {
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: "Looks something up and says what it found.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for" },
        limit: { type: "integer", minimum: 1, maximum: 100 },
      },
      required: ["query"],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function listToolsResult(count: number): object {
  return {
    resultType: "complete",
    ttlMs: 60_000,
    cacheScope: "public",
    _meta: resultMeta,
    tools: Array.from({ length: count }, (_, index) => tool(index)),
  };
}

const smallCallToolResult = {
  resultType: "complete",
  content: [{ type: "text", text: "Booked for Monday, four seats." }],
  structuredContent: { confirmed: true, seats: 4 },
  isError: false,
  _meta: resultMeta,
};

const inputRequiredResult = {
  resultType: "input_required",
  _meta: resultMeta,
  requestState: "c2lnbmVkLXN0YXRl",
  inputRequests: {
    contact: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Who is the table for?",
        requestedSchema: {
          type: "object",
          properties: {
            name: { type: "string", title: "Name", minLength: 1 },
            seats: { type: "integer", minimum: 1, maximum: 12 },
            smoking: { type: "boolean", default: false },
            area: { type: "string", enum: ["inside", "terrace"] },
          },
          required: ["name", "seats"],
        },
      },
    },
    wording: {
      method: "sampling/createMessage",
      params: {
        messages: [
          {
            role: "user",
            content: { type: "text", text: "Word a confirmation." },
          },
        ],
        modelPreferences: { hints: [{ name: "small" }], speedPriority: 0.9 },
        systemPrompt: "Be brief.",
        maxTokens: 200,
      },
    },
  },
};

const progress = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: {
    progressToken: "p41",
    progress: 3,
    total: 10,
    message: "Asking the restaurant",
  },
};

const completeResult = {
  resultType: "complete",
  _meta: resultMeta,
  completion: {
    values: ["Berlin", "Bergen", "Bern", "Bertrange", "Berchem"],
    total: 17,
    hasMore: true,
  },
};

const samples: readonly Sample[] = [
  {
    name: "CallToolRequest",
    type: "CallToolRequest",
    messages: [callTool],
    fault: () => ["params/name", 7],
  },
  {
    name: "CallToolResult, 1 block",
    type: "CallToolResult",
    messages: [smallCallToolResult],
    fault: () => ["content/0/text", 7],
  },
  {
    name: "CallToolResult, 50 blocks",
    type: "CallToolResult",
    messages: [
      {
        resultType: "complete",
        content: Array.from({ length: 50 }, (_, index) => contentBlock(index)),
        _meta: resultMeta,
      },
    ],
    fault: () => ["content/48/uri", 7],
  },
  {
    name: "ListToolsResult, 1 tool",
    type: "ListToolsResult",
    messages: [listToolsResult(1)],
    fault: () => ["tools/0/annotations/readOnlyHint", "yes"],
  },
  {
    name: "ListToolsResult, 100 tools",
    type: "ListToolsResult",
    messages: [listToolsResult(100)],
    fault: () => ["tools/99/annotations/readOnlyHint", "yes"],
  },
  {
    name: "InputRequiredResult",
    type: "InputRequiredResult",
    messages: [inputRequiredResult],
    fault: () => ["inputRequests/wording/params/maxTokens", "many"],
  },
  {
    name: "ProgressNotification",
    type: "ProgressNotification",
    messages: [progress],
    fault: () => ["params/progress", "some"],
  },
  {
    name: "CompleteResult",
    type: "CompleteResult",
    messages: [completeResult],
    fault: () => ["completion/values/4", 7],
  },
  {
    name: "JSONRPCMessage, 4 kinds",
    type: "JSONRPCMessage",
    messages: [
      callTool,
      progress,
      { jsonrpc: "2.0", id: 41, result: smallCallToolResult },
      {
        jsonrpc: "2.0",
        id: 41,
        error: { code: -32602, message: "No such tool", data: { name: "x" } },
      },
    ],
    fault: (message) => {
      if ("error" in message) return ["error/message", 7];
      if ("result" in message) return ["result/_meta", 7];
      return ["method", 7];
    },
  },
  {
    name: "ClientRequest, 10 kinds",
    type: "ClientRequest",
    messages: [
      request("server/discover", {}),
      request("completion/complete", {
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "city", value: "Ber" },
        context: { arguments: { country: "Germany" } },
      }),
      request("prompts/get", {
        name: "greet",
        arguments: { city: "Berlin", tone: "warm" },
      }),
      request("prompts/list", { cursor: "eyJwYWdlIjoyfQ" }),
      request("resources/list", {}),
      request("resources/templates/list", {}),
      request("resources/read", { uri: "file:///srv/app/readme.md" }),
      request("subscriptions/listen", {
        notifications: {
          toolsListChanged: true,
          resourceSubscriptions: ["file:///srv/app/readme.md"],
        },
      }),
      callTool,
      request("tools/list", { cursor: "eyJwYWdlIjozfQ" }),
    ],
    fault: () => ["params/_meta/progressToken", true],
  },
];
