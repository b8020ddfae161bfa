/** `schema/model.schema.json` is what `mcp-gen model` promises to other programs. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { ProtocolModel } from "../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  sharedModel,
  sharedRevisions,
} from "../shared.js";

const schema = JSON.parse(
  readFileSync(resolve(repositoryPath, "schema/model.schema.json"), "utf8"),
) as object;
const validate = new Ajv2020.default({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
}).compile(schema);

/** What is wrong with a model as it arrives elsewhere: as JSON. */
function faults(model: ProtocolModel): readonly string[] {
  validate(JSON.parse(JSON.stringify(model)));
  return (validate.errors ?? []).map(
    ({ instancePath, message = "" }) => `${instancePath} ${message}`,
  );
}

test("the embedded schema's model is valid", () => {
  expect(faults(embeddedModel())).toEqual([]);
});

describe("a model that breaks the format is not valid", () => {
  const model = embeddedModel();
  test.each<[string, unknown]>([
    ["another format", { ...model, format: 2 }],
    ["a member that nobody knows", { ...model, extra: true }],
    ["no version", { ...model, version: undefined }],
    [
      "an unknown kind of type",
      {
        ...model,
        types: [{ ...model.types[0], kind: "alias", type: { kind: "tuple" } }],
      },
    ],
    ["a rule without a page", { ...model, rules: [{ id: "x", summary: "y" }] }],
  ])("%s", (_, broken) => {
    expect(faults(broken as ProtocolModel)).not.toEqual([]);
  });
});

describeWithShared("models of all revisions are valid", () => {
  test.each(sharedRevisions())("$name", ({ name }) => {
    expect(faults(sharedModel(name))).toEqual([]);
  });
});
