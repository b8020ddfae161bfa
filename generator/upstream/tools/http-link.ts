/** A server behind a URL (Streamable HTTP). */
import {
  answerTo,
  isRecord,
  type Link,
  MAX_ANSWER,
  PATIENCE_MS,
  resultOf,
} from "./link.js";

/** Connects to a URL; the first request is what goes over the network first. */
export function openUrl(
  url: string,
  headers: Readonly<Record<string, string>>,
): Link {
  let lastId = 0;
  let session: string | undefined;
  let version: string | undefined;

  async function post(message: {
    readonly method?: string;
  }): Promise<Response> {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(version !== undefined && { "mcp-protocol-version": version }),
        ...(session !== undefined && { "mcp-session-id": session }),
        ...(message.method !== undefined && { "mcp-method": message.method }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause: unknown) => {
      throw new Error(
        `${shownUrl(url)} cannot be reached: ${reasonOf(cause)}.`,
        {
          cause,
        },
      );
    });
    session = response.headers.get("mcp-session-id") ?? session;
    return response;
  }

  return {
    async request(method, params) {
      const id = ++lastId;
      const response = await post({ id, method, params } as { method: string });
      for await (const message of messagesOf(response, url)) {
        if (message["id"] === id && !("method" in message)) {
          return resultOf(message);
        }
        const answer = answerTo(message);
        if (answer !== undefined) await discard(await post(answer));
      }
      throw new Error(
        `${shownUrl(url)} answers ${method} with status ${response.status} and no result.`,
      );
    },
    async notify(method) {
      await discard(await post({ method }));
    },
    speak(protocolVersion) {
      version = protocolVersion;
    },
    async close() {
      if (session === undefined) return;
      const ended = await fetch(url, {
        method: "DELETE",
        headers: { "mcp-session-id": session, ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => undefined);
      if (ended !== undefined) await discard(ended);
    },
  };
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

/** The messages of a response: one of JSON, or the events of a stream. */
async function* messagesOf(
  response: Response,
  url: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream")) {
    for await (const data of eventsOf(response, url)) {
      const message = parsed(data);
      if (message !== undefined) yield message;
    }
    return;
  }
  let text = "";
  for await (const chunk of chunksOf(response, url)) text += chunk;
  const message = parsed(text);
  if (message !== undefined) yield message;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The data of each event of a stream. */
async function* eventsOf(
  response: Response,
  url: string,
): AsyncGenerator<string> {
  let pending = "";
  for await (const chunk of chunksOf(response, url)) {
    const events = (pending + chunk).replaceAll("\r\n", "\n").split("\n\n");
    pending = events.pop() ?? "";
    for (const event of events) yield dataOf(event);
  }
  if (pending !== "") yield dataOf(pending);
}

function dataOf(event: string): string {
  return event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trimStart())
    .join("\n");
}

async function* chunksOf(
  { body }: Response,
  url: string,
): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let length = 0;
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    length += bytes.length;
    if (length > MAX_ANSWER) {
      throw new Error(`${shownUrl(url)} sent more than ${MAX_ANSWER} bytes.`);
    }
    yield decoder.decode(bytes, { stream: true });
  }
}

/** A URL without what may be secret in it: user, password and query. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
