/** `docs/diagnostics.md` and the code that gives the diagnostics, held together. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  renderDiagnostic,
  UnsupportedSchemaError,
  type Diagnostic,
} from "../../../generator/failure.js";
import { diagnosticCodes } from "../../../generator/read/schema-ts/diagnostic-codes.js";
import { readModel } from "../../../generator/read/schema-ts/read.js";
import { repositoryPath, schemaText } from "../../shared.js";

interface Documented {
  readonly code: string;
  readonly schema: string;
  readonly said: string;
}

const SECTION =
  /^### (MCPGEN\d+): .+?```ts\n(.+?)```\n+```text\n(.+?)\n```$/gms;

function documented(): readonly Documented[] {
  const page = readFileSync(
    resolve(repositoryPath, "docs/diagnostics.md"),
    "utf8",
  );
  return [...page.matchAll(SECTION)].map(
    ([, code = "", schema = "", said = ""]) => ({
      code,
      schema,
      said,
    }),
  );
}

function diagnosticsOf(schema: string): readonly Diagnostic[] {
  try {
    return readModel(schemaText(schema)).warnings;
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return error.diagnostics;
    throw error;
  }
}

describe("docs/diagnostics.md", () => {
  test("lists every code once, in order, and no other", () => {
    const codes = documented().map(({ code }) => code);
    expect([...codes].sort()).toEqual(Object.values(diagnosticCodes));
    expect(new Set(codes).size).toBe(codes.length);
  });

  test.each(documented())("$code is what its example gives", (example) => {
    const found = diagnosticsOf(example.schema);
    const meant = found.filter(({ code }) => code === example.code);
    expect(meant.map(renderDiagnostic).join("\n\n")).toBe(example.said);
    const others = found.filter(
      ({ code }) =>
        code !== example.code && code !== diagnosticCodes.noProtocolVersion,
    );
    expect(others, "an example shows one fault").toEqual([]);
  });
});
