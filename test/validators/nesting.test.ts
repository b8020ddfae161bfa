/** Values that are nested deeper than any stack. */
import { beforeAll, describe, expect, it } from "vitest";
import { embeddedModel } from "../shared.js";
import {
  faults,
  loadValidators,
  modelOfText,
  type Validation,
  type Validators,
} from "./load.js";

const LEVELS = 1_000_000;

/** So many arrays, or objects, inside each other. */
function nested(levels: number, key?: string): unknown {
  let value: unknown = key === undefined ? [] : {};
  for (let level = 1; level < levels; level++) {
    value = key === undefined ? [value] : { [key]: value };
  }
  return value;
}

/** What a call throws, by its name; `none` when it returns. */
function thrownBy(call: () => unknown): string {
  try {
    call();
    return "none";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

describe("values nested a million levels deep", () => {
  const model = embeddedModel();
  let validators: Validators;
  beforeAll(async () => {
    validators = await loadValidators(model);
  });

  it("end no check of any type, and are refused by each validator", () => {
    const deep = [nested(LEVELS), nested(LEVELS, "a")];
    for (const { name } of model.types) {
      const named = (...names: readonly string[]): any =>
        names.map((each) => validators[each]).find(Boolean);
      const check = named(`is${name}`);
      const validate = named(
        `validateAny${name}`,
        `validate${name}Type`,
        `validate${name}`,
      );
      const assert = named(`assert${name}`);
      const schema = named(`${name}Schema`);
      for (const value of deep) {
        expect(
          thrownBy(() => check(value)),
          name,
        ).toBe("none");
        expect(validate(value).success, name).toBe(false);
        expect(
          thrownBy(() => assert(value)),
          name,
        ).toBe("ValidationError");
        expect(
          thrownBy(() => schema.parse(value)),
          name,
        ).toBe("ValidationError");
        expect(schema["~standard"].validate(value).issues, name).toBeDefined();
      }
    }
  });

  it("are refused where anything may be", () => {
    for (const deep of [nested(LEVELS), nested(LEVELS, "a")]) {
      const result = {
        resultType: "complete",
        content: [],
        structuredContent: deep,
      };
      expect(thrownBy(() => validators["isCallToolResult"](result))).toBe(
        "none",
      );
      expect(faults(validators["validateCallToolResult"](result))).toEqual([
        "too_deep ",
      ]);
      expect(
        faults(validators["validateResult"]("tools/call", result)),
      ).toEqual(["too_deep "]);
    }
  });

  it("are refused as text of a message", () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
    const parsed = validators["parseMessage"](text) as Validation;
    expect(parsed).toMatchObject({ code: -32600, id: 1 });
    expect(faults(parsed)).toEqual(["too_deep "]);
  });

  it("pass up to a thousand levels, and not beyond", () => {
    const of = (levels: number): Validation =>
      validators["validateCallToolResult"]({
        resultType: "complete",
        content: [],
        structuredContent: nested(levels),
      });
    expect(of(999).success).toBe(true);
    expect(faults(of(1_000))).toEqual(["too_deep "]);
  });
});

it("an object within itself is refused, and the path leads to where a type stops", async () => {
  const validators = await loadValidators(
    modelOfText(`
export interface Tree { children?: Tree[]; }
export interface Holder { value: unknown; list?: unknown[]; }
`),
  );
  const tree: { children: unknown[] } = { children: [] };
  tree.children.push(tree);
  const holder: { value: unknown } = { value: 1 };
  holder.value = holder;
  expect(validators["isTree"](tree)).toBe(false);
  const result = validators["validateTree"](tree, { maxIssues: 1 });
  expect(faults(result)[0]).toMatch(/^too_deep children\/0\/children\/0/);
  expect(faults(validators["validateHolder"](holder))).toEqual(["too_deep "]);
});
