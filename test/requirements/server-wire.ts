/** A client made of bytes: what a server under test gets, and all that it writes. */
import { connect, type Socket } from "node:net";
import {
  parseAnswer,
  postBytes,
  type RawAnswer,
} from "../transports/fixture.js";
import { until, version, type Message, type Way } from "./message.js";

/** What came of one message. */
export interface Exchange {
  /** Messages so far, oldest first: of the request's stream, or of the channel since. */
  messages(): readonly Message[];
  /** Waits for the response. */
  response(): Promise<Message>;
  /** The HTTP status of the answer; undefined where there is no HTTP. */
  status(): number | undefined;
  /** Gives the request up in the way of the transport. */
  cancel(): void;
}

/** The way to a server. */
export interface ServerWire {
  readonly way: Way;
  /** Sends a message, over HTTP with the headers of a good client. */
  send(message: Message): Exchange;
  /** Sends it and gives the response. */
  ask(message: Message): Promise<Message>;
  /** Ends the server. */
  close(): Promise<void>;
}

/** A channel that all requests share. */
export class ChannelWire implements ServerWire {
  readonly way: Way;
  /** All that the server has written, as it stands on the wire. */
  written = "";
  readonly #write: (bytes: string | Uint8Array) => void;
  readonly #stop: () => Promise<void>;

  /** @param write - Takes bytes to the server. */
  constructor(
    way: Way,
    write: (bytes: string | Uint8Array) => void,
    stop: () => Promise<void>,
  ) {
    this.way = way;
    this.#write = write;
    this.#stop = stop;
  }

  /** Takes what the server writes. */
  take(bytes: string): void {
    this.written += bytes;
  }

  /** Lines that are complete. */
  lines(): readonly string[] {
    return this.written.split("\n").slice(0, -1);
  }

  /** Messages that arrived, from the line of that number on. */
  messages(from = 0): readonly Message[] {
    return this.lines()
      .slice(from)
      .map((line) => JSON.parse(line) as Message);
  }

  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.#write(bytes);
  }

  /** Sends one line and waits until the server has seen it; gives what came of it. */
  async sendLine(line: string | Uint8Array): Promise<readonly Message[]> {
    const from = this.lines().length;
    this.write(line);
    this.write("\n");
    await this.fence();
    return this.messages(from).filter(({ id }) => id !== this.#fenceId);
  }

  #fenceId = "";
  #fences = 0;

  /** Waits until the server has seen all that was sent. */
  async fence(): Promise<void> {
    const id = `fence-${++this.#fences}`;
    this.#fenceId = id;
    await this.ask({
      jsonrpc: "2.0",
      id,
      method: "server/discover",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
  }

  send(message: Message): Exchange {
    const from = this.lines().length;
    this.write(`${JSON.stringify(message)}\n`);
    const isResponse = (each: Message): boolean =>
      each["method"] === undefined && each["id"] === message["id"];
    const find = (): Message | undefined =>
      this.messages(from).find(isResponse);
    return {
      messages: () => this.messages(from),
      response: async () => {
        await until(
          () => find() !== undefined,
          `${message["method"]} was answered`,
        );
        return find() as Message;
      },
      status: () => undefined,
      cancel: () =>
        this.write(
          `${JSON.stringify({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: message["id"] },
          })}\n`,
        ),
    };
  }

  ask(message: Message): Promise<Message> {
    return this.send(message).response();
  }

  close(): Promise<void> {
    return this.#stop();
  }
}

/** One POST, from its bytes to the end of the answer. */
export class HttpExchange implements Exchange {
  #received = Buffer.alloc(0);
  readonly #socket: Socket;
  ended = false;

  constructor(port: number, bytes: Uint8Array) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (piece) => {
      this.#received = Buffer.concat([this.#received, piece]);
    });
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.ended = true;
    });
    this.#socket.write(bytes);
  }

  /** The answer as far as it has come. */
  answer(): RawAnswer {
    return parseAnswer(this.#received.toString());
  }

  /** The whole answer. */
  async whole(): Promise<RawAnswer> {
    await until(() => this.ended, "the answer was complete");
    return this.answer();
  }

  status(): number | undefined {
    return this.#received.length === 0 ? undefined : this.answer().status;
  }

  messages(): readonly Message[] {
    if (!this.#received.includes("\r\n\r\n")) return [];
    const { headers, body } = this.answer();
    if ((headers["content-type"] ?? "").startsWith("text/event-stream")) {
      return body
        .split(/\r?\n\r?\n/)
        .slice(0, -1)
        .map((event) =>
          event
            .split(/\r?\n/)
            .filter((line) => line.startsWith("data:"))
            .map((line) => line.slice("data:".length).trimStart())
            .join("\n"),
        )
        .filter((data) => data !== "")
        .map((data) => JSON.parse(data) as Message);
    }
    if (!this.ended || body === "") return [];
    return body.startsWith("{") ? [JSON.parse(body) as Message] : [];
  }

  async response(): Promise<Message> {
    const find = (): Message | undefined =>
      this.messages().find(({ method }) => method === undefined);
    await until(
      () => this.ended || find() !== undefined,
      "the POST was answered",
    );
    const found = find();
    if (found !== undefined) return found;
    throw new Error(
      `HTTP ${this.answer().status} without a JSON-RPC response: ${this.answer().body}`,
    );
  }

  cancel(): void {
    this.#socket.destroy();
  }
}

/** A server behind HTTP. */
export class HttpWire implements ServerWire {
  readonly way = "http";
  readonly port: number;
  readonly #stop: () => Promise<void>;
  readonly #exchanges: HttpExchange[] = [];

  constructor(port: number, stop: () => Promise<void>) {
    this.port = port;
    this.#stop = stop;
  }

  /** Sends a POST, or another method, with exactly these headers. */
  post(
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    method = "POST",
  ): HttpExchange {
    const exchange = new HttpExchange(
      this.port,
      postBytes({ Host: `127.0.0.1:${this.port}`, ...headers }, body, method),
    );
    this.#exchanges.push(exchange);
    return exchange;
  }

  send(
    message: Message,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): HttpExchange {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({
      ...headersOf(message),
      ...changes,
    })) {
      if (value !== undefined) headers[name] = value;
    }
    return this.post(headers, JSON.stringify(message));
  }

  ask(message: Message): Promise<Message> {
    return this.send(message).response();
  }

  async close(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.cancel();
    await this.#stop();
  }
}

/** The headers that a good client sends with a message. */
export function headersOf(message: Message): Record<string, string> {
  const { method, params } = message;
  const named =
    method === "resources/read"
      ? params?.uri
      : method === "tools/call" || method === "prompts/get"
        ? params?.name
        : undefined;
  const stated =
    params?._meta?.["io.modelcontextprotocol/protocolVersion"] ?? version;
  return {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": String(stated),
    "Mcp-Method": String(method),
    ...(typeof named === "string" ? { "Mcp-Name": headerValue(named) } : {}),
  };
}

/** A header value, in Base64 where plain text would not do. */
export function headerValue(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
