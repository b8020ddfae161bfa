/** The report of the first fault alone: the same, whether it is new or remembered. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { embeddedModel } from "../shared.js";
import {
  type Issue,
  loadValidators,
  modelOfText,
  type Validators,
} from "./load.js";

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(embeddedModel());
});

/** The first issue, asked for alone. */
function first(type: string, value: unknown, of = validators): Issue {
  const result = of[`validate${type}`](value, { maxIssues: 1 });
  expect(result.success).toBe(false);
  expect(result.issues).toHaveLength(1);
  return result.issues[0];
}

/** The first issue of all, which nothing is remembered of. */
function unremembered(type: string, value: unknown, of = validators): Issue {
  return of[`validate${type}`](value).issues[0];
}

/** Whether two issues are about a place that was found out once. */
function isRemembered(issue: Issue, earlier: Issue): boolean {
  return issue.path === earlier.path;
}

const tool = (annotations: unknown): object => ({
  name: "t",
  inputSchema: { type: "object" },
  annotations,
});
const toolList = (count: number, annotations: unknown): object => ({
  resultType: "complete",
  ttlMs: 1,
  cacheScope: "public",
  tools: [
    ...Array.from({ length: count - 1 }, () => tool({})),
    tool(annotations),
  ],
});

describe("a fault in the same place", () => {
  it("is remembered, and told with the value at hand", () => {
    const seen = ["x", null, 1.5, [], {}, 7].map((readOnlyHint) => {
      const value = toolList(1, { readOnlyHint });
      const issue = first("ListToolsResult", value);
      expect(issue).toEqual(unremembered("ListToolsResult", value));
      return issue;
    });
    expect(seen.map(({ message }) => message.split("got ")[1])).toEqual(
      "string,null,1.5,array,object,number".split(","),
    );
    expect(seen.every((issue) => isRemembered(issue, seen[0] as Issue))).toBe(
      true,
    );
  });

  it("may lack its value", () => {
    const params = (name: unknown): object => ({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "1",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
      name,
    });
    const missing = [params(undefined), params(undefined)];
    const wrong = [params(7), params([])];
    for (const value of [...missing, ...wrong, ...missing]) {
      expect(first("CallToolRequestParams", value)).toEqual(
        unremembered("CallToolRequestParams", value),
      );
    }
    expect(first("CallToolRequestParams", params(undefined)).code).toBe(
      "missing",
    );
  });

  it("may be where an object or an array should be", () => {
    for (const [member, value] of [
      ["tools", "x"],
      ["tools", {}],
      ["tools", [null]],
      ["_meta", 7],
      ["_meta", null],
    ] as const) {
      const broken = { ...toolList(1, {}), [member]: value };
      const issue = first("ListToolsResult", broken);
      expect(issue).toEqual(unremembered("ListToolsResult", broken));
      expect(isRemembered(first("ListToolsResult", broken), issue)).toBe(true);
    }
  });

  it("has the name of the union's member behind it, and not without the union", () => {
    const request = { jsonrpc: "2.0", id: 1, method: 7 };
    const earlier = first("JSONRPCMessage", request);
    expect(isRemembered(first("JSONRPCMessage", request), earlier)).toBe(true);
    for (let time = 0; time < 3; time++) {
      expect(first("JSONRPCMessage", request).message).toBe(
        "method: expected string, got number (JSONRPCRequest)",
      );
      expect(first("JSONRPCRequest", request).message).toBe(
        "method: expected string, got number",
      );
    }
  });

  it.each([
    ["a number that is too small, or none", "ttlMs", [-1, "x", -2, null]],
    ["an enum", "cacheScope", ["x", 7, "y"]],
    ["a record's member", "inputRequests", [{ a: 7 }, 7, { b: null }, [], "x"]],
  ])("%s", (_, member, values) => {
    const type =
      member === "inputRequests" ? "InputRequiredResult" : "ListToolsResult";
    const sound =
      member === "inputRequests"
        ? { resultType: "input_required" }
        : toolList(1, {});
    for (const value of [...values, ...values]) {
      const broken = { ...sound, [member]: value };
      expect(first(type, broken)).toEqual(unremembered(type, broken));
    }
  });
});

