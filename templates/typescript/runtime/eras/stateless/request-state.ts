/**
 * State that a server sends to a client and gets back with the next call. Anybody can
 * make that call, so the state is accepted only if this server signed it, for this
 * method, these params and this user, not too long ago
 * (specification: basic/patterns/mrtr).
 */
import { canonicalJson } from "../../protocol/canonical-json.js";
import { jsonText } from "../../protocol/json-text.js";

/** A secret: text or bytes, 32 bytes or more of randomness. */
export type StateKey = string | Uint8Array;

/** What a signature covers in addition to the state itself. */
export interface StateBinding {
  /** The method whose call may bring the state back. */
  readonly method: string;
  /** The user it was issued to, if users are known. */
  readonly principal: string | undefined;
  /** The params of the call, without metadata and without what the retry adds. */
  readonly params: unknown;
}

/** WebCrypto's key, under whatever name the platform's types have it. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const algorithm = { name: "HMAC", hash: "SHA-256" };

/** Signs and verifies with HMAC-SHA-256. Text: `payload.signature`, both Base64url. */
export class StateSigner {
  readonly #secrets: readonly StateKey[] | undefined;
  #keys: Promise<Key[]> | undefined;

  /**
   * @param secrets - The first signs, all verify; none: a random one is made.
   * @throws {TypeError} If a secret is empty.
   */
  constructor(secrets: readonly StateKey[] | undefined) {
    if (secrets?.some((secret) => secret.length === 0)) {
      throw new TypeError("A key for request state is empty.");
    }
    this.#secrets = secrets?.length === 0 ? undefined : secrets;
  }

  /**
   * @param payload - Any JSON value.
   * @param ttlMs - How long the state may come back, in milliseconds.
   */
  async sign(
    payload: unknown,
    ttlMs: number,
    binding: StateBinding,
  ): Promise<string> {
    const [key] = await this.#imported();
    const expires = Date.now() + ttlMs;
    const body = toBase64Url(encode(jsonText([expires, payload])));
    const mac = await crypto.subtle.sign(
      algorithm,
      key as Key,
      signedBytes(body, binding),
    );
    return `${body}.${toBase64Url(mac)}`;
  }

  /**
   * The payload, if the state is ours, unaltered, for this call and in time;
   * else undefined. The payload is wrapped, since it may itself be undefined.
   */
  async verify(
    state: string,
    binding: StateBinding,
  ): Promise<{ readonly payload: unknown } | undefined> {
    const [body = "", signature = "", ...more] = state.split(".");
    const mac = fromBase64Url(signature);
    const bytes = fromBase64Url(body);
    if (mac === undefined || bytes === undefined || more.length > 0) {
      return undefined;
    }
    const signed = signedBytes(body, binding);
    for (const key of await this.#imported()) {
      if (await crypto.subtle.verify(algorithm, key, mac, signed)) {
        const [expires, payload] = JSON.parse(
          new TextDecoder().decode(bytes),
        ) as [number, unknown];
        return Date.now() < expires ? { payload } : undefined;
      }
    }
    return undefined;
  }

  #imported(): Promise<Key[]> {
    if (this.#keys !== undefined) return this.#keys;
    // A random secret is made on first use: workers have no randomness before the
    // first request, and most servers never sign anything.
    const secrets = this.#secrets ?? [
      crypto.getRandomValues(new Uint8Array(32)),
    ];
    this.#keys = Promise.all(
      secrets.map((secret) =>
        crypto.subtle.importKey(
          "raw",
          typeof secret === "string" ? encode(secret) : copyOf(secret),
          algorithm,
          false,
          ["sign", "verify"],
        ),
      ),
    );
    return this.#keys;
  }
}

function signedBytes(
  body: string,
  { method, principal, params }: StateBinding,
): ArrayBuffer {
  return encode(canonicalJson([method, principal ?? null, params, body]));
}

function encode(text: string): ArrayBuffer {
  return copyOf(new TextEncoder().encode(text));
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

function toBase64Url(bytes: ArrayBuffer): string {
  let binary = "";
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** Undefined unless the text is Base64url exactly as {@link toBase64Url} writes it. */
function fromBase64Url(text: string): ArrayBuffer | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = copyOf(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
