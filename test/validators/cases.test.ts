/**
 * Faults that other implementations had with their validators: one test for each
 * case of `../shared/cases/cases.jsonl` whose id begins with V.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AddressInfo } from "node:net";
import {
  describeWithShared,
  hasShared,
  sharedModel,
  sharedPath,
} from "../shared.js";
import {
  faults,
  loadValidators,
  messages,
  validatorFiles,
  withCompiled,
  type Validators,
} from "./load.js";

const STATELESS = "2026-07-28";
const EVERY = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  STATELESS,
] as const;
type Revision = (typeof EVERY)[number];

interface Case {
  readonly id: string;
  readonly input: string;
}

const inputs = new Map<string, string>(
  hasShared
    ? readFileSync(sharedPath("cases", "cases.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Case)
        .map(({ id, input }) => [id, input])
    : [],
);

/** The input of a case, parsed. */
function inputOf(id: string): any {
  return JSON.parse(inputs.get(id) ?? "null");
}

const loaded = new Map<Revision, Promise<Validators>>();

function validatorsOf(revision: Revision): Promise<Validators> {
  let promise = loaded.get(revision);
  if (promise === undefined) {
    promise = loadValidators(sharedModel(revision));
    loaded.set(revision, promise);
  }
  return promise;
}

/** Expects a value to be accepted as it is, by every kind of validator. */
async function expectAccepted(
  revision: Revision,
  type: string,
  value: unknown,
): Promise<void> {
  const validators = await validatorsOf(revision);
  const before = JSON.stringify(value);
  expect(messages(validators[`validate${type}`](value)), revision).toEqual([]);
  expect(validators[`is${type}`](value), revision).toBe(true);
  expect(validators[`validate${type}`](value).data).toBe(value);
  expect(validators[`${type}Schema`].parse(value)).toBe(value);
  expect(JSON.stringify(value)).toBe(before);
}

/** Expects a value to be refused, with these faults. */
async function expectRefused(
  revision: Revision,
  type: string,
  value: unknown,
  ...expected: readonly string[]
): Promise<void> {
  const validators = await validatorsOf(revision);
  expect(validators[`is${type}`](value), revision).toBe(false);
  expect(faults(validators[`validate${type}`](value)), revision).toEqual(
    expected,
  );
}