describe("places that are told apart", () => {
  it("items, however far behind", () => {
    for (const count of [
      1, 2, 63, 64, 65, 4092, 4093, 4094, 4095, 4096, 8189,
    ]) {
      for (const readOnlyHint of ["x", 7]) {
        const value = toolList(count, { readOnlyHint });
        const issue = first("ListToolsResult", value);
        expect(issue.path[1]).toBe(count - 1);
        expect(issue).toEqual(unremembered("ListToolsResult", value));
      }
    }
  });

  it("more places than are kept", () => {
    const value = toolList(1, { title: 7 });
    const earlier = first("ListToolsResult", value);
    expect(isRemembered(first("ListToolsResult", value), earlier)).toBe(true);
    for (let round = 0; round < 2; round++) {
      for (let count = 1; count <= 200; count++) {
        const value = toolList(count, { title: 7 });
        expect(first("ListToolsResult", value).path[1]).toBe(count - 1);
      }
    }
    expect(isRemembered(first("ListToolsResult", value), earlier)).toBe(false);
  });

  it("no array, and an item whose number looks like that", () => {
    const block = { type: "text", text: "" };
    const sound = { resultType: "complete", content: [block] };
    for (const broken of [
      { ...sound, content: 7 },
      ...[4092, 4093, 4094].map((count) => ({
        ...sound,
        content: [...Array.from({ length: count }, () => block), { type: "?" }],
      })),
    ]) {
      expect(first("CallToolResult", broken)).toEqual(
        unremembered("CallToolResult", broken),
      );
    }
  });

  it("members beyond those that a trail has numbers for", async () => {
    const names = Array.from({ length: 70 }, (_, index) => `m${index + 1}`);
    const wide = await loadValidators(
      modelOfText(
        `export interface Wide { ${names.map((name) => `${name}: string;`).join(" ")} }
         export interface Outer { wide: Wide; }`,
      ),
    );
    const right = Object.fromEntries(names.map((name) => [name, ""]));
    for (const name of [
      "m1",
      "m60",
      "m61",
      "m62",
      "m63",
      "m64",
      "m65",
      "m70",
    ]) {
      for (const value of [7, null, undefined, 7]) {
        const broken = { ...right, [name]: value };
        const issue = first("Outer", { wide: broken }, wide);
        expect(issue.path).toEqual(["wide", name]);
        expect(issue).toEqual(unremembered("Outer", { wide: broken }, wide));
        expect(first("Wide", broken, wide).path).toEqual([name]);
      }
    }
  });

  it("no object, and a member whose number looks like that", async () => {
    const names = Array.from({ length: 64 }, (_, index) => `m${index + 1}`);
    const wide = await loadValidators(
      modelOfText(
        `export interface Inner { a: string; }
         export interface Wide { ${names.map((name) => `${name}: Inner;`).join(" ")} }
         export interface Outer { wide: Wide; }`,
      ),
    );
    const right = Object.fromEntries(names.map((name) => [name, { a: "" }]));
    first("Outer", { wide: 7 }, wide);
    for (const name of names) {
      // Not plain, so that the trail ends at it.
      const inner = Object.assign(Object.create({ inherited: 1 }), { a: 7 });
      const broken = { wide: { ...right, [name]: inner } };
      expect(first("Outer", broken, wide)).toEqual(
        unremembered("Outer", broken, wide),
      );
    }
  });

  it("no array, and an item whose number is cut off", async () => {
    const deep = await loadValidators(
      modelOfText(
        `export interface L0 { x: string[]; }
         ${[1, 2, 3].map((level) => `export interface L${level} { x: L${level - 1}; }`).join("\n")}`,
      ),
    );
    const nested = (x: unknown): object => ({ x: { x: { x: { x } } } });
    first("L3", nested(7), deep);
    for (let index = 0; index < 600; index++) {
      const items = [...Array.from({ length: index }, () => ""), 7];
      expect(first("L3", nested(items), deep).path).toHaveLength(5);
    }
  });

  it("deeper than a trail has digits", async () => {
    const deep = await loadValidators(
      modelOfText(
        `export interface L0 { a: string; b: string; c: string; d: string; }
         ${Array.from(
           { length: 9 },
           (_, index) =>
             `export interface L${index + 1} { x: L${index}; y: L${index}; z: L${index}; }`,
         ).join("\n")}`,
      ),
    );
    const sound = { a: "", b: "", c: "", d: "" };
    const whole = (depth: number): object =>
      depth === 0
        ? sound
        : { x: whole(depth - 1), y: whole(depth - 1), z: whole(depth - 1) };
    const nested = ([step, ...path]: string, leaf: object): object =>
      step === undefined
        ? leaf
        : { ...whole(path.length + 1), [step]: nested(path.join(""), leaf) };
    for (const path of ["xyz", "zzzz", "xyzxy", "yyyyyy", "xzxzxzx"]) {
      for (const member of ["a", "b", "c", "d"]) {
        const value = nested(path, { ...sound, [member]: 7 });
        const type = `L${path.length}`;
        const issue = first(type, value, deep);
        expect(issue.path).toEqual([...path, member]);
        expect(first(type, value, deep)).toEqual(issue);
      }
    }
  });
});

describe("values that are not plain", () => {
  const polluted = Object.prototype as { readOnlyHint?: unknown };
  afterEach(() => {
    delete polluted.readOnlyHint;
  });

  it("are told of by what is their own", () => {
    const wrong = { type: "text", text: 7 };
    first("TextContent", wrong);
    const inherits = Object.assign(Object.create({ text: 7 }), {
      type: "text",
    });
    expect(first("TextContent", inherits).message).toBe(
      "text: required string is missing",
    );
  });

  it.each([undefined, null, 7])(
    "may have getters that give %s the second time",
    (later) => {
      const params = { progressToken: 1, progress: "x" };
      const message = { jsonrpc: "2.0", method: "notifications/progress" };
      first("ProgressNotification", { ...message, params });
      let reads = 0;
      const fickle = Object.defineProperty({ ...message }, "params", {
        get: () => (reads++ === 0 ? params : later),
        enumerable: true,
      });
      expect(first("ProgressNotification", fickle).path).toEqual([
        "params",
        "progress",
      ]);
    },
  );

  it("are told apart from plain ones that are polluted", () => {
    const type = "ToolAnnotations";
    first(type, { readOnlyHint: "x" });
    polluted.readOnlyHint = "y";
    const { message } = first(type, { readOnlyHint: "x", title: 7 });
    const accepted = validators[`validate${type}`]({ title: "t" });
    delete polluted.readOnlyHint;
    expect(message).toBe("title: expected string, got number");
    expect(accepted.success).toBe(true);
  });
});
