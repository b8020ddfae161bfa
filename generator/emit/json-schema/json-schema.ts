/** `--emit json-schema`: the whole model as one JSON Schema document. */
import type { ProtocolModel } from "../../model/model.js";
import { hasType } from "../../model/queries.js";
import type { EmitContext, EmittedFile, Emitter } from "../emitter.js";
import { annotationsOf } from "./annotations.js";
import { schemasOf } from "./declaration.js";
import { printJson } from "./print.js";
import { DIALECT, type JsonSchema } from "./schema.js";

/**
 * Writes `schema.json`, dialect 2020-12, with every exported type of the schema
 * below `$defs`. It is laid out like the specification's own `schema.json`, but
 * says what that loses: `null`, numbers that need not be integers, deprecations,
 * the known literals of open enums, and the rules of the prose.
 */
export const jsonSchemaEmitter: Emitter = {
  part: "json-schema",
  language: { name: "json-schema" },
  requires: [],
  emit: (model, context) => [schemaFile(model, context)],
};

function schemaFile(model: ProtocolModel, context: EmitContext): EmittedFile {
  const text = printJson({
    $schema: DIALECT,
    $comment: context.banner,
    title: `Model Context Protocol ${model.version}`,
    $defs: Object.fromEntries(
      schemasOf(model, (documentation) =>
        annotationsOf(documentation, (name) => hasType(model, name)),
      ),
    ),
  } satisfies JsonSchema);
  return { path: "schema.json", text, formatted: true };
}
