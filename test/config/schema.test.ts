/** `schema/config.schema.json` is what editors know of configurations. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { checkConfiguration } from "../../generator/config/check.js";
import type { ConfigurationFault } from "../../generator/config/configuration.js";
import { configKeys, type KeySpec } from "../../generator/config/keys.js";
import { optionTable } from "../../generator/config/options.js";

interface PropertySchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly PropertySchema[];
  readonly items?: PropertySchema;
  readonly default?: unknown;
  readonly description?: string;
}

const schema = JSON.parse(
  readFileSync(
    new URL("../../schema/config.schema.json", import.meta.url),
    "utf8",
  ),
) as {
  readonly properties: Record<string, PropertySchema> & {
    readonly outputs: {
      readonly items: { readonly properties: Record<string, PropertySchema> };
    };
  };
  readonly definitions: Record<string, PropertySchema>;
};
const validate: ValidateFunction = new Ajv({ strict: false }).compile(schema);

function resolved(property: PropertySchema | undefined): PropertySchema {
  const name = property?.$ref?.replace("#/definitions/", "");
  return (name === undefined ? property : schema.definitions[name]) ?? {};
}

/** What a property takes, in the words of the table of options. */
function kindOf(property: PropertySchema): Omit<KeySpec, "option" | "isPath"> {
  if (property.type === "boolean") return { kind: "boolean" };
  const [one, several] = property.anyOf ?? [property, undefined];
  const { enum: choices } = resolved(one);
  if (several !== undefined) expect(several.items).toEqual(one);
  return {
    kind: several === undefined ? "text" : "list",
    ...(choices !== undefined && { choices }),
  };
}

test("knows the keys that the command line knows, for all outputs and for one", () => {
  const keys = [...configKeys.keys()];
  expect(Object.keys(schema.properties)).toEqual([
    "$schema",
    ...keys,
    "outputs",
  ]);
  expect(Object.keys(schema.properties.outputs.items.properties)).toEqual(keys);
});

test.each([...configKeys])(
  "%s takes what the option takes",
  (key, { kind, choices, option }) => {
    const property = resolved(schema.properties[key]);
    expect(kindOf(property)).toEqual(
      choices === undefined ? { kind } : { kind, choices },
    );
    const fallback =
      option === undefined ? undefined : optionTable[option].fallback;
    expect(property.default).toBe(
      kind === "boolean" ? option?.startsWith("no-") : fallback,
    );
    expect(property.description).toMatch(/\.$/);
    expect(resolved(schema.properties.outputs.items.properties[key])).toBe(
      property,
    );
  },
);

/** Every way to be right or wrong, as editors and the program have to judge it. */
const configurations: readonly (readonly [value: unknown, isValid: boolean])[] =
  [
    [{}, true],
    [{ $schema: "./node_modules/mcp-gen/schema/config.schema.json" }, true],
    [{ schema: "draft", out: "src", name: "x", format: false }, true],
    [{ schema: ["draft", "2025-11-25"], schemaRoot: "mcp" }, true],
    [{ emit: "types", importExtension: "none", formats: "assert" }, true],
    [{ emit: ["types", "json-schema"], handlers: "src/handlers" }, true],
    [{ out: "src", outputs: [{ schema: "draft", name: "x" }, {}] }, true],
    [null, false],
    [[], false],
    ["draft", false],
    [{ $schema: 1 }, false],
    [{ shcema: "draft" }, false],
    [{ "no-format": true }, false],
    [{ cwd: "x" }, false],
    [{ check: true }, false],
    [{ schema: 1 }, false],
    [{ schema: "" }, false],
    [{ schema: " " }, false],
    [{ schema: [] }, false],
    [{ schema: ["draft", 1] }, false],
    [{ out: null }, false],
    [{ out: ["a"] }, false],
    [{ format: "no" }, false],
    [{ formats: true }, false],
    [{ importExtension: "js" }, false],
    [{ emit: ["type"] }, false],
    [{ emit: "types,errors" }, false],
    [{ outputs: [] }, false],
    [{ outputs: {} }, false],
    [{ outputs: ["draft"] }, false],
    [{ outputs: [{ outputs: [] }] }, false],
    [{ outputs: [{ $schema: "x" }] }, false],
    [{ outputs: [{}], schema: "draft" }, false],
    [{ outputs: [{}], name: "x" }, false],
    [{ outputs: [{}], handlers: "x" }, false],
    [{ schema: "./a.tools.json", command: ["node", "a.js"] }, true],
    [{ outputs: [{ url: "https://a.example", headers: ["A: $B"] }] }, true],
    [{ outputs: [{}], command: "x" }, false],
    [{ url: ["https://a.example"] }, false],
  ];

describe("editors and the program are of one mind", () => {
  test.each(configurations)("%j: %j", (value, isValid) => {
    const faults: ConfigurationFault[] = [];
    checkConfiguration(value, [], faults);
    expect(faults.length === 0).toBe(isValid);
    expect(validate(value)).toBe(isValid);
  });
});
