/** A client made of bytes: one session with a server under test. */
import { until, type Message, type Way } from "../message.js";
import { HttpCall, type HttpRequest } from "./http-call.js";
import { newest, type Revision } from "./revision.js";
import type { RawChannel, RunningServer } from "./subject.js";

/** What a request of the server is answered with; undefined leaves it open. */
export type Answer = { result: Message } | { error: Message } | undefined;

/** How a session begins. */
export interface Opening {
  readonly version?: Revision | (string & {});
  readonly capabilities?: Message;
  /** Whether `notifications/initialized` is sent; true unless given. */
  readonly initialized?: boolean;
  /** Whether a GET stream is opened over HTTP; true unless given. */
  readonly stream?: boolean;
  /** Further headers of every HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came of a message. */
export interface Sent {
  /** The response. */
  response(): Promise<Message>;
  /** The HTTP request that carried it, where there is one. */
  readonly call: HttpCall | undefined;
}

/** Params of a good `initialize`. */
export function initializeParams({
  version = newest,
  capabilities = {},
}: Opening = {}): Message {
  return {
    protocolVersion: version,
    capabilities,
    clientInfo: { name: "probe", version: "1.0.0" },
  };
}

/** A session, whatever carries it. */
export abstract class Session {
  abstract readonly way: Way;
  /** Everything that the server sent, oldest first, on whatever stream. */
  readonly received: Message[] = [];
  /** The response to `initialize`. */
  opened: Message = {};
  /** Answers requests of the server as they come. */
  answer: (request: Message) => Answer = () => undefined;
  #ids = 0;

  /** An id that this session has not used. */
  nextId(): number {
    return ++this.#ids;
  }

  /** Sends a message as it is. */
  abstract send(message: unknown): Sent;
  abstract close(): Promise<void>;

  /** Sends a request and gives its response. */
  ask(method: string, params?: Message, id?: unknown): Promise<Message> {
    return this.start(method, params, id).response();
  }

  /** Sends a request. */
  start(method: string, params?: Message, id: unknown = this.nextId()): Sent {
    return this.send({
      jsonrpc: "2.0",
      id,
      method,
      ...(params === undefined ? {} : { params }),
    });
  }

  /** Calls a tool and gives the response. */
  call(name: string, args: Message = {}, more: Message = {}): Promise<Message> {
    return this.ask("tools/call", { name, arguments: args, ...more });
  }

  notify(method: string, params?: Message): Sent {
    return this.send({
      jsonrpc: "2.0",
      method,
      ...(params === undefined ? {} : { params }),
    });
  }

  respond(id: unknown, answer: NonNullable<Answer>): Sent {
    return this.send({ jsonrpc: "2.0", id, ...answer });
  }

  /** Notifications of the server of that method. */
  notified(method: string): readonly Message[] {
    return this.received.filter(
      (each) => each["method"] === method && !("id" in each),
    );
  }

  /** Requests of the server of that method. */
  requested(method: string): readonly Message[] {
    return this.received.filter(
      (each) => each["method"] === method && "id" in each,
    );
  }

  /** Waits for the n-th request of the server of that method, counted from 0. */
  async request(method: string, index = 0): Promise<Message> {
    await until(
      () => this.requested(method).length > index,
      `the server asked for ${method}`,
    );
    return this.requested(method)[index] as Message;
  }

  /** Waits until the server has seen all that was sent. */
  async fence(): Promise<void> {
    await this.ask("ping");
  }

  protected take(message: Message): void {
    this.received.push(message);
    if (typeof message["method"] !== "string" || !("id" in message)) return;
    const answer =
      message["method"] === "ping" ? { result: {} } : this.answer(message);
    if (answer !== undefined) this.respond(message["id"], answer);
  }
}

/** A session over a channel. */
export class ChannelSession extends Session {
  readonly way: "memory" | "stdio";
  /** Lines that are complete, as they stood on the wire. */
  readonly lines: string[] = [];
  #channel!: RawChannel;
  #rest = "";

  private constructor(way: "memory" | "stdio") {
    super();
    this.way = way;
  }

