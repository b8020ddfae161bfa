/** Two ways to a type's JSON Schema: `schema.json`, and the `XSchema` of generated validators. */
import { beforeAll, expect, it } from "vitest";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import { describeWithShared, sharedModel } from "../shared.js";
import { closureOf, essence } from "./closure.js";
import { ownDocument, REVISIONS } from "./readers.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

describeWithShared("the JSON Schema of generated validators", () => {
  for (const revision of REVISIONS) {
    let validatorsOf: (typeName: string) => TypeValidators;

    beforeAll(async () => {
      validatorsOf = await importValidators(sharedModel(revision));
    });

    it(`is that of schema.json for each type of ${revision}`, () => {
      const model = sharedModel(revision);
      const document = ownDocument(model);
      for (const { name } of model.types) {
        const { input, output } =
          validatorsOf(name).schema["~standard"].jsonSchema;
        const want = essence({
          $schema: DIALECT,
          $ref: `#/$defs/${name}`,
          $defs: closureOf(document, name),
        });
        const got = input({ target: "draft-2020-12" });
        expect(essence(got), name).toEqual(want);
        expect(output({ target: "draft-2020-12" }), name).toEqual(got);
      }
    });

    it(`of ${revision} has no other dialect`, () => {
      const { input } =
        validatorsOf("JSONRPCMessage").schema["~standard"].jsonSchema;
      expect(() => input({ target: "openapi-3.0" })).toThrow(/openapi-3\.0/);
    });
  }
});
