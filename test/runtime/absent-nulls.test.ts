/** Results with null in place of absent properties. */
import { describe, expect, test } from "vitest";
import { rawServer, settle } from "./raw-peer.js";
import { validateResult } from "../../out/draft/validators.js";
import {
  NullPropertiesError,
  withoutNulls,
} from "../../out/draft/runtime/protocol/absent-nulls.js";

type Method = Parameters<typeof validateResult>[0];

function read(method: Method, result: Record<string, unknown>) {
  return withoutNulls(result, (value) => {
    const checked = validateResult(method, value);
    return checked.success ? [] : checked.issues;
  });
}

const list = (tools: unknown[], more: object = {}) => ({
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
  tools,
  ...more,
});
const tool = (more: object = {}) => ({
  name: "t",
  inputSchema: { type: "object" },
  ...more,
});

describe("withoutNulls", () => {
  test("leaves out what is null and must not be, and nothing else", () => {
    const received = list(
      [
        tool({
          title: null,
          annotations: null,
          icons: [{ src: "x:y", sizes: null }],
        }),
        tool({ title: "T", annotations: { title: null, readOnlyHint: true } }),
      ],
      { _meta: null, nextCursor: null },
    );
    const before = structuredClone(received);
    expect(read("tools/list", received)).toEqual({
      result: list([
        tool({ icons: [{ src: "x:y" }] }),
        tool({ title: "T", annotations: { readOnlyHint: true } }),
      ]),
      count: 6,
      places: expect.arrayContaining([
        "_meta",
        "nextCursor",
        "tools.*.title",
        "tools.*.annotations",
        "tools.*.annotations.title",
        "tools.*.icons.*.sizes",
      ]),
    });
    expect(received).toEqual(before);
  });

  test("null that is allowed stays", () => {
    const result = {
      resultType: "complete",
      content: [{ type: "text", text: "a", annotations: null }],
      structuredContent: null,
      _meta: { "a.b/c": null },
    };
    expect(read("tools/call", result)?.result).toEqual({
      resultType: "complete",
      content: [{ type: "text", text: "a" }],
      structuredContent: null,
      _meta: { "a.b/c": null },
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ["nothing is null", list([tool({ title: 1 })])],
    ["something else is wrong, too", list([tool({ title: null, name: 1 })])],
    ["what is null is required", list([tool({ name: null })])],
    ["an item is null", list([null])],
    ["all of it is wrong", { tools: null }],
    ["it is valid", list([])],
  ])("does nothing where %s", (_, received) => {
    expect(read("tools/list", received)).toBeUndefined();
  });

  test("work does not grow with the square of a list", () => {
    for (const count of [1_000, 10_000]) {
      let passes = 0;
      const received = list(
        Array.from({ length: count }, () => tool({ title: null, _meta: null })),
      );
      const reading = withoutNulls(received, (value) => {
        passes += 1;
        const checked = validateResult("tools/list", value);
        return checked.success ? [] : checked.issues;
      });
      expect(reading?.count).toBe(2 * count);
      expect(passes).toBeLessThan(5);
    }
  });

  test("keys that objects inherit are keys like others", () => {
    const text = `{"resultType":"complete","content":[],"_meta":{"__proto__":null,"a":{"__proto__":{"b":null}}},"isError":null}`;
    const received = JSON.parse(text) as Record<string, unknown>;
    const reading = read("tools/call", received);
    expect(JSON.stringify(reading?.result)).toBe(
      text.replace(',"isError":null', ""),
    );
    expect(({} as Record<string, unknown>)["b"]).toBeUndefined();
  });
});

test("the report counts them and names the first places", () => {
  const places = Array.from({ length: 9 }, (_, index) => `p${index}`);
  expect(new NullPropertiesError("tools/list", 40, places).message).toBe(
    "The result of tools/list has null for 40 properties that should be absent: p0, p1, p2, p3, p4, ...",
  );
});

describe("nullAsAbsent", () => {
  const result = list([tool({ title: null })]);

  async function listed(options: object) {
    const peer = rawServer(options);
    const call = peer.client
      .listTools()
      .catch((error: unknown) => error as Error);
    await settle();
    peer.send({ jsonrpc: "2.0", id: peer.received[0]?.["id"], result });
    return { got: await call, errors: peer.errors };
  }

  test("reads the result and reports what it did", async () => {
    const { got, errors } = await listed({ nullAsAbsent: true });
    expect(got).toEqual(list([tool()]));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      name: "NullPropertiesError",
      method: "tools/list",
      count: 1,
      places: ["tools.*.title"],
    });
  });

  test("is off unless asked for", async () => {
    const { got, errors } = await listed({});
    expect(got).toMatchObject({ name: "InvalidResultError" });
    expect(errors).toEqual([]);
  });
});
