/** One HTTP request to a server under test, and everything that comes back. */
import {
  request,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { until, type Message } from "../message.js";

/** An event of a stream, as it stood on the wire. */
export interface RawEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly retry: string | undefined;
  readonly data: string | undefined;
}

/** What to send. */
export interface HttpRequest {
  readonly method: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One request, from its first byte to the end of the answer. */
export class HttpCall {
  /** Undefined until the server answers. */
  status: number | undefined;
  headers: IncomingHttpHeaders = {};
  /** The body so far. */
  body = "";
  /** Events so far, where it is a stream of them. */
  readonly events: RawEvent[] = [];
  /** JSON-RPC messages so far, oldest first. */
  readonly messages: Message[] = [];
  /** Whether nothing more will come. */
  ended = false;
  readonly #request: ClientRequest;
  readonly #take: (message: Message) => void;
  #pending = "";

  /** @param take - Gets each JSON-RPC message as it comes. */
  constructor(
    port: number,
    { method, path = "/mcp", headers, body }: HttpRequest,
    take: (message: Message) => void = () => undefined,
  ) {
    this.#take = take;
    this.#request = request(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (response) => this.#answer(response),
    );
    this.#request.on("error", () => {
      this.ended = true;
    });
    this.#request.end(body);
  }

  /** Waits for the status. */
  async answered(): Promise<this> {
    await until(
      () => this.status !== undefined || this.ended,
      "HTTP was answered",
    );
    return this;
  }

  /** Waits for the end of the answer. */
  async whole(): Promise<this> {
    await until(() => this.ended, "the answer of HTTP ended");
    return this;
  }

  /** Waits for a JSON-RPC response. */
  async response(): Promise<Message> {
    const find = (): Message | undefined =>
      this.messages.find(({ method }) => method === undefined);
    await until(
      () => find() !== undefined || this.ended,
      "a response came over HTTP",
    );
    const found = find();
    if (found !== undefined) return found;
    throw new Error(`HTTP ${this.status} without a response: ${this.body}`);
  }

  /** Breaks the connection off. */
  breakOff(): void {
    this.#request.destroy();
  }

  #answer(response: IncomingMessage): void {
    this.status = response.statusCode;
    this.headers = response.headers;
    const type = response.headers["content-type"] ?? "";
    const isStream = type.startsWith("text/event-stream");
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      this.body += text;
      if (isStream) this.#takeEvents(text);
    });
    response.on("error", () => undefined);
    response.on("close", () => {
      if (!isStream && this.body.trim() !== "") this.#takeJson(this.body);
      this.ended = true;
    });
  }

  #takeEvents(text: string): void {
    const blocks = (this.#pending + text).split(/\r?\n\r?\n/);
    this.#pending = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const field = (name: string): string | undefined => {
        const values = lines
          .filter((line) => line === name || line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
        return values.length === 0 ? undefined : values.join("\n");
      };
      const event = {
        id: field("id"),
        event: field("event"),
        retry: field("retry"),
        data: field("data"),
      };
      if (Object.values(event).every((value) => value === undefined)) continue;
      this.events.push(event);
      const isMessage = event.event === undefined || event.event === "message";
      if (isMessage && event.data !== undefined && event.data !== "") {
        this.#takeJson(event.data);
      }
    }
  }

  #takeJson(text: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return;
    }
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
      if (typeof message !== "object" || message === null) continue;
      this.messages.push(message as Message);
      this.#take(message as Message);
    }
  }
}