describeWithShared("cases about validators", () => {
  it("V01: keys of _meta that nobody knows are kept", async () => {
    for (const revision of EVERY) {
      const value = inputOf("V01");
      if (revision === STATELESS) value.resultType = "complete";
      await expectAccepted(revision, "CallToolResult", value);
    }
  });

  it("V02: unknown keys are accepted and kept", async () => {
    for (const revision of EVERY) {
      await expectAccepted(revision, "Tool", inputOf("V02"));
    }
  });

  it("V03: new keys inside of capabilities are accepted on every level", async () => {
    for (const revision of EVERY) {
      await expectAccepted(revision, "ClientCapabilities", inputOf("V03"));
    }
  });

  it("V04: an empty result may hold more", async () => {
    for (const revision of EVERY) {
      await expectAccepted(revision, "EmptyResult", inputOf("V04"));
    }
  });

  it("V05: a result that asks for input is read as one", async () => {
    const { validateResult } = await validatorsOf(STATELESS);
    const value = inputOf("V05");
    expect(validateResult("tools/call", value)).toEqual({
      success: true,
      data: value,
    });
    value.requestState = 1;
    expect(faults(validateResult("tools/call", value))).toEqual([
      "wrong_type requestState",
    ]);
  });

  it("V06: a complete result without its content is not an input request", async () => {
    const value = inputOf("V06");
    await expectRefused(
      STATELESS,
      "CallToolResultResponse",
      value,
      "missing result/content",
    );
    const { validateResult } = await validatorsOf(STATELESS);
    expect(faults(validateResult("tools/call", value.result))).toEqual([
      "missing content",
    ]);
  });

  it("V08: the result of tasks/get is the task itself", async () => {
    const value = inputOf("V08");
    await expectAccepted("2025-11-25", "GetTaskResult", value);
    await expectRefused(
      "2025-11-25",
      "CreateTaskResult",
      value,
      "missing task",
    );
    const { validateResult } = await validatorsOf("2025-11-25");
    expect(validateResult("tasks/get", value).success).toBe(true);
  });

  it("V09: a response with a result and an error is malformed", async () => {
    for (const revision of EVERY) {
      const { parseMessage } = await validatorsOf(revision);
      const parsed = parseMessage(inputs.get("V09"));
      expect(parsed.success, revision).toBe(false);
      expect(parsed).toMatchObject({ code: -32600, id: 1, unanswerable: true });
    }
  });

  it("V11: to decline or to cancel needs no content", async () => {
    for (const revision of ["2025-06-18", "2025-11-25", STATELESS] as const) {
      await expectAccepted(revision, "ElicitResult", inputOf("V11"));
      await expectAccepted(revision, "ElicitResult", { action: "cancel" });
    }
  });

  it("V15: which enum schemas there are depends on the revision", async () => {
    const value = inputOf("V15");
    await expectRefused(
      "2025-06-18",
      "PrimitiveSchemaDefinition",
      value,
      "wrong_value type",
    );
    const legacy = { type: "string", enum: ["a"], enumNames: ["A"] };
    for (const revision of ["2025-11-25", STATELESS] as const) {
      await expectAccepted(revision, "PrimitiveSchemaDefinition", value);
      await expectAccepted(revision, "TitledMultiSelectEnumSchema", value);
      await expectAccepted(revision, "EnumSchema", legacy);
    }
    await expectRefused(
      STATELESS,
      "PrimitiveSchemaDefinition",
      { type: "array", items: { anyOf: [{ const: "a" }] } },
      "missing items/anyOf/0/title",
    );
  });

  it("V16: a requested schema is open, and flat", async () => {
    for (const revision of ["2025-11-25", STATELESS] as const) {
      const value = inputOf("V16");
      await expectAccepted(revision, "ElicitRequestParams", value);
      value.requestedSchema.properties = {
        nested: { type: "object", properties: {} },
      };
      await expectRefused(
        revision,
        "ElicitRequestParams",
        value,
        "wrong_value requestedSchema/properties/nested/type",
      );
    }
  });

  it("V17: keywords of JSON Schema survive in tools", async () => {
    for (const revision of ["2025-06-18", "2025-11-25", STATELESS] as const) {
      await expectAccepted(revision, "Tool", inputOf("V17"));
    }
  });

  it("V18: structured content is any value from 2026-07-28 on", async () => {
    const value = inputOf("V18");
    await expectRefused(
      "2025-11-25",
      "CallToolResult",
      value,
      "wrong_type structuredContent",
    );
    for (const structuredContent of [[1, 2], 0, null, "x", false]) {
      await expectAccepted(STATELESS, "CallToolResult", {
        ...value,
        structuredContent,
        resultType: "complete",
      });
    }
    const tool = {
      name: "t",
      inputSchema: { type: "object" },
      outputSchema: { type: "array" },
    };
    await expectAccepted(STATELESS, "Tool", tool);
    await expectRefused(
      "2025-11-25",
      "Tool",
      tool,
      "wrong_value outputSchema/type",
    );
  });

  it("V19: boolean subschemas of tools from 2026-07-28 on", async () => {
    const value = inputOf("V19");
    await expectAccepted(STATELESS, "Tool", value);
    await expectRefused(
      "2025-11-25",
      "Tool",
      value,
      "wrong_type inputSchema/properties/a",
      "wrong_type inputSchema/properties/b",
    );
  });

  it("V20: the dialect of a tool's schema is kept as it is declared", async () => {
    for (const revision of ["2025-11-25", STATELESS] as const) {
      const inputSchema = inputOf("V20");
      await expectAccepted(revision, "Tool", { name: "t", inputSchema });
      await expectRefused(
        revision,
        "Tool",
        { name: "t", inputSchema: { ...inputSchema, $schema: 7 } },
        "wrong_type inputSchema/$schema",
      );
    }
  });

  it("V21: nothing that a schema refers to is fetched", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    try {
      const { port } = server.address() as AddressInfo;
      const text = inputs.get("V21") ?? "";
      const inputSchema = JSON.parse(text.replace(":1/", `:${port}/`));
      await expectAccepted(STATELESS, "Tool", { name: "t", inputSchema });
      const { checkToolHeaders } = await validatorsOf(STATELESS);
      expect(checkToolHeaders(inputSchema)).toEqual([]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(requests).toBe(0);
  });

  it("V22: runs where no code may be made from strings", async () => {
    const model = sharedModel(STATELESS);
    for (const { path, text } of validatorFiles(model)) {
      expect(text, path).not.toMatch(/\beval\b|\bnew Function\b/);
    }
    const output = await withCompiled(model, (folder) =>
      execFileSync(
        process.execPath,
        [
          "--disallow-code-generation-from-strings",
          "--input-type=module",
          "--eval",
          `import { ToolSchema, isTool, validateTool } from "./validators.js";
           const tool = { name: "t", inputSchema: { type: "object" } };
           console.log(isTool(tool), validateTool({}).issues.length,
             ToolSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }).$ref);`,
        ],
        { cwd: folder, encoding: "utf8" },
      ),
    );
    expect(output.trim()).toBe("true 2 #/$defs/Tool");
  });

  it("V23: unknown members of a content block are kept", async () => {
    for (const revision of ["2025-06-18", "2025-11-25", STATELESS] as const) {
      await expectAccepted(revision, "ContentBlock", inputOf("V23"));
    }
  });

  it("V28: types are inferred without recursion", async () => {
    const file = validatorFiles(sharedModel(STATELESS)).find(
      ({ path }) => path === "validators.ts",
    );
    // No conditional type and no inference: every signature is written out.
    expect(file?.text).not.toMatch(/\binfer\b|\? .*: never/);
  });

  it("V29: importing builds nothing, and one validator comes alone", async () => {
    const model = sharedModel(STATELESS);
    const text = validatorFiles(model)
      .filter(({ path }) => path === "validators.ts")
      .map((file) => file.text)
      .join("");
    const statements = text
      .split("\n")
      .filter((line) => /^[A-Za-z]/.test(line))
      .filter((line) => !/^(?:import|export|function|type|const) /.test(line));
    expect(statements).toEqual([]);
    const calls = text
      .split("\n")
      .filter((line) => /^(?:export )?const .*\(/.test(line))
      .filter((line) => !/\/\* @__PURE__ \*\/ new \w+\(/.test(line));
    expect(calls).toEqual([]);
  });

  it("V30: a sampling result holds one block or several", async () => {
    const value = inputOf("V30");
    await expectAccepted("2025-11-25", "CreateMessageResult", value);
    await expectAccepted("2025-11-25", "CreateMessageResult", {
      ...value,
      content: value.content[0],
    });
  });

  it("V32: without a mode an elicitation is a form", async () => {
    for (const revision of ["2025-11-25", STATELESS] as const) {
      const value = inputOf("V32");
      await expectAccepted(revision, "ElicitRequestParams", value);
      const validators = await validatorsOf(revision);
      const url = { ...value, mode: "url" };
      expect(faults(validators["validateElicitRequestParams"](url))).toContain(
        "missing url",
      );
    }
  });

  it("V33: what is missing in a content block is said of the block meant", async () => {
    const value = inputOf("V33");
    await expectRefused(
      STATELESS,
      "CreateMessageResult",
      value,
      "missing content/text",
    );
    const validators = await validatorsOf(STATELESS);
    expect(messages(validators["validateCreateMessageResult"](value))).toEqual([
      "content.text: required string is missing (TextContent)",
    ]);
  });

  it("V34: a negative ttlMs is refused by the schema; the client bears it", async () => {
    await expectRefused(
      STATELESS,
      "ListToolsResult",
      inputOf("V34"),
      "too_small ttlMs",
      "missing cacheScope",
    );
  });

  it("V35: without a resultType a result is complete", async () => {
    const { validateResult } = await validatorsOf(STATELESS);
    const value = inputOf("V35");
    const result = validateResult("tools/list", value);
    expect(result).toEqual({ success: true, data: value });
    expect(result.data).toBe(value);
    expect(value).toEqual(inputOf("V35"));
    const unknown = { ...value, resultType: "com.example/later" };
    expect(faults(validateResult("tools/list", unknown))).toEqual([
      "wrong_value resultType",
    ]);
    const resultTypes = ["com.example/later"];
    expect(validateResult("tools/list", unknown, { resultTypes }).success).toBe(
      true,
    );
  });

  it("V37: the request's method tells what an answer has to be", async () => {
    const validators = await validatorsOf(STATELESS);
    const { validateInputResponse } = validators;
    const value = inputOf("V37");
    expect(validateInputResponse("elicitation/create", value).success).toBe(
      true,
    );
    expect(validateInputResponse("roots/list", value).success).toBe(true);
    expect(
      faults(validateInputResponse("sampling/createMessage", value)),
    ).toEqual(["missing role", "missing content", "missing model"]);
    await expectRefused(
      STATELESS,
      "InputRequiredResult",
      { resultType: "input_required" },
      "missing ",
    );
  });
});

it.runIf(hasShared)("every case about validators has its test", () => {
  const text = readFileSync(join(import.meta.dirname, "cases.test.ts"), "utf8");
  const untested = [...inputs.keys()]
    .filter((id) => id.startsWith("V"))
    .filter((id) => !text.includes(`it("${id}: `));
  expect(untested).toEqual([]);
});
