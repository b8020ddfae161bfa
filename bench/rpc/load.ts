/**
 * A process that sends requests to a port as fast as they are answered, over
 * connections that stay open. It writes and scans bytes, so that it costs little
 * next to the server that is measured.
 *
 * Takes {@link LoadOrder}s as messages; answers each with the milliseconds it took.
 */
import { connect } from "node:net";

/** What to send, and where to. */
export interface LoadOrder {
  readonly port: number;
  /** One whole HTTP request. */
  readonly request: string;
  readonly requests: number;
  readonly connections: number;
}

process.on("message", (order: LoadOrder) => {
  void load(order).then((milliseconds) => process.send?.(milliseconds));
});

async function load(order: LoadOrder): Promise<number> {
  const start = process.hrtime.bigint();
  let left = order.requests;
  const take = (): boolean => {
    left -= 1;
    return left >= 0;
  };
  await Promise.all(
    Array.from({ length: order.connections }, () => oneConnection(order, take)),
  );
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function oneConnection(
  { port, request }: LoadOrder,
  take: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const bytes = Buffer.from(request);
    let answer = "";
    const next = (): void => {
      if (take()) {
        socket.write(bytes);
      } else {
        socket.end();
      }
    };
    socket.setNoDelay(true);
    socket.on("connect", next);
    socket.on("data", (piece) => {
      answer += piece.toString("latin1");
      if (isWhole(answer)) {
        if (!answer.startsWith("HTTP/1.1 200 ")) {
          reject(new Error(answer));
        }
        answer = "";
        next();
      }
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}

/** True once an answer has come to its end, by its length or its last chunk. */
function isWhole(answer: string): boolean {
  const body = answer.indexOf("\r\n\r\n");
  if (body === -1) {
    return false;
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length === undefined
    ? answer.endsWith("\r\n0\r\n\r\n")
    : answer.length >= body + 4 + Number(length);
}
