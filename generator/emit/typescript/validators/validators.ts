/** `validators.ts`: checks, validators and schema objects of every exported type. */
import type { ProtocolModel } from "../../../model/model.js";
import { methodsOf } from "../../../model/queries.js";
import type { EmitContext, EmittedFile, Emitter } from "../../emitter.js";
import { printModuleList } from "../print/module-list.js";
import { importTypes } from "../print/type-imports.js";
import { typeScript } from "../language.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import {
  type EntryPoints,
  entryPoints,
  RULE_NAMES,
  ruleExports,
  TEMPLATE_NAMES,
  typesOfEntryPoints,
} from "./entry-points.js";
import { printUnit } from "./print-unit.js";
import { Scope } from "./scope.js";
import { unitsOf } from "./units.js";
import { emitValidationFile, VALIDATION_FILE } from "./validation-file.js";

/** Emits the validators. They name types, and messages by their method. */
export const validatorsEmitter: Emitter = {
  part: "validators",
  language: typeScript,
  requires: ["types", "methods"],
  emit: (model, context) => {
    const { file, modules } = emitValidators(model, context);
    return [file, emitValidationFile(modules, context)];
  },
};

/** What the template of `validators.ts` shows. */
export interface ValidatorsView extends FileView, EntryPoints {
  /** The revision. */
  readonly version: string;
  /** Types whose functions have other names than theirs, and which. */
  readonly renamed: readonly string[];
  /** Import statements. */
  readonly imports: readonly string[];
  /** Export statements. */
  readonly exports: readonly string[];
  /** Functions and schema objects of each type, printed. */
  readonly functions: readonly string[];
}

/** What `validators.ts` passes on, whatever the revision. */
export const ISSUE_EXPORTS: readonly string[] = [
  "type Issue",
  "type IssueCode",
  "type ValidateOptions",
  "type Validation",
  "ValidationError",
];

/** Types of `validation.ts` that the file's own code names, by what makes it name them. */
const RESERVED_NAMES: readonly string[] = [
  ...TEMPLATE_NAMES,
  ...RULE_NAMES,
  ...ISSUE_EXPORTS.map((specifier) => specifier.replace("type ", "")),
  "ClientNotificationTypes",
  "ClientRequestTypes",
  "InputRequestTypes",
  "Methods",
  "ParsedMessage",
  "ResultOptions",
  "ServerNotificationTypes",
  "ServerRequestTypes",
  "Uint8Array",
];

/** `validators.ts`, and the modules of `validation/` that it needs. */
function emitValidators(
  model: ProtocolModel,
  context: EmitContext,
): { readonly file: EmittedFile; readonly modules: ReadonlySet<string> } {
  const scope = new Scope(
    model,
    unitsOf(model),
    context.formats === "assert",
    RESERVED_NAMES,
  );
  const types = importTypes(
    [
      ...scope.units.exported.map(({ label }) => label),
      ...typesOfEntryPoints(model),
    ],
    scope.taken,
  );
  const functions = scope.units.exported.flatMap((unit) =>
    printUnit(unit, scope, types.nameOf),
  );
  const entries = entryPoints(model, scope, types.nameOf);
  const imported = importedNames(scope, entries);
  const exported = exportedNames(model, entries);
  const file = typeScriptFile<ValidatorsView>("validators.ts", context, {
    version: model.version,
    renamed: scope.renamed(),
    imports: [
      ...methodImports(model),
      ...(types.statement === "" ? [] : [types.statement]),
      ...(imported.size === 0
        ? []
        : [printModuleList("import", specifiers(imported), VALIDATION_FILE)]),
    ],
    exports: [printModuleList("export", specifiers(exported), VALIDATION_FILE)],
    functions,
    ...entries,
  });
  return { file, modules: new Set([...imported, ...exported].map(moduleOf)) };
}

/** A specifier of an import or export, and the module that it is from. */
export type Origins = ReadonlyMap<string, string>;

function moduleOf([, module]: readonly [string, string]): string {
  return module;
}

/** Specifiers in the order of the names. */
export function specifiers(origins: Origins): readonly string[] {
  const nameOf = (specifier: string): string => specifier.replace("type ", "");
  return [...origins.keys()].sort((left, right) =>
    nameOf(left) < nameOf(right) ? -1 : 1,
  );
}

/** The type maps of `methods.ts` that the entry points name. */
function methodImports(model: ProtocolModel): readonly string[] {
  const has = (kind: "request" | "notification" | "inputRequest"): boolean =>
    methodsOf(model, { kind }).length > 0;
  const names = [
    ...(has("notification") ? ["ClientNotificationTypes"] : []),
    ...(has("request") ? ["ClientRequestTypes"] : []),
    ...(has("inputRequest") ? ["InputRequestTypes"] : []),
    ...(has("notification") ? ["ServerNotificationTypes"] : []),
    ...(has("request") ? ["ServerRequestTypes"] : []),
  ];
  return names.length === 0
    ? []
    : [printModuleList("import type", names, "methods")];
}

/** What the generated code has used, and types that it names. */
function importedNames(scope: Scope, entries: EntryPoints): Origins {
  const hasTypes = scope.units.exported.length > 0;
  const hasMethods =
    entries.requests.length +
      entries.notifications.length +
      entries.inputResponses.length >
    0;
  return new Map([
    ...scope.usedHelpers(),
    ...(entries.elicitation ? [["type Issue", "issue"] as const] : []),
    ...(hasTypes
      ? ([
          ["type ValidateOptions", "issue"],
          ["type Validation", "issue"],
        ] as const)
      : []),
    ...(hasMethods ? [["type Methods", "messages"] as const] : []),
    ...(entries.messages ? [["type ParsedMessage", "messages"] as const] : []),
    ...(entries.resultTypes
      ? [["type ResultOptions", "messages"] as const]
      : []),
  ]);
}

/** What `validators.ts` passes on. */
function exportedNames(model: ProtocolModel, entries: EntryPoints): Origins {
  const types = entries.messages ? ["InvalidMessage", "ParsedMessage"] : [];
  const schemaTypes =
    model.types.length > 0
      ? ["JsonSchemaOptions", "ParseResult", "Schema", "StandardProperties"]
      : [];
  return new Map([
    ...ISSUE_EXPORTS.map((specifier) => [specifier, "issue"] as const),
    ...types.map((name) => [`type ${name}`, "messages"] as const),
    ...schemaTypes.map((name) => [`type ${name}`, "schema"] as const),
    ...ruleExports(model).flatMap(({ module, names }) =>
      names.map((name) => [name, module] as const),
    ),
  ]);
}
