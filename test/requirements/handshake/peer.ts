/** A server made of bytes: what a client under test writes, and what it is told. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from "node:net";
import { until, type Message, type Way } from "../message.js";
import type { Revision } from "./revision.js";

/** An HTTP request of the client. */
export interface HttpArrival {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly at: number;
  readonly response: ServerResponse;
}

/** A message of the client, and the way back. */
export interface Arrival {
  readonly message: Message;
  /** The HTTP request that carried it, where there is one. */
  readonly http: HttpArrival | undefined;
  /** Sends a message ahead of the response, on the request's stream where it has one. */
  send(message: unknown): void;
  /** Sends text as it is: a line, or a part of an event stream. */
  sendText(text: string): void;
  /** Answers with a result, and ends the stream. */
  reply(result: object): void;
  /** Answers with an error, and ends the stream. */
  refuse(error: object, status?: number): void;
  /** Ends the stream without a response. */
  end(): void;
  /** Answers HTTP with something that is not a JSON-RPC message. */
  answer(status: number, type: string, body: string): void;
}

/** What a server offers in answer to `initialize`. */
export const offered: Message = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

/** A server's end of one of the ways. */
export class HandshakePeer {
  readonly way: Way;
  readonly revision: Revision;
  /** Requests and notifications of the client, but for those of the handshake. */
  readonly arrivals: Arrival[] = [];
  /** All messages of the client, oldest first, responses and the handshake included. */
  readonly messages: Message[] = [];
  /** All HTTP requests of the client. */
  readonly https: HttpArrival[] = [];
  /** Gets each arrival. */
  script: (arrival: Arrival) => void = () => undefined;
  /** Answers `initialize`; undefined leaves it to the script. */
  initialize: ((arrival: Arrival) => void) | undefined;
  /** Capabilities in the answer to `initialize`. */
  capabilities: Message = offered;
  /** Session id that is given out over HTTP; undefined: no sessions. */
  sessionId: string | undefined = "session-1";
  /** Whether GET opens a stream; else it is 405. */
  streams = true;
  /** Handles an HTTP request itself; true if it did. */
  http: (arrival: HttpArrival) => boolean = () => false;
  /** Port to connect to. */
  port = 0;
  /** Connections that were made to a channel. */
  connections = 0;
  /** Whether the channel is still connected. */
  connected = false;
  #tcp: TcpServer | undefined;
  #server: HttpServer | undefined;
  #socket: Socket | undefined;
  #deliver: ((text: string) => void) | undefined;
  #rest = "";
  readonly #getStreams = new Set<ServerResponse>();

  constructor(way: Way, revision: Revision) {
    this.way = way;
    this.revision = revision;
    this.initialize = (arrival) => arrival.reply(this.agreement());
  }

  /** The result of `initialize`. */
  agreement(version: string = this.revision): Message {
    return {
      protocolVersion: version,
      capabilities: this.capabilities,
      serverInfo: { name: "peer", version: "1.0.0" },
    };
  }

