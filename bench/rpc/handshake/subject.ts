/** Our side: client and server on what is generated for the revision with a handshake. */
import {
  importCode,
  type GeneratedCode,
} from "../../../test/requirements/handshake/ours/code-import.js";
import { greeting, info, toolName } from "../messages.js";

/** The modules of the generated code. */
export type OurCode = GeneratedCode;

/** Imports the generated code, which is compiled in a folder. */
export const ourCode: (folder: string) => Promise<OurCode> = importCode;

/** A server with the one tool. */
export function ourServer({ server }: OurCode): unknown {
  return server.createMcpServer({
    info,
    handlers: {
      listTools: () => ({
        tools: [{ name: toolName, inputSchema: { type: "object" } }],
      }),
      callTool: ({ arguments: args }: { arguments?: { name?: unknown } }) => ({
        content: [{ type: "text", text: greeting(args?.name) }],
      }),
    },
  });
}

/** A client. */
export interface OurClient {
  callTool(params: object, options?: object): Promise<object>;
  close(): Promise<void>;
}

/** A client of {@link ourServer} in the same process. */
export async function ourClient(code: OurCode): Promise<OurClient> {
  const [near, far] = code.memory.memoryTransports();
  code.server.serve(ourServer(code), far);
  return new code.client.Client(near, { info }) as OurClient;
}
