/** Schema objects: Standard Schema, Standard JSON Schema, `parse` and `safeParse`; and how many issues there are. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { embeddedModel } from "../shared.js";
import { loadValidators, modelOfText, type Validators } from "./load.js";

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(embeddedModel());
});

const tool = { name: "t", inputSchema: { type: "object" } };

describe("Standard Schema 1", () => {
  it("names its version and its maker", () => {
    const { version, vendor } = validators["ToolSchema"]["~standard"];
    expect({ version, vendor }).toEqual({ version: 1, vendor: "mcp-gen" });
  });

  it("validates", () => {
    const { validate } = validators["ToolSchema"]["~standard"];
    const result = validate(tool);
    expect(result).toEqual({ value: tool });
    expect(result.value).toBe(tool);
    expect(validate({ name: 1 }).issues).toEqual([
      {
        code: "wrong_type",
        message: "name: expected string, got number",
        path: ["name"],
        expected: "string",
      },
      {
        code: "missing",
        message: "inputSchema: required object is missing",
        path: ["inputSchema"],
        expected: "object",
      },
    ]);
  });

  it("is the same object each time", () => {
    const schema = validators["ToolSchema"];
    expect(schema["~standard"]).toBe(schema["~standard"]);
  });
});

describe("Standard JSON Schema", () => {
  const schemaOf = (type: string, side: "input" | "output" = "input"): any =>
    validators[`${type}Schema`]["~standard"].jsonSchema[side]({
      target: "draft-2020-12",
    });

  it("gives a schema that holds all that it needs", () => {
    const schema = schemaOf("CallToolResult");
    const check = new Ajv2020({ strict: true, validateFormats: false }).compile(
      schema,
    );
    const content = [{ type: "text", text: "x" }];
    expect(check({ resultType: "complete", content })).toBe(true);
    expect(check({ resultType: "complete", content: [{ type: "text" }] })).toBe(
      false,
    );
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(schema.$ref).toBe("#/$defs/CallToolResult");
    expect(Object.keys(schema.$defs)).not.toContain("Tool");
  });

  it("gives a new object each time, alike for both sides", () => {
    expect(schemaOf("Tool")).not.toBe(schemaOf("Tool"));
    expect(schemaOf("Tool", "output")).toEqual(schemaOf("Tool"));
  });

  it("of a type that contains itself ends", () => {
    expect(Object.keys(schemaOf("JSONValue").$defs)).toEqual([
      "JSONValue",
      "JSONObject",
      "JSONArray",
    ]);
  });

  it("has no other dialect", () => {
    const { jsonSchema } = validators["ToolSchema"]["~standard"];
    expect(() => jsonSchema.input({ target: "draft-07" })).toThrow(TypeError);
  });

  it("says everything that is checked", async () => {
    const { AllSchema } = await loadValidators(
      modelOfText(`
        export interface All {
          /** @format uri */
          uri: string;
          /**
           * @minimum 0
           * @maximum 1
           */
          ratio?: number;
          open: "a" | "b" | string;
          level?: "low" | "high";
          one: "one";
          none: null;
          ids: (string | number)[];
          any: unknown;
          [key: string]: unknown;
        }
      `),
    );
    const { $defs } = AllSchema["~standard"].jsonSchema.input({
      target: "draft-2020-12",
    });
    expect($defs.All).toEqual({
      type: "object",
      properties: {
        uri: { type: "string", format: "uri" },
        open: {
          anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }],
        },
        one: { type: "string", const: "one" },
        none: { type: "null" },
        ids: { type: "array", items: { type: ["string", "number"] } },
        any: {},
        ratio: { type: "number", minimum: 0, maximum: 1 },
        level: { type: "string", enum: ["low", "high"] },
      },
      required: ["uri", "open", "one", "none", "ids", "any"],
    });
  });
});

describe("parse and safeParse", () => {
  it("give the value itself", () => {
    const { ToolSchema } = validators;
    expect(ToolSchema.parse(tool)).toBe(tool);
    expect(ToolSchema.safeParse(tool)).toEqual({ success: true, data: tool });
  });

  it("refuse with an error that has the issues", () => {
    const { ToolSchema, ValidationError } = validators;
    const result = ToolSchema.safeParse({});
    expect(result.success).toBe(false);
    expect(result.error).toBeInstanceOf(ValidationError);
    expect(result.error).toBeInstanceOf(Error);
    expect(result.error.name).toBe("ValidationError");
    expect(result.error.issues).toHaveLength(2);
    expect(result.error.message).toBe(
      "name: required string is missing\ninputSchema: required object is missing",
    );
    expect(() => ToolSchema.parse({})).toThrow(ValidationError);
    expect(() => validators["assertTool"]({})).toThrow(ValidationError);
  });
});

describe("how many issues", () => {
  const broken = { values: Array.from({ length: 1_000 }, (_, index) => index) };
  const result = { resultType: "complete", completion: broken };

  it.each([
    [undefined, 100],
    [{}, 100],
    [{ maxIssues: 1 }, 1],
    [{ maxIssues: 7 }, 7],
    [{ maxIssues: 0 }, 1],
    [{ maxIssues: Infinity }, 1_001],
  ])("%j: %d", (options, expected) => {
    const { issues } = validators["validateCompleteResult"](result, options);
    expect(issues).toHaveLength(expected);
  });

  it.each([1, 100])("paths cannot be changed, of %d", (maxIssues) => {
    const validate = validators["validateCompleteResult"];
    for (let time = 0; time < 3; time++) {
      const { issues } = validate(result, { maxIssues });
      expect(() => issues[0].path.push("changed")).toThrow(TypeError);
    }
  });
});

describe("messages", () => {
  it("show keys as code would", () => {
    const { validateCallToolRequest } = validators;
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call" };
    const params = {
      name: "t",
      _meta: { "io.modelcontextprotocol/clientCapabilities": {} },
    };
    expect(
      validateCallToolRequest({ ...request, params }).issues[0].message,
    ).toBe(
      'params._meta["io.modelcontextprotocol/protocolVersion"]: required string is missing',
    );
  });

  it("show little of a long value", () => {
    const { validateTextContent } = validators;
    const [issue] = validateTextContent({
      type: "x".repeat(10_000),
      text: "",
    }).issues;
    expect(issue.message.length).toBeLessThan(120);
  });
});
