/** Which file has which handlers. */
import { describe, expect, test } from "vitest";
import { featuresOf } from "../../generator/handlers/features.js";
import { embeddedModel } from "../shared.js";
import { withMethods, withoutMethod } from "./models.js";

/** File and object of each method's feature, by the name of its function. */
function placesOf(model: ReturnType<typeof embeddedModel>) {
  return Object.fromEntries(
    featuresOf(model).flatMap(({ file, binding, methods }) =>
      methods.map(({ functionName }) => [functionName, [file, binding]]),
    ),
  );
}

test("methods stand together that begin with the same word", () => {
  expect(
    featuresOf(embeddedModel()).map(({ file, methods }) => [
      file,
      ...methods.map(({ functionName }) => functionName),
    ]),
  ).toEqual([
    ["completion.ts", "complete"],
    ["prompts.ts", "listPrompts", "getPrompt"],
    ["resources.ts", "listResources", "listResourceTemplates", "readResource"],
    ["tools.ts", "listTools", "callTool"],
  ]);
});

test("a feature without methods has no file", () => {
  const model = withoutMethod("completion/complete");
  expect(featuresOf(model).map(({ file }) => file)).not.toContain(
    "completion.ts",
  );
});

describe("names of files and objects", () => {
  const table: readonly (readonly [
    method: string,
    file: string,
    binding: string,
  ])[] = [
    ["tasks/get", "tasks.ts", "tasks"],
    ["ping", "ping.ts", "ping"],
    ["dataSets/list", "data-sets.ts", "dataSets"],
    ["data_sets/list", "data-sets.ts", "dataSets"],
    // A word of the language.
    ["delete/all", "delete.ts", "deleteHandlers"],
    // The entry, a device of Windows, a digit, nothing but a symbol.
    ["server/status", "server-handlers.ts", "server2"],
    ["nul/get", "nul-handlers.ts", "nul"],
    ["2fa/start", "2fa.ts", "handlers2fa"],
    ["$/progress", "other.ts", "other"],
    ["../../etc/passwd", "other.ts", "other"],
  ];
  test.each(table)("%s", (method, file, binding) => {
    const places = Object.values(placesOf(withMethods(method)));
    expect(places).toContainEqual([file, binding]);
  });

  test("no two features share one", () => {
    const slips = ["Foo/a", "foo/b", "foo-bar/c", "fooBar/d"];
    const model = withMethods(...slips, "server/e", "server-handlers/f");
    const features = featuresOf(model);
    for (const pick of ["file", "binding"] as const)
      expect(new Set(features.map((each) => each[pick])).size).toBe(
        features.length,
      );
  });
});
