/** Only what is an object's own counts, whatever the object inherits and wherever it comes from. */
import { runInNewContext } from "node:vm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { embeddedModel } from "../shared.js";
import { loadValidators, messages, type Validators } from "./load.js";

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(embeddedModel());
});

const tool = { name: "t", inputSchema: { type: "object" } };
const text = { type: "text", text: "hello" };
const root = { uri: "file:///srv" };

/** Types that are checked by the names of members, and by the keys that are there. */
const SAMPLES = [
  ["Tool", tool],
  ["TextContent", text],
  ["ContentBlock", text],
  ["Root", root],
] as const;

describe.each(SAMPLES)("%s", (type, sample) => {
  const is = (value: unknown): boolean => validators[`is${type}`](value);
  const isMissing = (value: unknown): boolean => {
    const found = messages(validators[`validate${type}`](value));
    return found.length > 0 && found.every((text) => text.includes("missing"));
  };

  it("inherits from another object: refused", () => {
    const value = Object.create(sample);
    expect(is(value)).toBe(false);
    expect(isMissing(value)).toBe(true);
  });

  it("has getters in its class: refused", () => {
    class Lazy {}
    for (const [key, value] of Object.entries(sample)) {
      Object.defineProperty(Lazy.prototype, key, { get: () => value });
    }
    expect(is(new Lazy())).toBe(false);
    expect(isMissing(new Lazy())).toBe(true);
  });

  it("has one member of its own and inherits the other: refused", () => {
    const [[key, value] = ["", ""], ...others] = Object.entries(sample);
    const mixed = Object.assign(Object.create(Object.fromEntries(others)), {
      [key]: value,
    });
    expect(is(mixed)).toBe(others.length === 0);
  });

  it("is an instance of a class with members of its own: accepted", () => {
    class Message {
      constructor() {
        Object.assign(this, sample);
      }
    }
    const value = new Message();
    expect(is(value)).toBe(true);
    expect(validators[`validate${type}`](value).data).toBe(value);
  });

  it("has own getters: accepted", () => {
    const value = {};
    for (const [key, member] of Object.entries(sample)) {
      Object.defineProperty(value, key, {
        get: () => member,
        enumerable: true,
      });
    }
    expect(is(value)).toBe(true);
  });

  it("has no prototype: accepted", () => {
    const value = Object.assign(Object.create(null), sample);
    expect(is(value)).toBe(true);
    expect(validators[`validate${type}`](value).data).toBe(value);
  });

  it("comes from another realm: accepted, and refused with what is missing", () => {
    const json = JSON.stringify(sample);
    expect(is(runInNewContext(`JSON.parse(${JSON.stringify(json)})`))).toBe(
      true,
    );
    expect(is(runInNewContext("({})"))).toBe(false);
  });

  it("is an array with such members: refused", () => {
    expect(is(Object.assign([], sample))).toBe(false);
  });

  it("has a key __proto__ as JSON.parse makes it: harmless", () => {
    const json = JSON.stringify(sample).replace("{", '{"__proto__":null,');
    expect(is(JSON.parse(json))).toBe(true);
    expect(is(JSON.parse(`{"__proto__":${JSON.stringify(sample)}}`))).toBe(
      false,
    );
  });

  it("has keys that every object inherits: harmless", () => {
    const more = { toString: 1, constructor: null, hasOwnProperty: "no" };
    expect(is({ ...sample, ...more })).toBe(true);
  });
});

describe("a type whose members are all optional", () => {
  const is = (value: unknown): boolean => validators["isAnnotations"](value);

  it.each([
    ["a right one", { priority: 1 }],
    ["a wrong one", { priority: 7 }],
  ])("inherits %s: as good as absent", (_, inherited) => {
    expect(is(Object.create(inherited))).toBe(true);
    expect(is(Object.assign(Object.create(inherited), { priority: 0 }))).toBe(
      true,
    );
    const wrong = Object.assign(Object.create(inherited), { priority: "0" });
    expect(is(wrong)).toBe(false);
    expect(messages(validators["validateAnnotations"](wrong))).toEqual([
      "priority: expected number, got string",
    ]);
  });

  it("is not an array", () => {
    expect(is([])).toBe(false);
    expect(is(Object.assign([], { priority: 1 }))).toBe(false);
  });
});

