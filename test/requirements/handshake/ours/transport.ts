/** Ways from generated clients to peers made of bytes. */
import { relayArguments } from "../../peer.js";
import { lineReader } from "../channel.js";
import type { HandshakePeer } from "../peer.js";

/** A transport to a peer made of bytes. */
export function transportTo(module: any, to: HandshakePeer): any {
  if (to.way === "http") {
    return module.httpTransport(`http://127.0.0.1:${to.port}/mcp`);
  }
  if (to.way === "stdio") {
    return module.stdioTransport({
      command: process.execPath,
      args: relayArguments(to.port),
      stderr: "ignore",
      graceMs: 200,
    });
  }
  let receiver: any;
  let isClosed = false;
  return {
    receive: (given: unknown) => {
      receiver = given;
      to.attach(
        lineReader((line) => {
          let message: unknown;
          try {
            message = JSON.parse(line);
          } catch (cause) {
            receiver.malformed(line, cause);
            return;
          }
          receiver.message(message);
        }),
      );
    },
    send: (message: unknown) => to.take(`${JSON.stringify(message)}\n`),
    close: async () => {
      to.detach();
      if (!isClosed) receiver.closed();
      isClosed = true;
    },
  };
}
