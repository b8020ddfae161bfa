/** The fixture on generated code. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { McpError, McpInvalidParamsError } from "../../../out/draft/errors.js";
import {
  createMcpServer,
  type HandlerContext,
  type JsonSchemaValidator,
  type McpServer,
} from "../../../out/draft/server.js";
import {
  askingUri,
  fixtureTools,
  questions,
  resources,
  suggestions,
  type Acting,
} from "../fixture.js";
import type { Message } from "../message.js";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** As `docs/server.md` has it. */
export const schemaValidator: JsonSchemaValidator = {
  dialects: ["https://json-schema.org/draft/2020-12/schema"],
  compile(schema) {
    const validate = ajv.compile(schema);
    return (value) =>
      validate(value) ? [] : ajv.errorsText(validate.errors).split(", ");
  },
};

/** Items on a page of resources. */
const pageSize = 2;

/** Makes the server. */
export function fixtureServer(canary: string): McpServer {
  const tools = fixtureTools(canary);
  const server: McpServer = createMcpServer({
    info: { name: "ours", version: "1.0.0" },
    capabilities: { logging: {} },
    schemaValidator,
    handlers: {
      listTools: () => ({
        tools: tools.map(({ run: _run, ...tool }) => tool) as never,
        ttlMs: 60_000,
        cacheScope: "public",
      }),
      callTool: async ({ name, arguments: args = {} }, context) => {
        const tool = tools.find((each) => each.name === name);
        if (tool === undefined) {
          throw new McpInvalidParamsError(`Unknown tool: ${name}`);
        }
        return (await tool.run(args, acting(server, context))) as never;
      },
      listResources: ({ cursor = "" }) => {
        const all = Object.keys(resources);
        const start = cursor === "" ? 0 : Number(cursor);
        if (!(start in all)) throw new McpInvalidParamsError("No such cursor.");
        return {
          resources: all
            .slice(start, start + pageSize)
            .map((uri) => ({ uri, name: uri })),
          ...(start + pageSize < all.length
            ? { nextCursor: String(start + pageSize) }
            : {}),
          ttlMs: 1_000,
          cacheScope: "public",
        };
      },
      listResourceTemplates: () => ({ resourceTemplates: [] }),
      readResource: ({ uri }, context) => {
        if (uri === askingUri) {
          return context.inputResponse("q", "roots/list") === undefined
            ? context.inputRequired({
                inputRequests: { q: questions["roots"] as never },
              })
            : { contents: [{ uri, text: "answered" }] };
        }
        const found = resources[uri];
        if (found === undefined) {
          throw new McpInvalidParamsError("No such resource.", { uri });
        }
        return { contents: [{ uri, ...found }] as never };
      },
      listPrompts: () => ({
        prompts: [
          { name: "greet", arguments: [{ name: "who", required: true }] },
        ],
      }),
      getPrompt: ({ name, arguments: args }) => {
        if (name !== "greet" || args?.["who"] === undefined) {
          throw new McpInvalidParamsError("greet needs the argument who.");
        }
        return {
          messages: [
            {
              role: "user",
              content: { type: "text", text: `Hi ${args["who"]}` },
            },
          ],
        };
      },
      complete: ({ ref, argument }) => {
        if (ref.type !== "ref/prompt" || ref.name !== "greet") {
          throw new McpInvalidParamsError("There is nothing to complete.");
        }
        const values = suggestions.filter((each) =>
          each.startsWith(argument.value),
        );
        return {
          completion: {
            // A handler that forgot the limit.
            values,
            total: values.length,
            hasMore: false,
          },
        };
      },
    },
  });
  return server;
}

function acting(server: McpServer, context: HandlerContext): Acting {
  return {
    signal: context.signal,
    progress: async (done) => context.progress(done),
    log: async (level, data) => context.log(level as never, data),
    answer: async (key) =>
      Object.values(questions)
        .map((question) => {
          try {
            return context.inputResponse(key, question["method"]);
          } catch (error) {
            return error as Error;
          }
        })
        .sort((a, b) => Number(a instanceof Error) - Number(b instanceof Error))
        .map((found) => {
          if (found instanceof Error) throw found;
          return found;
        })[0],
    state: () => context.verifyState(),
    sign: (state) => context.signState(state),
    ask: (inputRequests, requestState) =>
      context.inputRequired({
        inputRequests: inputRequests as never,
        requestState,
      }) as unknown as Message,
    refuse: (code, message) => {
      throw new McpError(code, message);
    },
    require: (capabilities) => context.requireCapabilities(capabilities),
    change: (what, uri) => {
      switch (what) {
        case "tools":
          server.notify.toolsListChanged();
          break;
        case "prompts":
          server.notify.promptsListChanged();
          break;
        case "resources":
          server.notify.resourcesListChanged();
          break;
        default:
          server.notify.resourceUpdated(uri);
      }
    },
    shutDown: () => {
      setTimeout(() => void server.close(), 20);
    },
  };
}
