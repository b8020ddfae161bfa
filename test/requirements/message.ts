/** Messages as JSON has them, and the fixed names in them. */

/** A message, or any other JSON object. */
export type Message = Record<string, any>;

/** The ways between a client and a server. */
export type Way = "memory" | "stdio" | "http";

/** All of them. */
export const everyWay: readonly Way[] = ["memory", "stdio", "http"];

/** Those that all requests share. */
export const channels: readonly ("memory" | "stdio")[] = ["memory", "stdio"];

/** The revision that all probes speak. */
export const version = "2026-07-28";

/** Keys of `_meta`. */
export const key = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The least `_meta` that a request has. */
export const meta: Readonly<Record<string, unknown>> = {
  [key.version]: version,
  [key.capabilities]: {},
};

/** A request with everything it needs. */
export function request(
  id: unknown,
  method: string,
  params: object = {},
  extraMeta: object = {},
): Message {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: { ...meta, ...extraMeta } },
  };
}

/** A call of a tool. */
export function call(
  id: unknown,
  name: string,
  args: object = {},
  extraMeta: object = {},
): Message {
  return request(id, "tools/call", { name, arguments: args }, extraMeta);
}

/** The params of the least request of each method. */
export const leastParams: Readonly<Record<string, Message>> = {
  "server/discover": {},
  "tools/list": {},
  "tools/call": { name: "echo", arguments: {} },
  "resources/list": {},
  "resources/templates/list": {},
  "resources/read": { uri: "file:///srv/note.txt" },
  "prompts/list": {},
  "prompts/get": { name: "greet", arguments: { who: "Ada" } },
  "completion/complete": {
    ref: { type: "ref/prompt", name: "greet" },
    argument: { name: "who", value: "Ada 14" },
  },
  "subscriptions/listen": { notifications: {} },
};

/** Lets time pass in which something could still happen that must not. */
export function pause(ms = 40): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until something holds; gives up after ten seconds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`It never came to be that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

/** What a promise rejects with; fails if it does not. */
export async function rejection(promise: Promise<unknown>): Promise<any> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`It was accepted: ${JSON.stringify(value)}`);
}
