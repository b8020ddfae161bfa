/**
 * A gateway: a client of either era on its stdio, a server of either era behind it.
 * `gateway.ts <url>` or `gateway.ts <command> [args]`.
 */
import {
  Client,
  httpTransport,
  stdioTransport,
  type CallOptions,
} from "../../out/draft/client.js";
import { legacy } from "../../out/draft/legacy.js";
import {
  createMcpServer,
  serveStdio,
  type HandlerContext,
  type ServerHandlers,
} from "../../out/draft/server.js";
import { Questions } from "./questions.js";

const info = { name: "gateway", version: "1.0.0" };
const [target = "", ...args] = process.argv.slice(2);
const questions = new Questions();
const calls = new Map<number, Promise<any>>();
let last = 0;

const server = new Client(
  /^https?:/.test(target)
    ? httpTransport(target)
    : stdioTransport({ command: target, args }),
  {
    info,
    legacy,
    inputs: questions.inputs,
    capabilities: {
      elicitation: { form: {}, url: {} },
      sampling: { tools: {} },
    },
  },
);

/** Makes a call, or goes on with one whose questions the client has answered. */
function pass(name: keyof ServerHandlers) {
  const make = server[name] as (
    params: unknown,
    options: CallOptions,
  ) => Promise<unknown>;
  return async (params: any, context: HandlerContext): Promise<unknown> => {
    const {
      _meta,
      inputResponses: _answers,
      requestState: _state,
      ...plain
    } = params;
    const id = (await context.verifyState<number>()) ?? ++last;
    const call =
      calls.get(id) ??
      make.call(server, plain, {
        onProgress: ({ progress, total, message }) =>
          context.progress(progress, total, message),
        onLog: ({ level, data, logger }) => context.log(level, data, logger),
      });
    calls.set(id, call);
    const end = call.then(
      () => "end",
      () => "end",
    );
    do {
      const inputRequests = questions.take(id, context);
      if (Object.keys(inputRequests).length > 0) {
        const state = await context.signState(id);
        return context.inputRequired({ inputRequests, requestState: state });
      }
    } while ((await Promise.race([end, questions.next()])) !== "end");
    calls.delete(id);
    return call;
  };
}

const names = {
  tools: ["listTools", "callTool"],
  prompts: ["listPrompts", "getPrompt"],
  resources: ["listResources", "listResourceTemplates", "readResource"],
  completions: ["complete"],
} as const;
const { capabilities } = await server.discover();
const handlers = Object.entries(names)
  .filter(([capability]) => capability in capabilities)
  .flatMap(([, methods]) => methods.map((name) => [name, pass(name)]));
await serveStdio(
  createMcpServer({
    info,
    capabilities: { logging: {} },
    handlers: Object.fromEntries(handlers) as ServerHandlers,
  }),
  { legacy },
);
await server.close();
