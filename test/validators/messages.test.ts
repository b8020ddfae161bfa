/** Whole messages: from text, and by their method. */
import { beforeAll, describe, expect, it } from "vitest";
import { describeWithShared, embeddedModel, sharedModel } from "../shared.js";
import { faults, loadValidators, type Validators } from "./load.js";

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(embeddedModel());
});

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const call = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name: "t", _meta: meta },
};
const progress = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "p", progress: 0.5 },
};
const response = {
  jsonrpc: "2.0",
  id: "7",
  result: { resultType: "complete", content: [] },
};
const failure = { jsonrpc: "2.0", error: { code: -32700, message: "no JSON" } };
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("one message from text", () => {
  it.each([
    ["a request", call],
    ["a notification", progress],
    ["a result", response],
    ["an error without id", failure],
    ["an unknown method", { jsonrpc: "2.0", id: "", method: "x/y" }],
    ["further members", { ...call, extra: { deep: [1] } }],
    ["what no schema knows of the method", { ...call, params: {} }],
  ])("%s", (_, message) => {
    const text = JSON.stringify(message);
    const expected = { success: true, data: message };
    expect(validators["parseMessage"](text)).toEqual(expected);
    expect(validators["parseMessage"](utf8(text))).toEqual(expected);
  });

  it("an error whose id is null has none", () => {
    const text = JSON.stringify({ ...failure, id: null });
    expect(validators["parseMessage"](text)).toEqual({
      success: true,
      data: failure,
    });
  });

  it("keys that are dangerous to others are kept", () => {
    const text = `{"jsonrpc":"2.0","method":"x","__proto__":{"a":1},"constructor":1}`;
    const { data } = validators["parseMessage"](text);
    expect(JSON.stringify(data)).toBe(text);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  const REFUSED: readonly (readonly [
    what: string,
    text: string | Uint8Array,
    answer: {
      readonly code: number;
      readonly id?: string | number;
      readonly unanswerable?: boolean;
    },
    ...faults: string[],
  ])[] = [
    ["nothing", "", { code: -32700 }, "not_json "],
    ["half of it", '{"jsonrpc":', { code: -32700 }, "not_json "],
    ["two at once", "{}{}", { code: -32700 }, "not_json "],
    ["a bad byte", bytes(0x22, 0xff, 0x22), { code: -32700 }, "not_json "],
    [
      "half a character",
      bytes(0x22, 0xe2, 0x82, 0x22),
      { code: -32700 },
      "not_json ",
    ],
    [
      "an overlong byte",
      bytes(0x22, 0xc0, 0xaf, 0x22),
      { code: -32700 },
      "not_json ",
    ],
    [
      "a surrogate in bytes",
      bytes(0x22, 0xed, 0xa0, 0x80, 0x22),
      { code: -32700 },
      "not_json ",
    ],
    ["a string", '"x"', { code: -32600 }, "wrong_message "],
    ["null", "null", { code: -32600 }, "wrong_message "],
    ["a batch", JSON.stringify([call]), { code: -32600 }, "wrong_message "],
    ["an empty object", "{}", { code: -32600 }, "wrong_message "],
    [
      "no version",
      JSON.stringify({ ...call, jsonrpc: undefined }),
      { code: -32600, id: 7 },
      "missing jsonrpc",
    ],
    [
      "version 1",
      JSON.stringify({ ...call, jsonrpc: "1.0" }),
      { code: -32600, id: 7 },
      "wrong_value jsonrpc",
    ],
    [
      "version as number",
      JSON.stringify({ ...call, jsonrpc: 2 }),
      { code: -32600, id: 7 },
      "wrong_value jsonrpc",
    ],
    [
      "a method that is not a string",
      JSON.stringify({ ...call, method: 1 }),
      { code: -32600, id: 7 },
      "wrong_type method",
    ],
    [
      "an id of null",
      JSON.stringify({ ...call, id: null }),
      { code: -32600 },
      "wrong_type id",
    ],
    [
      "a fractional id",
      JSON.stringify({ ...call, id: 1.5 }),
      { code: -32600 },
      "wrong_type id",
    ],
    [
      "an id that is an object",
      JSON.stringify({ ...call, id: {} }),
      { code: -32600 },
      "wrong_type id",
    ],
    [
      "params that are a list",
      JSON.stringify({ ...call, params: [1] }),
      { code: -32600, id: 7 },
      "wrong_type params",
    ],
    [
      "a broken notification",
      JSON.stringify({ ...progress, params: 1 }),
      { code: -32600, unanswerable: true },
      "wrong_type params",
    ],
    [
      "result and error",
      JSON.stringify({ ...response, ...failure }),
      { code: -32600, id: "7", unanswerable: true },
      "wrong_message ",
    ],
    [
      "a result without id",
      JSON.stringify({ ...response, id: undefined }),
      { code: -32600, unanswerable: true },
      "missing id",
    ],
    [
      "a result that is not an object",
      JSON.stringify({ ...response, result: [] }),
      { code: -32600, id: "7", unanswerable: true },
      "wrong_type result",
    ],
    [
      "an error with a fractional code",
      JSON.stringify({ ...failure, error: { code: 0.5, message: "" } }),
      { code: -32600, unanswerable: true },
      "wrong_type error/code",
    ],
  ];
  it.each(REFUSED)("no message: %s", (_, text, answer, ...expected) => {
    const { issues, ...rest } = validators["parseMessage"](text);
    expect(rest).toEqual({
      success: false,
      unanswerable: false,
      ...(answer as object),
    });
    expect(faults({ success: false, issues })).toEqual(expected);
  });

  it("collects as many issues as it is told", () => {
    const text = '{"jsonrpc":1,"method":2,"params":3,"id":4}';
    expect(validators["parseMessage"](text).issues).toHaveLength(3);
    expect(
      validators["parseMessage"](text, { maxIssues: 1 }).issues,
    ).toHaveLength(1);
  });
});

describe("by method", () => {
  it("a request", () => {
    const { validateRequest } = validators;
    expect(validateRequest("tools/call", call)).toEqual({
      success: true,
      data: call,
    });
    expect(faults(validateRequest("tools/list", call))).toEqual([
      "wrong_value method",
    ]);
    expect(
      faults(validateRequest("tools/call", { ...call, params: {} })),
    ).toEqual(["missing params/_meta", "missing params/name"]);
  });

  it("a notification", () => {
    const { validateNotification } = validators;
    const method = "notifications/progress";
    expect(validateNotification(method, progress).success).toBe(true);
    const params = { progressToken: 0.5, progress: "half" };
    expect(
      faults(validateNotification(method, { ...progress, params })),
    ).toEqual([
      "wrong_type params/progressToken",
      "wrong_type params/progress",
    ]);
  });

  it.each([
    ["validateRequest"],
    ["validateResult"],
    ["validateNotification"],
    ["validateInputResponse"],
  ])("%s: a method that does not exist", (name) => {
    for (const method of ["x/y", "toString", "__proto__", ""]) {
      const result = validators[name](method, {});
      expect(faults(result)).toEqual(["wrong_value "]);
      expect(result.issues[0].message).toBe(
        `${JSON.stringify(method)} is not a method of this kind`,
      );
    }
  });

  const RESULTS: readonly (readonly [
    method: string,
    result: unknown,
    options: object | undefined,
    ...faults: string[],
  ])[] = [
    ["tools/call", { resultType: "complete", content: [] }, undefined],
    ["tools/call", { content: [] }, undefined],
    ["tools/call", {}, undefined, "missing content"],
    [
      "tools/call",
      { resultType: undefined, content: 1 },
      undefined,
      "wrong_type content",
    ],
    [
      "tools/call",
      { resultType: "input_required", requestState: "s" },
      undefined,
    ],
    [
      "tools/call",
      { resultType: "input_required", content: [] },
      undefined,
      "missing ",
    ],
    [
      "tools/call",
      { resultType: "complete", requestState: "s" },
      undefined,
      "missing content",
    ],
    [
      "tools/call",
      { resultType: "other", content: [] },
      undefined,
      "wrong_value resultType",
    ],
    [
      "tools/call",
      { resultType: "other", content: 1 },
      { resultTypes: ["other"] },
    ],
    [
      "tools/call",
      { resultType: "other", _meta: 1 },
      { resultTypes: ["other"] },
      "wrong_type _meta",
    ],
    [
      "tools/call",
      { resultType: 1, content: [] },
      undefined,
      "wrong_type resultType",
    ],
    [
      "tools/call",
      { resultType: null, content: [] },
      undefined,
      "wrong_type resultType",
    ],
    ["tools/call", null, undefined, "wrong_type "],
    ["tools/call", [], undefined, "wrong_type "],
    [
      "tools/list",
      { resultType: "input_required", requestState: "s" },
      undefined,
      "wrong_value resultType",
    ],
    ["completion/complete", { completion: { values: ["a"] } }, undefined],
    [
      "tools/call",
      { content: [] },
      { requireResultType: true },
      "missing resultType",
    ],
    [
      "tools/call",
      { resultType: "complete", content: [] },
      { requireResultType: true },
    ],
  ];
  it.each(RESULTS)(
    "result of %s: %j",
    (method, result, options, ...expected) => {
      const checked = validators["validateResult"](method, result, options);
      expect(faults(checked)).toEqual(expected);
      if (expected.length === 0) expect(checked.data).toBe(result);
    },
  );

  it("an inherited resultType is none", () => {
    const result = Object.assign(Object.create({ resultType: "other" }), {
      content: [],
    });
    expect(validators["validateResult"]("tools/call", result).success).toBe(
      true,
    );
  });
});

describeWithShared("batches", () => {
  let march: Validators;
  beforeAll(async () => {
    march = await loadValidators(sharedModel("2025-03-26"));
  });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const done = { jsonrpc: "2.0", id: 1, result: {} };
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };

  it.each([
    ["requests and notifications", [ping, note, ping]],
    [
      "responses",
      [done, { jsonrpc: "2.0", id: 2, error: { code: 1, message: "" } }],
    ],
    ["one message", [ping]],
  ])("2025-03-26 has them: %s", (_, batch) => {
    expect(march["parseMessage"](JSON.stringify(batch))).toEqual({
      success: true,
      data: batch,
    });
  });

  it.each([
    ["nothing", [], ["wrong_message "]],
    [
      "a broken message",
      [ping, { ...ping, method: 1 }],
      ["wrong_type 1/method"],
    ],
    ["something else", [ping, 7], ["wrong_message ", "wrong_message 1"]],
    ["calls and responses", [ping, done], ["wrong_message "]],
    ["a batch", [[ping]], ["wrong_message 0"]],
  ])("2025-03-26 refuses one of %s", (_, batch, expected) => {
    const parsed = march["parseMessage"](JSON.stringify(batch));
    expect(parsed.code).toBe(-32600);
    expect(faults(parsed)).toEqual(expected);
  });

  it.each(["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])(
    "%s has none",
    async (revision) => {
      const { parseMessage } = await loadValidators(sharedModel(revision));
      const parsed = parseMessage(JSON.stringify([ping]));
      expect(faults(parsed)).toEqual(["wrong_message "]);
    },
  );
});

describeWithShared("both sides of a handshake", () => {
  it("requests of servers and of clients have one entry point", async () => {
    const { validateRequest, validateResult } = await loadValidators(
      sharedModel("2025-11-25"),
    );
    const ask = {
      jsonrpc: "2.0",
      id: 1,
      method: "roots/list",
    };
    expect(validateRequest("roots/list", ask).success).toBe(true);
    expect(validateRequest("ping", { ...ask, method: "ping" }).success).toBe(
      true,
    );
    expect(
      faults(validateResult("roots/list", { roots: [{ uri: "http://x" }] })),
    ).toEqual(["wrong_format roots/0/uri"]);
    expect(validateResult("ping", { anything: 1 }).success).toBe(true);
  });

  it("a task may answer where the request can ask for one", async () => {
    const { validateResult } = await loadValidators(sharedModel("2025-11-25"));
    const task = {
      taskId: "t1",
      status: "working",
      createdAt: "2025-11-25T10:00:00Z",
      lastUpdatedAt: "2025-11-25T10:00:00Z",
      ttl: null,
    };
    expect(validateResult("tools/call", { task }).success).toBe(true);
    expect(validateResult("tools/call", { content: [] }).success).toBe(true);
    expect(validateResult("tools/call", {}).success).toBe(false);
    expect(validateResult("prompts/get", { task }).success).toBe(false);
  });
});
