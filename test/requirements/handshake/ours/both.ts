/** Servers of both eras. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { legacy as bothLegacy } from "../../../../out/draft/legacy.js";
import {
  deliverText,
  type Receiver,
} from "../../../../out/draft/runtime/protocol/transport.js";
import {
  nodeHandler,
  serve,
  type Transport,
} from "../../../../out/draft/server.js";
import type { Way } from "../../message.js";
import type { Program } from "../../program.js";
import { lineReader, programChannel } from "../channel.js";
import type { BothSettings, RunningServer } from "../subject.js";
import { bothServer } from "./both-server.js";

/** The program that serves both eras on stdio. */
export const bothProgram: string = fileURLToPath(
  new URL("both-stdio-program.ts", import.meta.url),
);

/** Starts a server of both eras. */
export async function serveBoth(
  way: Way,
  settings: BothSettings,
  program: () => Promise<Program>,
): Promise<RunningServer> {
  const legacy = settings.legacy === false ? undefined : bothLegacy;
  if (way === "stdio") {
    const built = await program();
    return {
      port: 0,
      connect: async (take) =>
        programChannel(built, JSON.stringify(settings), take),
      close: async () => undefined,
    };
  }
  const server = bothServer();
  if (way === "memory") {
    return {
      port: 0,
      connect: async (take) => {
        let receiver!: Receiver;
        let isClosed = false;
        const transport: Transport = {
          receive: (given) => {
            receiver = given;
          },
          send: (message) => take(`${JSON.stringify(message)}\n`),
          close: async () => {
            if (!isClosed) receiver.closed();
            isClosed = true;
          },
        };
        const connection = serve(server, transport, { legacy });
        return {
          write: lineReader((line) => deliverText(receiver, line)),
          close: () => connection.close(),
        };
      },
      close: () => server.close(),
    };
  }
  const { legacy: _legacy, ...sessions } = settings;
  const http = createServer(nodeHandler(server, { legacy, ...sessions }));
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
