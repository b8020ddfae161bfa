import { beforeAll, describe, expect, it } from "vitest";
import type * as Draft from "../../../out/draft/errors.js";
import type {
  ErrorCode,
  ProseRule,
  TypeExpr,
} from "../../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
} from "../../shared.js";
import { fastest, strictest, Workspace } from "../../types/compile.js";
import { importOutput } from "../import-output.js";
import {
  anAlias,
  anInterface,
  emitted,
  modelOf,
  property,
  says,
  silence,
} from "../sample-model.js";

type Errors = typeof Draft;

function errorsOf(
  errors: readonly ErrorCode[],
  more: Parameters<typeof modelOf>[0] = {},
): string {
  return (
    emitted(modelOf({ errors, ...more }), ["errors"]).get("errors.ts") ?? ""
  );
}

function anError(
  name: string,
  code: number,
  more: Partial<ErrorCode> = {},
): ErrorCode {
  return { name, code, documentation: silence, ...more };
}

describe("the errors of the draft", () => {
  let draft: Errors;
  let copy: Errors;
  beforeAll(async () => {
    draft = await importOutput<Errors>(embeddedModel(), ["errors"]);
    copy = await importOutput<Errors>(embeddedModel(), ["errors"]);
  });

  it("carry code, message and data, and nothing else onto the wire", () => {
    const data = { supported: ["2026-07-28"], requested: "1999-01-01" };
    const error = new draft.McpUnsupportedProtocolVersionError("No.", data);
    expect(error).toBeInstanceOf(globalThis.Error);
    expect(error).toMatchObject({ code: -32022, data, message: "No." });
    expect(error.name).toBe("McpUnsupportedProtocolVersionError");
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: -32022,
      message: "No.",
      data,
    });
  });

  it("have a message of their own, and leave absent data out", () => {
    const error = new draft.McpHeaderMismatchError();
    expect(error.toJSON()).toEqual({
      code: -32020,
      message: "Header mismatch",
    });
    expect(error.toJSON()).not.toHaveProperty("data");
    const required = new draft.McpMissingRequiredClientCapabilityError(
      undefined,
      { requiredCapabilities: { sampling: {} } },
    );
    expect(required.message).toBe("Missing required client capability");
  });

  it("keep data that is null", () => {
    expect(new draft.McpError(1, "m", null).toJSON()).toEqual({
      code: 1,
      message: "m",
      data: null,
    });
  });

  it("keep their cause to themselves", () => {
    const cause = new TypeError("inside");
    const error = new draft.McpInternalError("Sorry.", undefined, { cause });
    expect(error.cause).toBe(cause);
    expect(error.toJSON()).toEqual({ code: -32603, message: "Sorry." });
  });

  it.each<[number, string]>([
    [-32700, "McpParseError"],
    [-32600, "McpInvalidRequestError"],
    [-32601, "McpMethodNotFoundError"],
    [-32602, "McpInvalidParamsError"],
    [-32603, "McpInternalError"],
    [-32020, "McpHeaderMismatchError"],
    [-32002, "McpError"],
    [-32099, "McpError"],
    [7, "McpError"],
  ])("fromError(%d) is a %s", (code, name) => {
    const error = draft.fromError({
      code,
      message: "m",
      data: { any: "thing" },
    });
    expect(error).toMatchObject({ code, name, message: "m" });
    expect(error.data).toEqual({ any: "thing" });
    expect(error.constructor.name).toBe(name);
  });

  const version = -32022;
  const capability = -32021;
  it.each<[number, unknown, boolean]>([
    [version, { supported: ["a"], requested: "b" }, true],
    [version, { supported: [], requested: "", more: 1 }, true],
    [version, { supported: "a", requested: "b" }, false],
    [version, { supported: ["a"] }, false],
    [version, Object.create({ supported: [], requested: "" }), false],
    [version, undefined, false],
    [version, null, false],
    [version, [], false],
    [capability, { requiredCapabilities: {} }, true],
    [capability, { requiredCapabilities: ["sampling"] }, false],
    [capability, "sampling", false],
  ])("of code %d with data %j is typed: %s", (code, data, typed) => {
    const error = draft.fromError({ code, message: "m", data });
    expect(error).toMatchObject({ code, data });
    expect(error.name === "McpError").toBe(!typed);
    expect(draft.isMcpError(error)).toBe(true);
    expect(draft.isMcpError(error, code as typeof version)).toBe(typed);
  });

  it("are known to another copy of the module, without instanceof", () => {
    const error = new copy.McpHeaderMismatchError();
    expect(error).not.toBeInstanceOf(draft.McpError);
    expect(draft.isMcpError(error)).toBe(true);
    expect(draft.isMcpError(error, draft.HEADER_MISMATCH)).toBe(true);
    expect(draft.isMcpError(error, draft.PARSE_ERROR)).toBe(false);
  });

  it.each([
    [new globalThis.Error("x")],
    [{ code: -32020, message: "x" }],
    [null],
    [undefined],
    ["-32020"],
    [-32020],
  ])("are not %s", (value) => {
    expect(draft.isMcpError(value)).toBe(false);
    expect(draft.isMcpError(value, -32020)).toBe(false);
  });

  it.each<[number, string, boolean]>([
    [-32700, "standard", true],
    [-32600, "standard", true],
    [-32601, "standard", true],
    [-32602, "standard", true],
    [-32603, "standard", true],
    [-32020, "specification", true],
    [-32021, "specification", true],
    [-32022, "specification", true],
    [-32023, "reserved", false],
    [-32042, "legacy", false],
    [-32099, "reserved", false],
    [-32100, "reserved", false],
    [-32768, "reserved", false],
    [-32000, "legacy", false],
    [-32001, "legacy", false],
    [-32002, "legacy-resource-not-found", false],
    [-32019, "legacy", false],
    [-31999, "application", true],
    [-32769, "application", true],
    [0, "application", true],
    [404, "application", true],
  ])("code %d is %s, sendable: %s", (code, kind, sendable) => {
    expect(draft.classifyErrorCode(code)).toBe(kind);
    expect(draft.isSendableErrorCode(code)).toBe(sendable);
  });

  it.each([1.5, NaN, Infinity])("code %d cannot be sent", (code) => {
    expect(draft.isSendableErrorCode(code)).toBe(false);
  });

  it.each<[number, number]>([
    [-32700, 400],
    [-32600, 400],
    [-32601, 404],
    [-32602, 200],
    [-32603, 200],
    [-32020, 400],
    [-32021, 400],
    [-32022, 400],
    [-32002, 200],
    [1, 200],
  ])("code %d goes with HTTP status %d", (code, status) => {
    expect(draft.httpStatusOf(code)).toBe(status);
  });

  it("offer no class for a code that is not to be sent", () => {
    const text = errorsOf(embeddedModel().errors);
    expect(text).not.toMatch(
      /class McpUrlElicitation|class McpResourceNotFound/,
    );
  });
});

