import { Ajv2020 } from "ajv/dist/2020.js";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import type { EmitContext } from "../../../generator/emit/emitter.js";
import { jsonSchemaEmitter } from "../../../generator/emit/json-schema/json-schema.js";
import type { ProtocolModel } from "../../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
  sharedRevisions,
} from "../../shared.js";
import { contextOf } from "../context.js";

const context: EmitContext = {
  ...contextOf("json-schema"),
  banner: "Made by a test.",
};

interface Document {
  readonly $defs: Record<string, Record<string, unknown>>;
}

function documentOf(model: ProtocolModel): { text: string; json: Document } {
  const [file] = jsonSchemaEmitter.emit(model, context);
  if (file?.path !== "schema.json") throw new Error("no schema.json");
  return { text: file.text, json: JSON.parse(file.text) as Document };
}

/** Fails where the document is not a valid schema of its dialect or refers to nothing. */
function compileAll({ $defs, ...rest }: Document): void {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateFormats: false,
  });
  ajv.addSchema({ ...rest, $defs }, "document");
  for (const name of Object.keys($defs)) {
    ajv.compile({ $ref: `document#/$defs/${name}` });
  }
}

describe("schema.json of the embedded draft", () => {
  const { text, json } = documentOf(embeddedModel());

  it("is a valid schema without dangling references", () => {
    compileAll(json);
  });

  it("has a schema for each exported type, in the schema file's order", () => {
    expect(Object.keys(json.$defs)).toEqual(
      embeddedModel().types.map((type) => type.name),
    );
  });

  it("needs no formatting", async () => {
    expect(await format(text, { parser: "json" })).toBe(text);
  });

  it("keeps what upstream's schema.json loses", () => {
    expect(json.$defs["JSONValue"]).toMatchObject({
      anyOf: expect.arrayContaining([
        { type: ["string", "number", "boolean", "null"] },
      ]),
    });
    expect(json.$defs["ResultType"]).toMatchObject({
      anyOf: [
        { type: "string", enum: ["complete", "input_required"] },
        { type: "string" },
      ],
    });
    expect(json.$defs["ClientCapabilities"]).toMatchObject({
      properties: { roots: { deprecated: true } },
    });
    expect(json.$defs["LoggingMessageNotificationParams"]).toMatchObject({
      required: expect.arrayContaining(["level", "data"]),
    });
  });
});

describeWithShared("schema.json of every revision", () => {
  it.each(sharedRevisions().map(({ name }) => name))(
    "%s: valid, self-contained and formatted",
    async (name) => {
      const { text, json } = documentOf(sharedModel(name));
      compileAll(json);
      expect(await format(text, { parser: "json" })).toBe(text);
    },
  );
});
