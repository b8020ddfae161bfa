/** Small models, written out by hand, for tests of the emitters. */
import type { EmitContext } from "../../generator/emit/emitter.js";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type {
  Documentation,
  InterfaceDeclaration,
  Property,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "../../generator/model/model.js";

export const nowhere = { line: 1, column: 1 } as const;

/** Documentation that says only this. */
export function says(
  text: string,
  more: Partial<Documentation> = {},
): Documentation {
  return { text, internal: false, see: [], examples: [], ...more };
}

export const silence: Documentation = says("");

export function property(
  name: string,
  type: TypeExpr,
  more: Partial<Property> = {},
): Property {
  return {
    name,
    type,
    optional: false,
    constraints: {},
    documentation: silence,
    position: nowhere,
    ...more,
  };
}

export function anInterface(
  name: string,
  properties: readonly Property[],
  more: Partial<InterfaceDeclaration> = {},
): InterfaceDeclaration {
  return {
    kind: "interface",
    name,
    extends: [],
    properties,
    documentation: silence,
    position: nowhere,
    ...more,
  };
}

export function anAlias(
  name: string,
  type: TypeExpr,
  documentation: Documentation = silence,
): TypeDeclaration {
  return {
    kind: "alias",
    name,
    type,
    constraints: {},
    documentation,
    position: nowhere,
  };
}

/** A model with nothing but what is given. */
export function modelOf(given: Partial<ProtocolModel>): ProtocolModel {
  return {
    format: 1,
    version: "2026-07-28",
    era: "stateless",
    source: { path: "schema.ts", sha256: "0".repeat(64) },
    types: [],
    constants: [],
    errors: [],
    methods: [],
    metaKeys: [],
    rules: [],
    ...given,
  };
}

/** The files of these parts, by path, with a banner of one line. */
export function emitted(
  model: ProtocolModel,
  parts: Iterable<
    EmitContext["parts"] extends ReadonlySet<infer Part> ? Part : never
  > = ["types", "errors", "methods"],
): ReadonlyMap<string, string> {
  const files = emitFiles(model, {
    builtInTemplates,
    parts,
    importExtension: ".js",
    formats: "annotate",
    banner: "Banner",
  });
  return new Map(files.map(({ path, text }) => [path, text]));
}