describeWithShared("the errors of earlier revisions", () => {
  it("2025-11-25 defines -32042, with its data, and sends -32002", async () => {
    const { McpUrlElicitationRequiredError, ...old } = await importOutput<
      Errors & { McpUrlElicitationRequiredError: Errors["McpParseError"] }
    >(sharedModel("2025-11-25"), ["errors"]);
    const error = new McpUrlElicitationRequiredError("m", { elicitations: [] });
    expect(error.toJSON()).toEqual({
      code: -32042,
      message: "m",
      data: { elicitations: [] },
    });
    expect(old.fromError({ code: -32042, message: "m" }).name).toBe("McpError");
    expect(old.classifyErrorCode(-32042)).toBe("specification");
    expect(old.classifyErrorCode(-32002)).toBe("legacy-resource-not-found");
    expect(old.isSendableErrorCode(-32002)).toBe(true);
    expect(old.classifyErrorCode(-32050)).toBe("legacy");
    expect(old.isSendableErrorCode(-32050)).toBe(true);
    expect(old.classifyErrorCode(-32100)).toBe("reserved");
  });

  it.each([
    ["history/2026-05-11-8e192a22", -32003],
    ["draft", -32021],
  ])("%s has the missing capability at %d", async (name, code) => {
    const errors = await importOutput<Errors>(sharedModel(name), ["errors"]);
    expect(errors.MISSING_REQUIRED_CLIENT_CAPABILITY).toBe(code);
    expect(errors.classifyErrorCode(code)).toBe("specification");
    expect(errors.isSendableErrorCode(code)).toBe(true);
  });
});

