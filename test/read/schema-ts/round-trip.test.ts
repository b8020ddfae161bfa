/** What is emitted as TypeScript and read again is the same: nothing is lost on the way. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { typesEmitter } from "../../../generator/emit/typescript/types.js";
import type { ProtocolModel } from "../../../generator/model/model.js";
import { readModel } from "../../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  schemaFile,
  schemaText,
  sharedModel,
  sharedRevisions,
} from "../../shared.js";
import { contextOf } from "../../emit/context.js";

function emittedTypes(model: ProtocolModel): string {
  const [file] = typesEmitter.emit(model, contextOf("types"));
  if (file === undefined) throw new Error("no types.ts");
  return file.text;
}

/** Facts that `types.ts` keeps: TypeScript has no integers and forgets a constant's name. */
function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(
      ([name]) => !["position", "documentation", "constant"].includes(name),
    )
    .map(([name, member]): [string, unknown] => {
      if (name === "kind" && member === "integer") return [name, "number"];
      // An `@` in a comment is escaped, so that it opens no tag anywhere.
      return name === "pattern" && typeof member === "string"
        ? [name, member.replaceAll("\\@", "@")]
        : [name, kept(member)];
    });
  return Object.fromEntries(entries);
}

/** Of each type whether it is deprecated or internal. */
function marks(model: ProtocolModel): readonly string[] {
  return model.types.map(({ name, documentation }) => {
    const { deprecated, internal } = documentation;
    return `${name} ${deprecated !== undefined} ${internal}`;
  });
}

function expectRoundTrip(model: ProtocolModel): void {
  const { model: again } = readModel(schemaText(emittedTypes(model)), {
    protocolVersion: "1",
  });
  expect(kept(again.types)).toEqual(kept(model.types));
  expect(marks(again)).toEqual(marks(model));
}

test("the embedded schema", () => {
  expectRoundTrip(embeddedModel());
});

describe("every construct", () => {
  const folder = resolve(repositoryPath, "test/golden");
  const constructs = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  test.each(constructs)("%s", (name) => {
    const path = resolve(folder, name, "schema.ts");
    expectRoundTrip(readModel(schemaFile(path, name)).model);
  });
});

describeWithShared("every revision", () => {
  test.each(sharedRevisions())("$name", ({ name }) => {
    expectRoundTrip(sharedModel(name));
  });
});
