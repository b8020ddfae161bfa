/**
 * One folder a construct: a small `schema.ts`, and the model read from it.
 * `UPDATE_GOLDEN=1 npx vitest run test/golden` writes the models anew; read the
 * difference before committing it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { repositoryPath, schemaFile } from "../shared.js";

const folder = resolve(repositoryPath, "test/golden");

const constructs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(constructs)("%s", (construct) => {
  const { model, warnings } = readModel(
    schemaFile(
      resolve(folder, construct, "schema.ts"),
      `${construct}/schema.ts`,
    ),
  );
  const got = `${JSON.stringify(model, null, 2)}\n`;
  const path = resolve(folder, construct, "model.json");
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, got);
  expect(got).toBe(readFileSync(path, "utf8"));
  expect(warnings).toEqual([]);
});