describe("names", () => {
  it.each<[string, string]>([
    ["HEADER_MISMATCH", "McpHeaderMismatchError"],
    ["PARSE_ERROR", "McpParseError"],
    ["ERROR", "McpErrorError"],
    ["X_ERROR_Y", "McpXErrorYError"],
    ["camelCase", "McpCamelCaseError"],
    ["HTTP_404", "McpHttp404Error"],
    ["$", "McpError2"],
  ])("%s -> %s", (constant, className) => {
    const text = errorsOf([anError(constant, 1)]);
    expect(text).toContain(`export const ${constant} = 1;`);
    expect(text).toContain(`export class ${className} extends`);
  });

  it("of two constants that give one class name, the second gets a number", async () => {
    const errors = [anError("BROKEN", 1), anError("BROKEN_ERROR", 2)];
    const exports = await importOutput<
      Record<string, new () => Draft.McpError>
    >(modelOf({ errors }), ["errors"]);
    expect(new exports["McpBrokenError"]!().code).toBe(1);
    expect(new exports["McpBrokenError2"]!().code).toBe(2);
  });

  it("of two constants of one code, the first is what fromError makes", async () => {
    const errors = [anError("FIRST", 1), anError("SECOND", 1)];
    const exports = await importOutput<Errors>(modelOf({ errors }), ["errors"]);
    expect(exports.fromError({ code: 1, message: "" }).name).toBe(
      "McpFirstError",
    );
    expect(exports.classifyErrorCode(1)).toBe("specification");
  });

  it("that the file needs itself are still exported", async () => {
    const names = [
      "Object",
      "Symbol",
      "Number",
      "Array",
      "globalThis",
      "brand",
    ];
    const model = modelOf({
      errors: [
        ...names.map((name, index) => anError(name, index + 1)),
        anError("await", 100),
        anError("fromError", 101),
        anError("McpError", 102),
      ],
    });
    const exports = await importOutput<Record<string, unknown>>(model, [
      "errors",
    ]);
    for (const [index, name] of names.entries()) {
      expect(exports[name], name).toBe(index + 1);
    }
    expect(exports["await"]).toBe(100);
    expect(exports["fromError"]).toBeTypeOf("function");
    expect(exports["fromError2"]).toBe(101);
    expect(exports["McpError2"]).toBe(102);
    const make = exports["fromError"] as Errors["fromError"];
    expect(make({ code: 2, message: "" }).name).toBe("McpSymbolError");
  });
});

describe("data", () => {
  const string: TypeExpr = { kind: "string" };
  const withData = (data: TypeExpr, optional = false) =>
    modelOf({
      types: [
        anInterface("Error", [property("data", data, { optional })]),
        anInterface("ClientCapabilities", []),
        anAlias("McpError", string),
      ],
      errors: [anError("BAD", 1, { data, type: "Error" })],
    });

  it.each<[string, TypeExpr, boolean, unknown, unknown]>([
    ["text", string, false, "x", 1],
    ["optional text", string, true, undefined, 1],
    ["a list", { kind: "array", items: string }, false, [], {}],
    ["null", { kind: "null" }, false, null, undefined],
    ["a literal", { kind: "literal", value: 1 }, false, 1, "1"],
    ["a number", { kind: "integer" }, false, 1, "1"],
    ["an enum", { kind: "enum", values: ["a"], open: false }, false, "a", 1],
    ["an object", { kind: "ref", name: "ClientCapabilities" }, false, {}, []],
    ["an alias", { kind: "ref", name: "McpError" }, false, "x", 1],
    ["a record", { kind: "record", value: string }, false, {}, null],
    [
      "members",
      {
        kind: "object",
        keyword: false,
        properties: [
          property("__proto__", string),
          property("a-b", string, { optional: true }),
        ],
      },
      false,
      JSON.parse('{"__proto__":"x"}'),
      {},
    ],
  ])("that is %s", async (_name, type, optional, right, wrong) => {
    const model = withData(type, optional);
    const exports = await importOutput<Errors>(model, ["errors"]);
    const nameOf = (data: unknown): string =>
      exports.fromError({ code: 1, message: "", data }).name;
    expect(nameOf(right)).toBe("McpBadError");
    expect(nameOf(wrong)).toBe("McpError");
  });

  it("of any shape compiles, also where the schema's types are called like ours", async () => {
    const workspace = new Workspace();
    try {
      for (const [index, type] of [
        string,
        { kind: "ref", name: "McpError" } as const,
        { kind: "ref", name: "ClientCapabilities" } as const,
        { kind: "array", items: { kind: "ref", name: "Error" } } as const,
      ].entries()) {
        for (const [path, text] of emitted(withData(type, index === 0))) {
          workspace.write(`out/${index}/${path}`, text);
        }
      }
      expect(await workspace.compile(fastest, "out", strictest)).toEqual([]);
    } finally {
      workspace.remove();
    }
  });
});

