/** The readings of one revision that have to agree: generated code, our schema.json, upstream's schema.json. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import { sharedModel, sharedPath } from "../shared.js";
import { withSpecification, type Explained } from "./upstream.js";

/** A JSON Schema document with one definition a type. */
export interface SchemaDocument {
  readonly $schema: string;
  readonly $defs?: Record<string, unknown>;
  readonly definitions?: Record<string, unknown>;
}

/** Says whether a value is of a type. */
export type Reader = (value: unknown) => boolean;

/** One type of one revision in all readings. */
export interface TypeUnderTest {
  readonly name: string;
  readonly generated: TypeValidators;
  readonly ownSchema: Reader;
  /** Absent where upstream's document lacks the type. */
  readonly upstream?: Reader;
}

export interface RevisionUnderTest {
  readonly name: string;
  readonly model: ProtocolModel;
  readonly types: readonly TypeUnderTest[];
}

/** The revisions that upstream publishes a `schema.json` for. */
export const REVISIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
] as const;

export type RevisionName = (typeof REVISIONS)[number];

/** Compiles all readings of a revision. */
export async function openRevision(
  name: RevisionName,
): Promise<RevisionUnderTest> {
  const model = sharedModel(name);
  const generated = await importValidators(model);
  const own = ownReaders(model);
  const upstream = readersOf(withSpecification(upstreamDocument(name), name));
  return {
    name,
    model,
    types: model.types.map((type) => {
      const reader = upstream(type.name);
      return {
        name: type.name,
        generated: generated(type.name),
        ownSchema: own(type.name),
        ...(reader && { upstream: reader }),
      };
    }),
  };
}

/** Our `schema.json` of a model. */
export function ownDocument(model: ProtocolModel): SchemaDocument {
  const files = emitFiles(model, {
    builtInTemplates,
    parts: ["json-schema"],
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for a test.",
  });
  const text = files.find(({ path }) => path === "schema.json")?.text ?? "";
  return JSON.parse(text) as SchemaDocument;
}

/** The readings of our `schema.json` of a model, by type. */
export function ownReaders(model: ProtocolModel): (typeName: string) => Reader {
  const readers = readersOf(ownDocument(model));
  return (typeName) => demanded(readers(typeName), typeName);
}

/** The `schema.json` that the specification publishes. */
export function upstreamDocument(name: RevisionName): SchemaDocument {
  const path = sharedPath("spec", name, "schema.json");
  return JSON.parse(readFileSync(path, "utf8")) as SchemaDocument;
}

/** Upstream's reading of one type when an explanation is left out. */
export function upstreamWithout(
  revision: RevisionName,
  typeName: string,
  left: Explained,
): Reader {
  const document = withSpecification(
    upstreamDocument(revision),
    revision,
    left,
  );
  return demanded(readersOf(document)(typeName), typeName);
}

/** The reading of a JSON Schema of dialect 2020-12. */
export function readerOf(schema: Record<string, unknown>): Reader {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}

/** A lookup that compiles a definition when it is asked for. */
function readersOf(
  document: SchemaDocument,
): (typeName: string) => Reader | undefined {
  const options = { strict: false, validateFormats: false };
  const ajv = document.$schema.includes("2020-12")
    ? new Ajv2020(options)
    : new Ajv(options);
  ajv.addSchema(document, "document");
  const keyword = document.$defs ? "$defs" : "definitions";
  return (typeName) => {
    if (!Object.hasOwn(document[keyword] ?? {}, typeName)) return undefined;
    const validate: ValidateFunction = ajv.compile({
      $ref: `document#/${keyword}/${typeName}`,
    });
    return (value) => validate(value);
  };
}

function demanded<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`no schema of ${name}`);
  return found;
}
