/** F8: one limit holds for a whole call, and a server asks only so many questions at a time. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Client,
  InputRequiredError,
  memoryTransports,
  RequestTimeoutError,
  type ClientOptions,
} from "../../out/draft/client.js";

const form = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "m",
    requestedSchema: { type: "object", properties: {} },
  },
};

/** A client of a server that answers each request with the same result. */
function clientOf(
  result: (count: number) => object,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly count: () => number } {
  const [near, far] = memoryTransports();
  let count = 0;
  far.receive({
    message(message) {
      const { id } = message as { id?: number };
      if (id === undefined) return;
      count += 1;
      void far.send({ jsonrpc: "2.0", id, result: result(count) } as never);
    },
    malformed: () => undefined,
    failed: () => undefined,
    lost: () => undefined,
    report: () => undefined,
    closed: () => undefined,
  });
  const client = new Client(near, {
    info: { name: "client", version: "1.0.0" },
    probe: false,
    maxTotalMs: 3_000,
    maxInputRounds: 1_000,
    inputs: { "elicitation/create": () => ({ action: "cancel" }) },
    ...options,
  });
  return { client, count: () => count };
}

describe("maxTotalMs", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const settledAfter = async (
    client: Client,
    options: { readonly maxTotalMs?: number } = {},
  ): Promise<[number, unknown]> => {
    const began = performance.now();
    const call = client
      .callTool({ name: "t" }, options)
      .catch((error: unknown) => error);
    for (let steps = 0; steps < 200; steps += 1) {
      await vi.advanceTimersByTimeAsync(100);
    }
    const error = await call;
    return [performance.now() - began, error];
  };

  test.each([
    [
      "pauses of a server that wants to be asked again",
      () => ({ resultType: "input_required", requestState: "s" }),
      {},
    ],
    [
      "rounds of questions",
      (count: number) => ({
        resultType: "input_required",
        inputRequests: { [`q${count}`]: form },
      }),
      {
        inputs: {
          "elicitation/create": () =>
            new Promise((resolve) => {
              setTimeout(() => resolve({ action: "cancel" }), 700);
            }),
        },
      },
    ],
    [
      "a person who does not answer",
      () => ({
        resultType: "input_required",
        inputRequests: { q: form },
      }),
      {
        inputs: {
          "elicitation/create": () => new Promise(() => undefined),
        },
      },
    ],
  ] as const)("ends %s", async (_, result, options) => {
    vi.useFakeTimers();
    const { client } = clientOf(result, options as Partial<ClientOptions>);
    const [, error] = await settledAfter(client);
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ kind: "total", limitMs: 3_000 });
    await client.close();
  });

  test("tells handlers to stop", async () => {
    vi.useFakeTimers();
    let stopped = false;
    const { client } = clientOf(
      () => ({ resultType: "input_required", inputRequests: { q: form } }),
      {
        inputs: {
          "elicitation/create": (_, { signal }) =>
            new Promise(() => {
              signal.addEventListener("abort", () => (stopped = true));
            }),
        },
      },
    );
    await settledAfter(client);
    expect(stopped).toBe(true);
    await client.close();
  });

  test("sends nothing more once it is over", async () => {
    vi.useFakeTimers();
    const { client, count } = clientOf(() => ({
      resultType: "input_required",
      requestState: "s",
    }));
    await settledAfter(client);
    const sent = count();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(sent);
    await client.close();
  });
});

describe("questions at a time", () => {
  const questions = (count: number): object => ({
    resultType: "input_required",
    inputRequests: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`q${index}`, form]),
    ),
  });

  test.each([
    [21, undefined],
    [100_000, undefined],
    [3, 2],
  ])("%i are too many for a limit of %s", async (count, maxInputRequests) => {
    let asked = 0;
    const { client } = clientOf(() => questions(count), {
      maxInputRequests,
      inputs: {
        "elicitation/create": () => {
          asked += 1;
          return { action: "cancel" };
        },
      },
    });
    const error: unknown = await client
      .callTool({ name: "t" })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputRequiredError);
    expect(asked).toBe(0);
    await client.close();
  });

  test("20 are answered", async () => {
    const { client, count } = clientOf((rounds) =>
      rounds === 1 ? questions(20) : { resultType: "complete", content: [] },
    );
    await client.callTool({ name: "t" });
    expect(count()).toBe(2);
    await client.close();
  });
});
