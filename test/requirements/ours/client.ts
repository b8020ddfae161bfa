/** A client on generated code. */
import {
  Client,
  LegacyServerError,
  ResultCache,
  httpTransport,
  memoryTransports,
  stdioTransport,
  type Transport,
} from "../../../out/draft/client.js";
import {
  deliverText,
  type Receiver,
} from "../../../out/draft/runtime/protocol/transport.js";
import { relayArguments, type Peer } from "../peer.js";
import type { Message } from "../message.js";
import type { ClientSettings, ClientUnderTest } from "../subject.js";
import { schemaValidator } from "./server.js";

/** Connects a client to a peer. */
export function connectClient(
  peer: Peer,
  settings: ClientSettings,
): Promise<ClientUnderTest> {
  const logged: Message[] = [];
  const client = new Client(transportTo(peer), {
    info: { name: "client", version: "1.0.0" },
    inputs: (settings.inputs ?? {}) as never,
    ...(settings.capabilities === undefined
      ? {}
      : { capabilities: settings.capabilities }),
    ...(settings.cache === true ? { cache: new ResultCache() } : {}),
    ...(settings.authorization === undefined
      ? {}
      : { cacheAuthorization: settings.authorization }),
    probe: settings.probe === true,
    schemaValidator,
    onLog: (entry) => logged.push(entry as unknown as Message),
  });
  const methods: Record<
    string,
    (params: never, options: object) => Promise<unknown>
  > = {
    "server/discover": (_params, options) => client.discover(options),
    "tools/list": (params, options) => client.listTools(params, options),
    "tools/call": (params, options) => client.callTool(params, options),
    "resources/list": (params, options) =>
      client.listResources(params, options),
    "resources/templates/list": (params, options) =>
      client.listResourceTemplates(params, options),
    "resources/read": (params, options) => client.readResource(params, options),
    "prompts/list": (params, options) => client.listPrompts(params, options),
    "prompts/get": (params, options) => client.getPrompt(params, options),
    "completion/complete": (params, options) =>
      client.complete(params, options),
  };
  return Promise.resolve({
    logged,
    request: (method, params = {}, options = {}) =>
      methods[method]?.(params as never, {
        ...options,
        onLog: (entry: unknown) => logged.push(entry as Message),
      }) as Promise<Message>,
    all: async (method) => {
      const items: Message[] = [];
      const list =
        method === "tools/list" ? client.listTools : client.listResources;
      for await (const item of list.all()) items.push(item as never);
      return items;
    },
    listen: async (filter) => {
      const subscription = client.listen(filter);
      const acknowledged = (await subscription.acknowledged) as Message;
      const events: Message[] = [];
      let over = false;
      void (async () => {
        try {
          for await (const event of subscription) events.push(event as never);
        } catch {
          // Lost is over, too.
        }
        over = true;
      })();
      return {
        acknowledged,
        events,
        ended: () => over,
        close: () => subscription.close(),
      };
    },
    saysLegacy: (error) => error instanceof LegacyServerError,
    close: () => client.close(),
  });
}

function transportTo(peer: Peer): Transport {
  if (peer.way === "http")
    return httpTransport(`http://127.0.0.1:${peer.port}/mcp`);
  if (peer.way === "stdio") {
    return stdioTransport({
      command: process.execPath,
      args: relayArguments(peer.port),
      stderr: "ignore",
      restarts: 2,
      graceMs: 200,
    });
  }
  const [near, far] = memoryTransports();
  let receiver: Receiver | undefined;
  let rest = "";
  far.receive({
    message: (message) => peer.take(`${JSON.stringify(message)}\n`),
    malformed: () => undefined,
    failed: () => undefined,
    lost: () => undefined,
    report: () => undefined,
    closed: () => undefined,
  });
  peer.attach((text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "" && receiver) deliverText(receiver, line);
    }
  });
  return {
    receive(given) {
      receiver = given;
      near.receive(given);
    },
    send: (message) => near.send(message),
    close: () => near.close(),
  };
}
