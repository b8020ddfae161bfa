/** Servers of both eras, made of generated code. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Way } from "../../message.js";
import type { Program } from "../../program.js";
import { lineReader, programChannel } from "../channel.js";
import type { BothSettings, RunningServer } from "../subject.js";
import { bothServer, type BothCode } from "./both-server.js";

/** Imports the code of a stateless revision, from a folder. */
export async function importBoth(path: string): Promise<BothCode> {
  const load = (name: string): Promise<any> =>
    import(/* @vite-ignore */ pathToFileURL(join(path, `${name}.js`)).href);
  return {
    server: await load("server"),
    errors: await load("errors"),
    legacy: await load("legacy"),
    transport: await load("runtime/protocol/transport"),
  };
}

/** The program that serves both eras on stdio. */
export const bothProgram: string = fileURLToPath(
  new URL("both-stdio-program.ts", import.meta.url),
);

/** Starts a server of both eras. */
export async function serveBoth(
  way: Way,
  settings: BothSettings,
  code: BothCode,
  path: string,
  program: () => Promise<Program>,
): Promise<RunningServer> {
  const legacy = settings.legacy === false ? undefined : code.legacy.legacy;
  if (way === "stdio") {
    const built = await program();
    return {
      port: 0,
      connect: async (take) =>
        programChannel(built, JSON.stringify(settings), take, [path]),
      close: async () => undefined,
    };
  }
  const server = bothServer(code);
  if (way === "memory") {
    return {
      port: 0,
      connect: async (take) => {
        let receiver: any;
        let isClosed = false;
        const transport = {
          receive: (given: unknown) => {
            receiver = given;
          },
          send: (message: unknown) => take(`${JSON.stringify(message)}\n`),
          close: async () => {
            if (!isClosed) receiver.closed();
            isClosed = true;
          },
        };
        const connection = code.server.serve(server, transport, { legacy });
        return {
          write: lineReader((line) =>
            code.transport.deliverText(receiver, line),
          ),
          close: () => connection.close(),
        };
      },
      close: () => server.close(),
    };
  }
  const { legacy: _legacy, ...sessions } = settings;
  const http = createServer(
    code.server.nodeHandler(server, { legacy, ...sessions }) as RequestListener,
  );
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (http.address() as AddressInfo).port,
    connect: () => Promise.reject(new Error("HTTP has no channel.")),
    close: async () => {
      await server.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}