describe("someone has put members on Object.prototype", () => {
  const polluted = Object.prototype as unknown as Record<string, unknown>;
  const keys = new Set<string>();
  function pollute(members: object): void {
    for (const [key, value] of Object.entries(members)) {
      polluted[key] = value;
      keys.add(key);
    }
  }
  afterEach(() => {
    for (const key of keys) delete polluted[key];
    keys.clear();
  });

  it.each(SAMPLES)("%s: they satisfy nothing", (type, sample) => {
    pollute(sample);
    const isEmpty = validators[`is${type}`]({});
    const isWhole = validators[`is${type}`](sample);
    const result = validators[`validate${type}`]({});
    for (const key of keys) delete polluted[key];
    expect(isEmpty).toBe(false);
    expect(isWhole).toBe(true);
    expect(result.success).toBe(false);
  });

  it("they do no harm either", () => {
    pollute({ title: 7, annotations: "x", _meta: 1, unknown: {} });
    const accepted = SAMPLES.map(([type, sample]) =>
      validators[`is${type}`](sample),
    );
    const record = validators["isGetPromptRequestParams"]({
      name: "p",
      arguments: {},
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "1",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
    for (const key of keys) delete polluted[key];
    expect(accepted).toEqual(SAMPLES.map(() => true));
    expect(record).toBe(true);
  });

  it("a tag that is inherited chooses nothing", () => {
    pollute({ mode: "url", url: "https://example.com" });
    const params = {
      message: "m",
      requestedSchema: { type: "object", properties: {} },
    };
    const isForm = validators["isElicitRequestParams"](params);
    for (const key of keys) delete polluted[key];
    expect(isForm).toBe(true);
  });
});

describe("values that never came from JSON", () => {
  it.each([
    ["a function", () => undefined],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["a boxed string", new String("x")],
    ["a date", new Date(0)],
    ["a map", new Map([["name", "t"]])],
    ["undefined", undefined],
  ] as const)("%s is neither a tool nor text", (_, value) => {
    for (const [type] of SAMPLES) {
      expect(validators[`is${type}`](value)).toBe(false);
      expect(validators[`validate${type}`](value).success).toBe(false);
    }
    expect(validators["isCursor"](value)).toBe(false);
  });

  it("an object that contains itself is too deep", () => {
    const circle: Record<string, unknown> = {};
    circle["again"] = circle;
    expect(validators["isJSONValue"](circle)).toBe(false);
    const result = validators["validateJSONValue"](circle, { maxIssues: 1 });
    expect(result.issues[0].code).toBe("too_deep");
  });

  it("a proxy whose traps throw only throws what they throw", () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new RangeError("no");
        },
      },
    );
    expect(() => validators["isTextContent"](hostile)).toThrow(RangeError);
  });
});

describe("nesting", () => {
  const nested = (
    levels: number,
    wrap: (inner: unknown) => unknown,
  ): unknown => {
    let value: unknown = "end";
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const WRAPS = [
    ["arrays", (inner: unknown) => [inner]],
    ["objects", (inner: unknown) => ({ inner })],
  ] as const;

  it.each(WRAPS)("100,000 levels of %s: an issue, no exception", (_, wrap) => {
    const value = nested(100_000, wrap);
    expect(validators["isJSONValue"](value)).toBe(false);
    const result = validators["validateJSONValue"](value);
    expect(result.issues.map((issue: { code: string }) => issue.code)).toEqual([
      "too_deep",
    ]);
    const capabilities = { experimental: { deep: { value } } };
    const inside = validators["validateClientCapabilities"](capabilities);
    expect(inside.issues[0].code).toBe("too_deep");
    expect(inside.issues[0].path.slice(0, 3)).toEqual([
      "experimental",
      "deep",
      "value",
    ]);
  });

  it.each(WRAPS)("256 levels of %s are followed, 257 are not", (_, wrap) => {
    expect(validators["isJSONValue"](nested(256, wrap))).toBe(true);
    expect(validators["isJSONValue"](nested(257, wrap))).toBe(false);
    expect(validators["validateJSONValue"](nested(256, wrap)).success).toBe(
      true,
    );
  });

  it.each(WRAPS)("what may be anything is not followed: %s", (_, wrap) => {
    const value = {
      content: [],
      resultType: "complete",
      structuredContent: nested(100_000, wrap),
    };
    expect(validators["isCallToolResult"](value)).toBe(true);
  });
});
