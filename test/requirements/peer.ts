/** A server made of bytes: what a client under test writes, and what it is told. */
import {
  createServer as createHttpServer,
  type Server as HttpServer,
} from "node:http";
import {
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from "node:net";
import type { AddressInfo } from "node:net";
import { until, version, type Message, type Way } from "./message.js";

/** A message from the client, and the way back. */
export interface Arrival {
  readonly message: Message;
  /** As it stood on the wire. */
  readonly text: string;
  /** Header lines of the POST, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a message: on the stream of the request where it has one. */
  send(message: unknown): void;
  /** Sends text as it is: a line, or a piece of an event stream. */
  sendText(text: string): void;
  /** Sends the result and ends the stream. */
  reply(result: object): void;
  /** Sends an error and ends the stream. */
  refuse(error: object, status?: number): void;
  /** Answers HTTP with something that is not a JSON-RPC message. */
  answer(status: number, type: string, body: string): void;
  /** Breaks the stream off. */
  breakOff(): void;
  /** Whether the client closed the stream. */
  hungUp(): boolean;
}

/** What the peer does with each message. */
export type Script = (arrival: Arrival) => void;

/** What a client learns that asks what the server is. */
export const discovery: Message = {
  resultType: "complete",
  supportedVersions: [version],
  capabilities: {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  },
  ttlMs: 0,
  cacheScope: "private",
  _meta: {
    "io.modelcontextprotocol/serverInfo": { name: "peer", version: "1" },
  },
};

/** A server's end of one of the ways. */
export class Peer {
  readonly way: Way;
  /** Messages that arrived, but for the question what the server is. */
  readonly arrivals: Arrival[] = [];
  /** All that the client wrote to a channel. */
  written = "";
  script: Script = () => undefined;
  /** Whether `server/discover` is answered here; false leaves it to the script. */
  discovers = true;
  /** Port to connect to: HTTP, or the channel behind a relay. */
  port = 0;
  #tcp: TcpServer | undefined;
  #http: HttpServer | undefined;
  #socket: Socket | undefined;
  #deliver: ((line: string) => void) | undefined;
  #rest = "";

  constructor(way: Way) {
    this.way = way;
  }

  /** Begins to listen where that is needed. */
  async start(): Promise<this> {
    if (this.way === "stdio") {
      this.#tcp = createTcpServer((socket) => {
        this.#socket = socket;
        this.#deliver = (line) => socket.write(line);
        socket.on("error", () => undefined);
        socket.setEncoding("utf8");
        this.#rest = "";
        socket.on("data", (text) => this.take(String(text)));
      });
      await listening(this.#tcp);
      this.port = (this.#tcp.address() as AddressInfo).port;
    }
    if (this.way === "http") {
      this.#http = createHttpServer((request, response) => {
        let text = "";
        request.setEncoding("utf8");
        request.on("data", (piece) => (text += piece));
        request.on("end", () => {
          let closed = false;
          response.on("close", () => {
            closed = !response.writableFinished;
          });
          const headers: Record<string, string> = {};
          for (let at = 0; at < request.rawHeaders.length; at += 2) {
            headers[String(request.rawHeaders[at]).toLowerCase()] = String(
              request.rawHeaders[at + 1],
            );
          }
          if (request.method !== "POST") {
            response.writeHead(405).end();
            return;
          }
          const open = (): void => {
            if (!response.headersSent) {
              response.writeHead(200, { "content-type": "text/event-stream" });
            }
          };
          const last = (message: unknown, status: number): void => {
            if (response.headersSent) {
              response.end(`data: ${JSON.stringify(message)}\n\n`);
            } else {
              response
                .writeHead(status, { "content-type": "application/json" })
                .end(JSON.stringify(message));
            }
          };
          const message = JSON.parse(text) as Message;
          if (!("id" in message)) {
            response.writeHead(202).end();
          }
          this.#arrived({
            message,
            text,
            headers,
            send: (each) => {
              open();
              response.write(`data: ${JSON.stringify(each)}\n\n`);
            },
            sendText: (piece) => {
              open();
              response.write(piece);
            },
            reply: (result) =>
              last({ jsonrpc: "2.0", id: message["id"], result }, 200),
            refuse: (error, status = 200) =>
              last({ jsonrpc: "2.0", id: message["id"], error }, status),
            answer: (status, type, body) =>
              response.writeHead(status, { "content-type": type }).end(body),
            breakOff: () => response.destroy(),
            hungUp: () => closed,
          });
        });
      });
      await listening(this.#http);
      this.port = (this.#http.address() as AddressInfo).port;
    }
    return this;
  }

  /** Where a client in memory delivers, and gets what the peer says. */
  attach(deliver: (line: string) => void): void {
    this.#deliver = deliver;
  }

  /** Takes what the client writes to the channel. */
  take(text: string): void {
    this.written += text;
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each !== "")) {
      const message = JSON.parse(line) as Message;
      const say = (each: unknown): void =>
        this.say(`${JSON.stringify(each)}\n`);
      this.#arrived({
        message,
        text: line,
        headers: {},
        send: say,
        sendText: (piece) => this.say(piece),
        reply: (result) => say({ jsonrpc: "2.0", id: message["id"], result }),
        refuse: (error) => say({ jsonrpc: "2.0", id: message["id"], error }),
        answer: () => undefined,
        breakOff: () => this.#socket?.destroy(),
        hungUp: () => false,
      });
    }
  }

  /** Writes to the channel. */
  say(text: string): void {
    this.#deliver?.(text);
  }

  #arrived(arrival: Arrival): void {
    if (this.discovers && arrival.message["method"] === "server/discover") {
      arrival.reply(discovery);
      return;
    }
    this.arrivals.push(arrival);
    this.script(arrival);
  }

  /** Waits for the n-th arrival, counted from 0. */
  async arrival(index: number): Promise<Arrival> {
    await until(
      () => this.arrivals.length > index,
      `message ${index + 1} of the client came`,
    );
    return this.arrivals[index] as Arrival;
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.#socket?.destroy();
    this.#http?.closeAllConnections();
    await Promise.all(
      [this.#tcp, this.#http].map(
        (server) =>
          new Promise<void>((resolve) => {
            if (server === undefined) resolve();
            else server.close(() => resolve());
          }),
      ),
    );
  }
}

function listening(server: TcpServer | HttpServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

/** A program that is nothing but a pipe between its stdio and a port of this machine. */
export function relayArguments(port: number): readonly string[] {
  return [
    "-e",
    `const s=require("node:net").connect(${port},"127.0.0.1");process.stdin.pipe(s);s.pipe(process.stdout);s.on("close",()=>process.exit(0));s.on("error",()=>process.exit(1));`,
  ];
}
