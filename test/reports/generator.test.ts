/** Reports and faults about what is read, derived and emitted. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { partsFor } from "../../generator/emit/parts.js";
import {
  readModel,
  type ReadResult,
} from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  repositoryPath,
  schemaText,
  sharedPath,
} from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** The schema in the folder of a report or fault. */
function schemaOf(folder: string, file = "schema.ts"): string {
  return readFileSync(sharedPath("cases", folder, file), "utf8");
}

function readFault(name: string): ReadResult {
  return readModel(schemaText(schemaOf(`faults/${name}`)));
}

/** What the strictest compiler says of everything that is emitted for a model. */
async function compileErrors(
  name: string,
  { model }: ReadResult,
): Promise<readonly string[]> {
  const files = emitFiles(model, {
    builtInTemplates,
    parts: partsFor(model),
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for a test.",
  });
  for (const { path, text } of files) workspace.write(`${name}/${path}`, text);
  return workspace.compile(fastest, name, {
    ...strictest,
    types: ["node"],
    typeRoots: [resolve(repositoryPath, "node_modules/@types")],
  });
}

describeWithShared("derived facts", () => {
  test("fault input-required-by-field: a result with inputRequests is the answer of its own request", () => {
    const { model, warnings } = readFault("input-required-by-field");
    expect(warnings).toEqual([]);
    expect(model.methods).toMatchObject([
      {
        name: "tasks/get",
        result: "GetTaskResult",
        features: { mayRequireInput: false },
      },
    ]);
  });

  test("fault unused-shape: what is written inline once has one function", async () => {
    expect(
      await compileErrors("unused-shape", readFault("unused-shape")),
    ).toEqual([]);
  });

  test("fault second-list-filter: a list that nothing answers for costs that list", async () => {
    const text = execFileSync(
      "bash",
      [
        sharedPath("cases/faults/second-list-filter/make.sh"),
        sharedPath("spec/draft/schema.ts"),
      ],
      { encoding: "utf8" },
    );
    const read = readModel(schemaText(text));
    expect(read.warnings).toMatchObject([
      { code: "MCPGEN154", message: expect.stringContaining("taskIds") },
    ]);
    expect(await compileErrors("second-list", read)).toEqual([]);
  });
});