  /** Opens a connection without a handshake. */
  static async connect(
    way: "memory" | "stdio",
    server: RunningServer,
  ): Promise<ChannelSession> {
    const session = new ChannelSession(way);
    session.#channel = await server.connect((text) => session.#takeText(text));
    return session;
  }

  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.#channel.write(bytes);
  }

  /** Sends a line; gives the messages that came of it by the time of the next ping. */
  async sendLine(line: string): Promise<readonly Message[]> {
    const from = this.received.length;
    this.write(`${line}\n`);
    const id = `fence-${this.nextId()}`;
    await this.ask("ping", undefined, id);
    return this.received.slice(from).filter((each) => each["id"] !== id);
  }

  send(message: unknown): Sent {
    const from = this.received.length;
    this.write(`${JSON.stringify(message)}\n`);
    const { id, method } = (message ?? {}) as Message;
    const find = (): Message | undefined =>
      this.received
        .slice(from)
        .find((each) => each["method"] === undefined && each["id"] === id);
    return {
      call: undefined,
      response: async () => {
        await until(() => find() !== undefined, `${method} was answered`);
        return find() as Message;
      },
    };
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  #takeText(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.lines.push(line);
      const parsed = JSON.parse(line) as Message | Message[];
      for (const each of Array.isArray(parsed) ? parsed : [parsed]) {
        this.take(each);
      }
    }
  }
}

/** A session over Streamable HTTP. */
export class HttpSession extends Session {
  readonly way = "http";
  readonly port: number;
  /** The id of the session, where the server gave one. */
  id: string | undefined;
  /** The version header that goes with every request; undefined: none. */
  version: string | undefined;
  /** The GET stream. */
  stream: HttpCall | undefined;
  /** Every HTTP request so far. */
  readonly calls: HttpCall[] = [];
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, headers: Readonly<Record<string, string>> = {}) {
    super();
    this.port = port;
    this.#headers = headers;
  }

  /** Headers of a good client. */
  headers(): Record<string, string> {
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.id === undefined ? {} : { "mcp-session-id": this.id }),
      ...(this.version === undefined
        ? {}
        : { "mcp-protocol-version": this.version }),
      ...this.#headers,
    };
  }

  /** Sends an HTTP request as it is. */
  http(request: HttpRequest): HttpCall {
    const call = new HttpCall(this.port, request, (message) =>
      this.take(message),
    );
    this.calls.push(call);
    return call;
  }

  /** POSTs a body with the headers of a good client, but for changes. */
  post(
    body: string,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): HttpCall {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({
      ...this.headers(),
      ...changes,
    })) {
      if (value !== undefined) headers[name] = value;
    }
    return this.http({ method: "POST", headers, body });
  }

  /** Opens a GET stream. */
  get(changes: Readonly<Record<string, string>> = {}): HttpCall {
    const headers = { ...this.headers(), ...changes };
    delete headers["content-type"];
    headers["accept"] = "text/event-stream";
    return this.http({ method: "GET", headers });
  }

  delete(): HttpCall {
    const headers = this.headers();
    delete headers["content-type"];
    return this.http({ method: "DELETE", headers });
  }

  send(message: unknown): Sent {
    const call = this.post(JSON.stringify(message));
    return { call, response: () => call.response() };
  }

  close(): Promise<void> {
    for (const call of this.calls) call.breakOff();
    return Promise.resolve();
  }
}

/** Does the handshake over a session that is connected. */
export async function handshake(
  session: Session,
  opening: Opening = {},
): Promise<void> {
  const sent = session.start("initialize", initializeParams(opening));
  session.opened = await sent.response();
  const agreed = session.opened["result"]?.protocolVersion as string;
  if (session instanceof HttpSession) {
    const id = sent.call?.headers["mcp-session-id"];
    session.id = typeof id === "string" ? id : undefined;
    session.version = agreed;
  }
  if (opening.initialized === false) return;
  const told = session.notify("notifications/initialized");
  await told.call?.answered();
  if (session instanceof HttpSession && opening.stream !== false) {
    session.stream = await session.get().answered();
  }
}