  /** Begins to listen where that is needed. */
  async start(): Promise<this> {
    if (this.way === "stdio") {
      this.#tcp = createTcpServer((socket) => {
        this.connections += 1;
        this.connected = true;
        this.#socket = socket;
        this.#rest = "";
        this.#deliver = (text) => socket.write(text);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.connected = false;
        });
        socket.setEncoding("utf8");
        socket.on("data", (text) => this.take(String(text)));
      });
      await listening(this.#tcp);
      this.port = (this.#tcp.address() as AddressInfo).port;
    }
    if (this.way === "http") {
      this.#server = createHttpServer((incoming, outgoing) =>
        this.#readHttp(incoming, outgoing),
      );
      await listening(this.#server);
      this.port = (this.#server.address() as AddressInfo).port;
    }
    return this;
  }

  /** Where a client in memory gets what the peer says. */
  attach(deliver: (text: string) => void): void {
    this.connections += 1;
    this.connected = true;
    this.#deliver = deliver;
  }

  /** A client in memory has closed the channel. */
  detach(): void {
    this.connected = false;
  }

  /** Takes what the client writes to the channel. */
  take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each !== "")) {
      const say = (each: unknown): void =>
        this.sayText(`${JSON.stringify(each)}\n`);
      const parsed = JSON.parse(line) as Message;
      const id = parsed["id"] as unknown;
      this.#arrived({
        message: parsed,
        http: undefined,
        send: say,
        sendText: (each) => this.sayText(each),
        reply: (result) => say({ jsonrpc: "2.0", id, result }),
        refuse: (error) => say({ jsonrpc: "2.0", id, error }),
        end: () => undefined,
        answer: () => undefined,
      });
    }
  }

  /** Sends a message of the server's own: on the channel, or on the GET stream. */
  say(message: unknown): void {
    const text = JSON.stringify(message);
    if (this.way !== "http") {
      this.sayText(`${text}\n`);
      return;
    }
    const [stream] = this.#getStreams;
    stream?.write(`data: ${text}\n\n`);
  }

  /** Sends text as it is. */
  sayText(text: string): void {
    if (this.way === "http") {
      const [stream] = this.#getStreams;
      stream?.write(text);
    } else {
      this.#deliver?.(text);
    }
  }

  /** Whether the client has a GET stream open. */
  hasStream(): boolean {
    return this.#getStreams.size > 0;
  }

  /** Ends the GET streams. */
  endStreams(): void {
    for (const stream of this.#getStreams) stream.end();
    this.#getStreams.clear();
  }

  /** Waits for the n-th request or notification after the handshake, counted from 0. */
  async arrival(index: number): Promise<Arrival> {
    await until(
      () => this.arrivals.length > index,
      `message ${index + 1} of the client came`,
    );
    return this.arrivals[index] as Arrival;
  }

  /** Requests and notifications of that method, the handshake included. */
  of(method: string): readonly Message[] {
    return this.messages.filter((each) => each["method"] === method);
  }

  /** Waits for a message of that method. */
  async message(method: string, index = 0): Promise<Message> {
    await until(
      () => this.of(method).length > index,
      `the client sent ${method}`,
    );
    return this.of(method)[index] as Message;
  }

  /** Waits for the client's response to a request of the peer. */
  async responseTo(id: unknown): Promise<Message> {
    const find = (): Message | undefined =>
      this.messages.find(
        (each) => each["method"] === undefined && each["id"] === id,
      );
    await until(
      () => find() !== undefined,
      `the client answered ${String(id)}`,
    );
    return find() as Message;
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.#socket?.destroy();
    this.#server?.closeAllConnections();
    await Promise.all(
      [this.#tcp, this.#server].map(
        (server) =>
          new Promise<void>((resolve) => {
            if (server === undefined) resolve();
            else server.close(() => resolve());
          }),
      ),
    );
  }

  /** Breaks the channel off. */
  breakOff(): void {
    this.#socket?.destroy();
  }

  #arrived(arrival: Arrival): void {
    const messages = Array.isArray(arrival.message)
      ? (arrival.message as Message[])
      : [arrival.message];
    this.messages.push(...messages);
    const { method } = arrival.message;
    if (method === "initialize" && this.initialize !== undefined) {
      this.initialize(arrival);
      return;
    }
    if (method === "notifications/initialized") return;
    // Answers to the peer's own requests.
    if (method === undefined) return;
    this.arrivals.push(arrival);
    this.script(arrival);
  }

  #readHttp(incoming: IncomingMessage, response: ServerResponse): void {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => (body += text));
    incoming.on("end", () => {
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(incoming.headers)) {
        headers[name] = String(value);
      }
      const arrival: HttpArrival = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers,
        body,
        at: performance.now(),
        response,
      };
      this.https.push(arrival);
      if (this.http(arrival)) return;
      if (arrival.method === "GET") this.#openStream(response);
      else if (arrival.method === "DELETE") response.writeHead(200).end();
      else this.#takePost(arrival);
    });
  }

  #openStream(response: ServerResponse): void {
    if (!this.streams) {
      response.writeHead(405).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    this.#getStreams.add(response);
    response.on("close", () => this.#getStreams.delete(response));
  }

  #takePost(http: HttpArrival): void {
    const { response } = http;
    const message = JSON.parse(http.body) as Message;
    const isRequest = "id" in message && "method" in message;
    if (!isRequest) response.writeHead(202).end();
    const session =
      message["method"] === "initialize" && this.sessionId !== undefined
        ? { "mcp-session-id": this.sessionId }
        : {};
    const open = (): void => {
      if (response.headersSent) return;
      response.writeHead(200, {
        "content-type": "text/event-stream",
        ...session,
      });
      response.flushHeaders();
    };
    const last = (answer: unknown, status: number): void => {
      if (response.headersSent) {
        response.end(`data: ${JSON.stringify(answer)}\n\n`);
        return;
      }
      response
        .writeHead(status, { "content-type": "application/json", ...session })
        .end(JSON.stringify(answer));
    };
    const id = message["id"] as unknown;
    this.#arrived({
      message,
      http,
      send: (each) => {
        open();
        response.write(`data: ${JSON.stringify(each)}\n\n`);
      },
      sendText: (text) => {
        open();
        response.write(text);
      },
      reply: (result) => last({ jsonrpc: "2.0", id, result }, 200),
      refuse: (error, status = 200) =>
        last({ jsonrpc: "2.0", id, error }, status),
      end: () => {
        open();
        response.end();
      },
      answer: (status, type, text) =>
        response.writeHead(status, { "content-type": type }).end(text),
    });
  }
}

function listening(server: TcpServer | HttpServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}
