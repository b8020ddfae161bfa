/**
 * What each construct of `test/golden` is turned into, in full.
 * `UPDATE_GOLDEN=1 npx vitest run test/emit/golden.test.ts` writes the files again; read
 * the difference before committing it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { ProtocolModel } from "../../generator/model/model.js";
import { repositoryPath } from "../shared.js";
import { emitted } from "./sample-model.js";

const folder = resolve(repositoryPath, "test/golden");

/** Types of every construct, the other files where the construct is about them. */
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => [
    [name, "types.ts"] as const,
    ...(["errors", "methods"].includes(name)
      ? [[name, `${name}.ts`] as const]
      : []),
  ]);

test.each(files)("%s: %s", (construct, file) => {
  const model = JSON.parse(
    readFileSync(resolve(folder, construct, "model.json"), "utf8"),
  ) as ProtocolModel;
  const got = emitted(model).get(file) ?? "";
  const path = resolve(folder, construct, file);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, got);
  expect(got).toBe(readFileSync(path, "utf8"));
});
