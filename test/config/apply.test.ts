import path from "node:path";
import { describe, expect, test } from "vitest";
import { applyOptions } from "../../generator/config/apply.js";
import type { Configuration } from "../../generator/config/configuration.js";
import type { GenerateOptions } from "../../generator/outputs.js";

const root = path.resolve("/project");

function configuration(
  defaults: GenerateOptions,
  outputs?: readonly GenerateOptions[],
): Configuration {
  const all = { ...defaults, cwd: root };
  return {
    file: path.join(root, "mcp-gen.config.json"),
    folder: root,
    defaults: all,
    outputs: outputs?.map((output) => ({ ...all, ...output })) ?? [all],
  };
}

const two = configuration({ out: "src" }, [
  { schema: "draft" },
  { schema: "./old/schema.ts", name: "old", emit: ["types"] },
]);

/** What the command line says from a folder, and what is generated then. */
const cases: readonly {
  readonly name: string;
  readonly config: Configuration | undefined;
  readonly from?: string;
  readonly given: GenerateOptions;
  readonly want: readonly GenerateOptions[];
}[] = [
  {
    name: "no configuration",
    config: undefined,
    given: { schema: "draft" },
    want: [{ schema: "draft" }],
  },
  {
    name: "nothing given",
    config: two,
    given: {},
    want: [
      { out: "src", schema: "draft" },
      { out: "src", schema: "./old/schema.ts", name: "old", emit: ["types"] },
    ],
  },
  {
    name: "what is given replaces what is configured, in every output",
    config: two,
    given: { out: "lib", emit: ["errors"], format: false },
    want: [
      { out: "lib", schema: "draft", emit: ["errors"], format: false },
      {
        out: "lib",
        schema: "./old/schema.ts",
        name: "old",
        emit: ["errors"],
        format: false,
      },
    ],
  },
  {
    name: "a schema chooses its output",
    config: two,
    given: { schema: ["draft"] },
    want: [{ out: "src", schema: "draft" }],
  },
  {
    name: "a schema in another spelling, from another folder",
    config: two,
    from: "a",
    given: { schema: ["../old"] },
    want: [{ out: "src", schema: "./old", name: "old", emit: ["types"] }],
  },
  {
    name: "a schema of no output is generated as the defaults say",
    config: two,
    given: { schema: ["2025-11-25"] },
    want: [{ out: "src", schema: "2025-11-25" }],
  },
  {
    name: "a folder is not a revision of the same name",
    config: two,
    given: { schema: ["./draft"] },
    want: [{ out: "src", schema: "./draft" }],
  },
  {
    name: "one of several schemas of a output",
    config: configuration({ schema: ["draft", "2025-11-25"], out: "src" }),
    given: { schema: ["2025-11-25"] },
    want: [{ out: "src", schema: "2025-11-25" }],
  },
  {
    name: "two outputs of one schema",
    config: configuration({}, [
      { schema: "draft", name: "a" },
      { schema: "draft", name: "b" },
    ]),
    given: { schema: ["draft"] },
    want: [
      { schema: "draft", name: "a" },
      { schema: "draft", name: "b" },
    ],
  },
  {
    name: "without a list of outputs, a schema takes the other's place",
    config: configuration({ schema: "draft", name: "protocol" }),
    given: { schema: ["2025-11-25"] },
    want: [{ schema: "2025-11-25", name: "protocol" }],
  },
  {
    name: "paths that are given start from the working folder",
    config: two,
    from: "a/b",
    given: { schema: ["draft", "x.ts"], out: "out", schemaRoot: "../s" },
    want: [
      { out: "./a/b/out", schemaRoot: "./a/s", schema: "draft" },
      { out: "./a/b/out", schemaRoot: "./a/s", schema: "./a/b/x.ts" },
    ],
  },
  {
    name: "absolute paths stay",
    config: two,
    from: "a",
    given: { schema: ["draft"], out: path.resolve("/elsewhere") },
    want: [{ out: path.resolve("/elsewhere"), schema: "draft" }],
  },
];

describe("the command line on top of a configuration", () => {
  test.each(cases)("$name", ({ config, from = "", given, want }) => {
    const cwd = path.join(root, from);
    const slashed = (options: GenerateOptions): GenerateOptions =>
      JSON.parse(
        JSON.stringify(options, (_key, value: unknown) =>
          typeof value === "string" && !path.isAbsolute(value)
            ? value.replaceAll("\\", "/")
            : value,
        ),
      ) as GenerateOptions;
    expect(applyOptions(config, { ...given, cwd }).map(slashed)).toEqual(
      want.map((options) => ({ ...options, cwd: root })),
    );
  });
});
