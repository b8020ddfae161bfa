/** The outline says everything that a comparison looks at. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../generator/diff/diff.js";
import { printOutline } from "../../generator/diff/outline.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  embeddedModel,
  schemaText,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { protocol } from "./protocol.js";

function reread(model: ProtocolModel): ProtocolModel {
  return readModel(schemaText(printOutline(model))).model;
}

/** A model without words and places, of which the outline keeps none. */
function essence(model: ProtocolModel): unknown {
  return JSON.parse(
    JSON.stringify({ ...model, source: undefined }, (key, value: unknown) => {
      if (key === "position") return undefined;
      if (key !== "documentation") return value;
      const { deprecated, default: fallback } = value as {
        deprecated?: string;
        default?: string;
      };
      return { deprecated: deprecated !== undefined, fallback };
    }),
  );
}

describe("an outline", () => {
  it("keeps tags wherever they stand", () => {
    const model = protocol({
      sent: `
        /** @deprecated Words. */
        a?: string;
        b: {
          /**
           * @minimum 0
           * @maximum 1
           * @default 1
           */
          c?: number;
          "d-e"?: ("x" | "y" | string)[];
        };`,
      more: `
        /** @deprecated */
        export type Old = { [key: string]: unknown };
        /** @maxItems 3 */
        export type Few = string[];
        export const MARK = "m";
        export interface Base { mark: typeof MARK; n: null; }
        export interface Less extends Omit<Base, "n"> { x: (string | number)[]; any: any; o: object }`,
    });
    expect(essence(reread(model))).toEqual(essence(model));
    expect(diffModels(model, reread(model))).toEqual([]);
  });

  it("of the embedded schema is the embedded schema without words", () => {
    const model = embeddedModel();
    expect(essence(reread(model))).toEqual(essence(model));
  });

  it("is small next to the schema, and has no words", () => {
    const outline = printOutline(embeddedModel());
    expect(outline.length).toBeLessThan(40_000);
    expect(outline).not.toContain("{@link");
  });
});

describeWithShared("the outline of a shared revision", () => {
  it.each(sharedRevisions().map(({ name }) => name))("%s", (name) => {
    const model = sharedModel(name);
    expect(essence(reread(model))).toEqual(essence(model));
  });
});