describe("documentation", () => {
  it("of a class is that of the schema's interface, else of the constant", () => {
    const text = errorsOf(
      [
        anError("A", 1, { type: "AError", documentation: says("Code A.") }),
        anError("B", 2, { documentation: says("Code B, see {@link A}.") }),
        anError("C", 3),
      ],
      {
        types: [anInterface("AError", [], { documentation: says("About A.") })],
      },
    );
    expect(text).toContain("/** About A. */\nexport class McpAError");
    expect(text).toContain(
      "/** Code B, see {@link A}. */\nexport class McpBError",
    );
    expect(text).toContain(
      "/** An error of code 3. */\nexport class McpCError",
    );
  });
});

describe("legacy codes of the prose", () => {
  const rule = (code: number, forbidden: boolean): ProseRule => ({
    id: `legacy-${code}`,
    page: "basic/index",
    summary: "",
    data: { kind: "legacyErrorCode", code, forbidden, meaning: "gone\n*/ x" },
  });

  it("are classified, and sent only where that is right", async () => {
    const rules = [rule(-32002, false), rule(-32042, true)];
    const exports = await importOutput<Errors>(modelOf({ rules }), ["errors"]);
    expect(exports.classifyErrorCode(-32002)).toBe("legacy-resource-not-found");
    expect(exports.isSendableErrorCode(-32002)).toBe(true);
    expect(exports.isSendableErrorCode(-32042)).toBe(false);
  });

  it("are free in revisions with a handshake, unless the prose says otherwise", async () => {
    const rules = [rule(-32002, true), rule(-32042, true)];
    const model = modelOf({ era: "handshake", rules });
    const exports = await importOutput<Errors>(model, ["errors"]);
    const codes = [-32002, -32042, -32000, -32099, -32100, -32700, 1];
    expect(codes.filter((code) => exports.isSendableErrorCode(code))).toEqual([
      -32042, -32000, -32099, -32700, 1,
    ]);
  });

  it("that the schema defines are of the specification", async () => {
    const exports = await importOutput<Errors>(
      modelOf({
        rules: [rule(-32042, true)],
        errors: [anError("URL", -32042)],
      }),
      ["errors"],
    );
    expect(exports.classifyErrorCode(-32042)).toBe("specification");
  });
});

describe("for the compiler", () => {
  const workspace = new Workspace();

  it("codes, classes and data belong together", async () => {
    for (const [path, text] of emitted(embeddedModel())) {
      workspace.write(`use/${path}`, text);
    }
    workspace.write(
      "use/use.ts",
      `
      import * as e from "./index.js";
      declare const caught: unknown;
      export function use(): string {
        if (e.isMcpError(caught, e.UNSUPPORTED_PROTOCOL_VERSION)) {
          const supported: string[] = caught.data.supported;
          const code: -32022 = caught.code;
          return supported.join() + String(code);
        }
        if (e.isMcpError(caught)) {
          const data: unknown = caught.data;
          return String(data);
        }
        new e.McpHeaderMismatchError();
        new e.McpParseError("m", { any: 1 }, { cause: caught });
        // @ts-expect-error data is required
        new e.McpUnsupportedProtocolVersionError("m");
        // @ts-expect-error data is not of this shape
        new e.McpUnsupportedProtocolVersionError("m", { supported: [1] });
        // @ts-expect-error no class has this code
        e.isMcpError(caught, -32002);
        // @ts-expect-error a code is fixed by its class
        const other: -32700 = new e.McpHeaderMismatchError().code;
        return String(other);
      }
      `,
    );
    const { noUnusedLocals: _, ...options } = strictest;
    expect(await workspace.compile(fastest, "use", options)).toEqual([]);
    workspace.remove();
  });
});
