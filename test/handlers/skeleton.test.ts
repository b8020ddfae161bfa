/** What the files hold that people start from. */
import prettier from "prettier";
import { describe, expect, it, test } from "vitest";
import { exampleHandlers } from "../../generator/handlers/example-source.js";
import { skeletonFiles } from "../../generator/handlers/skeleton.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import {
  withMember,
  withMemberType,
  withMethods,
  withoutMethod,
} from "./models.js";
import { templates } from "../emit/context.js";

function textsOf(
  model: ProtocolModel,
  importExtension: ".js" | ".ts" | "none" = ".js",
): Readonly<Record<string, string>> {
  const files = skeletonFiles(model, {
    outputPath: "../out/draft",
    importExtension,
    legacy: model.era === "stateless",
    templates,
  });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** Functions that are stubs, in the order of files and handlers. */
function stubsOf(model: ProtocolModel): readonly string[] {
  return Object.values(textsOf(model)).flatMap((text) =>
    [...text.matchAll(/^ {2}(\w+)\(_params, _context\) \{$/gm)].map(
      ([, name = ""]) => name,
    ),
  );
}

async function expectFormatted(model: ProtocolModel): Promise<void> {
  for (const extension of [".js", ".ts", "none"] as const)
    for (const text of Object.values(textsOf(model, extension)))
      expect(await prettier.format(text, { parser: "typescript" })).toBe(text);
}

test("a file a feature, and the entry", () => {
  expect(Object.keys(textsOf(embeddedModel()))).toEqual([
    "completion.ts",
    "prompts.ts",
    "resources.ts",
    "tools.ts",
    "server.ts",
  ]);
});

test("the entry serves clients of both eras where the output can", () => {
  const entry = textsOf(embeddedModel())["server.ts"];
  expect(entry).toContain('import { legacy } from "../out/draft/legacy.js";');
  expect(entry).toContain("await serveStdio(server, { legacy });");
  const older = textsOf(embeddedModel("2025-11-25"))["server.ts"];
  expect(older).not.toContain("legacy");
  expect(older).toContain("await serveStdio(server);");
});

test("every handler says what the schema says of its method", () => {
  const model = embeddedModel();
  const all = Object.values(textsOf(model))
    .join("\n")
    .replace(/\s+(?:\*(?!\/)\s*)*/g, " ");
  for (const name of ["tools/call", "resources/templates/list"]) {
    const method = model.methods.find((each) => each.name === name);
    const text = method?.documentation.text.replace(/\s+/g, " ") ?? "";
    expect(text).not.toBe("");
    expect(all).toContain(`${text} Answers \`${name}\`.`);
  }
});

test("the entry shows HTTP too, and needs no types of Node", () => {
  const entry = textsOf(embeddedModel())["server.ts"] ?? "";
  expect(entry).toContain("nodeHandler(server, { legacy })");
  expect(entry).toContain("fetchHandler(server, { legacy })");
  expect(entry).not.toMatch(/^import .*node:/m);
});

describe("examples", () => {
  test("each has a method in the draft", () => {
    const functions = embeddedModel().methods.map((each) => each.functionName);
    expect(functions).toEqual(
      expect.arrayContaining([...exampleHandlers().keys()]),
    );
  });

  const table: readonly (readonly [
    name: string,
    model: ProtocolModel,
    stubs: readonly string[],
  ])[] = [
    ["are used where they fit", embeddedModel(), []],
    [
      "not where an item needs more",
      withMember("Tool", "owner"),
      ["listTools", "callTool"],
    ],
    [
      "not where a result needs more",
      withMember("CallToolResult", "cost"),
      ["callTool"],
    ],
    [
      "not where an item is something else",
      withMemberType("ResourceTemplate", "uriTemplate", { kind: "number" }),
      ["listResourceTemplates"],
    ],
    [
      "not where params are something else",
      withMemberType("GetPromptRequestParams", "arguments", {
        kind: "array",
        items: { kind: "string" },
      }),
      ["getPrompt"],
    ],
    ["not for methods unknown to them", withMethods("ping"), ["ping"]],
  ];
  test.each(table)("%s", (_name, model, stubs) => {
    expect(stubsOf(model)).toEqual(stubs);
  });

  test("need a revision with the errors that servers answer with", () => {
    const model = embeddedModel();
    const errors = model.errors.filter(({ name }) => name !== "INVALID_PARAMS");
    expect(() => textsOf({ ...model, errors })).toThrow("INVALID_PARAMS");
  });

  test("bring only what they use along", () => {
    const text = textsOf(withoutMethod("resources/templates/list"));
    expect(text["resources.ts"]).toContain("const welcome: Resource = {");
    expect(text["resources.ts"]).not.toContain("ResourceTemplate");
    expect(textsOf(withMember("Tool", "owner"))["tools.ts"]).not.toContain(
      "Tool }",
    );
  });
});

describe("the layout is prettier's", () => {
  it("for the embedded revision", () => expectFormatted(embeddedModel()));

  it("for stubs, whatever their methods are called", () =>
    expectFormatted(
      withMethods(
        "ping",
        `a${"bc".repeat(20)}/d`,
        `a/${"bc".repeat(20)}`,
        'quo"te/x',
        "e/1",
        "f/1",
        "g/1",
        "server/h",
      ),
    ));
});

describeWithShared("revisions of the specification", () => {
  const stateless = sharedRevisions().filter(
    ({ name }) => sharedModel(name).era === "stateless",
  );
  it.each(stateless)("$name is laid out as prettier does it", ({ name }) =>
    expectFormatted(sharedModel(name)),
  );

  it("have examples but for their own inventions", () => {
    expect(
      stateless.map(({ name }) => [name, stubsOf(sharedModel(name))]),
    ).toEqual(
      stateless.map(({ name }) => [
        name,
        name.startsWith("history/2026-05-")
          ? [
              "getTask",
              "getTaskPayload",
              "listTasks",
              "cancelTask",
              "taskInputResponse",
            ]
          : [],
      ]),
    );
  });
});
