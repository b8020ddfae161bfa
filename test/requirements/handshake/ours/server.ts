/** The fixture on generated code. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Message } from "../../message.js";
import { suggestions } from "../../fixture.js";
import { fixtureTools, resources, type Acting } from "../fixture.js";
import type { ServerSettings } from "../subject.js";
import type { GeneratedCode } from "./code-import.js";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** As `docs/server.md` has it. */
export const schemaValidator: {
  readonly dialects: readonly string[];
  compile(schema: object): (value: unknown) => readonly string[];
} = {
  dialects: ["https://json-schema.org/draft/2020-12/schema"],
  compile(schema) {
    const validate = ajv.compile(schema);
    return (value) =>
      validate(value) ? [] : ajv.errorsText(validate.errors).split(", ");
  },
};

/** Makes the server. */
export function fixtureServer(
  { server: module, errors }: GeneratedCode,
  { logging = true, tasks = true }: ServerSettings,
): any {
  const tools = fixtureTools();
  const server = module.createMcpServer({
    info: { name: "ours", version: "1.0.0" },
    capabilities: logging ? { logging: {} } : {},
    defaultLogLevel: "debug",
    schemaValidator,
    ...(tasks
      ? {
          tasks: { store: new module.InMemoryTaskStore(), pollIntervalMs: 10 },
        }
      : {}),
    onError: () => undefined,
    handlers: {
      listTools: () => ({
        tools: tools.map(({ run: _run, taskSupport, ...tool }) => ({
          ...tool,
          ...(tasks && taskSupport !== undefined
            ? { execution: { taskSupport } }
            : {}),
        })),
      }),
      callTool: async (
        { name, arguments: args = {} }: Message,
        context: any,
      ) => {
        const tool = tools.find((each) => each.name === name);
        if (tool === undefined) {
          throw new errors.McpInvalidParamsError(`Unknown tool: ${name}`);
        }
        return tool.run(args as Message, acting(errors, server, context));
      },
      listResources: () => ({
        resources: Object.keys(resources).map((uri) => ({ uri, name: uri })),
      }),
      listResourceTemplates: () => ({ resourceTemplates: [] }),
      readResource: ({ uri }: Message) => {
        const content = resources[uri as string];
        if (content === undefined) {
          throw new errors.McpError(-32002, "Resource not found", { uri });
        }
        return { contents: [{ uri, ...content }] };
      },
      listPrompts: () => ({
        prompts: [{ name: "greet", arguments: [{ name: "who" }] }],
      }),
      getPrompt: ({ arguments: args }: Message) => ({
        messages: [
          {
            role: "user",
            content: { type: "text", text: `Hi ${args?.who}` },
          },
        ],
      }),
      complete: ({ argument }: Message) => ({
        completion: {
          values: suggestions
            .filter((each) => each.startsWith(argument?.value as string))
            .slice(0, 100),
        },
      }),
    },
  });
  return server;
}

function acting(errors: any, server: any, context: any): Acting {
  return {
    signal: context.signal,
    progress: async (done) => context.progress(done),
    log: async (level, data) => {
      try {
        await context.log(level, data);
      } catch {
        // The server does not declare that it logs.
      }
    },
    elicit: (params) => context.elicit(params),
    createMessage: (params) => context.createMessage(params),
    listRoots: () => context.listRoots(),
    completeElicitation: async (id) => context.completeElicitation(id),
    requireUrls: (elicitations) => {
      throw new errors.McpUrlElicitationRequiredError("Visit these first", {
        elicitations: elicitations.map((each) => ({ mode: "url", ...each })),
      });
    },
    refuse: (code, message) => {
      throw new errors.McpError(code, message);
    },
    change: (what, uri) => {
      if (what === "tools") server.notify.toolsListChanged();
      else if (what === "prompts") server.notify.promptsListChanged();
      else if (what === "resources") server.notify.resourcesListChanged();
      else server.notify.resourceUpdated(uri);
    },
    closeStream: () => context.closeStream(),
  };
}
