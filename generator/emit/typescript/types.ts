/** `types.ts`: every exported type of the schema. */
import type { ProtocolModel, TypeDeclaration } from "../../model/model.js";
import { commentWords, layoutDocumentation } from "./print/documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../emitter.js";
import { typeScript } from "./language.js";
import { type FileView, typeScriptFile } from "./typescript-file.js";
import { hardLine, printLayout } from "./print/layout.js";
import { limitsOf } from "./print/check-words.js";
import { linkScope } from "./link-scope.js";
import {
  documentationOf,
  layoutTypeAlias,
  layoutInterface,
  type TypeStyle,
} from "./print/print-type.js";

/** Emits the types; no other part is needed, and there is no code at run time. */
export const typesEmitter: Emitter = {
  part: "types",
  language: typeScript,
  requires: [],
  emit: (model, context) => [emitTypes(model, context)],
};

/** What the template of `types.ts` shows. */
export interface TypesView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** Each exported type with its comment, printed. */
  readonly declarations: readonly string[];
}

/** @param path - Where the file goes. */
export function emitTypes(
  model: ProtocolModel,
  context: EmitContext,
  path: string = "types.ts",
): EmittedFile {
  const isLinkable = linkScope(model);
  const style: TypeStyle = {
    comment: (documentation, constraints) =>
      layoutDocumentation(documentation, constraints, isLinkable),
    nameOf: (name) => name,
  };
  return typeScriptFile<TypesView>(
    path,
    context,
    {
      version: commentWords(model.version),
      declarations: model.types.map((declaration) =>
        printDeclaration(declaration, style),
      ),
    },
    "typescript/types.ts.hbs",
  );
}

/** One type with its comment. */
export function printDeclaration(
  declaration: TypeDeclaration,
  style: TypeStyle,
): string {
  const isAlias = declaration.kind === "alias";
  const documentation = style.comment(
    isAlias
      ? documentationOf(declaration.documentation, declaration.type)
      : declaration.documentation,
    isAlias
      ? { ...limitsOf(declaration.type), ...declaration.constraints }
      : {},
  );
  return printLayout([
    documentation === undefined ? "" : [documentation, hardLine],
    isAlias
      ? layoutTypeAlias(declaration.name, declaration.type, style)
      : layoutInterface(declaration, style),
  ]);
}
