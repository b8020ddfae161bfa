/** `validators.ts`: checks, validators and schema objects of every exported type. */
import type { ProtocolModel } from "../../../model/model.js";
import { methodsOf } from "../../../model/queries.js";
import type { EmitContext, EmittedFile, Emitter } from "../../emitter.js";
import { printModuleList } from "../print/module-list.js";
import { importTypes } from "../print/type-imports.js";
import { typeScript } from "../language.js";
import { legacyModelOf, legacyTypesModel } from "../legacy/legacy-model.js";
import { templateCode } from "../template-code.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import {
  type EntryPoints,
  entryPoints,
  ruleExports,
  typesOfEntryPoints,
} from "./entry-points.js";
import { printUnit } from "./print-unit.js";
import { Scope } from "./scope.js";
import { unitsOf } from "./units.js";
import {
  emitValidationFile,
  VALIDATION_FILE,
  validationExports,
  type ValidationExport,
} from "./validation-file.js";

/** Emits the validators. They name types, and messages by their method. */
export const validatorsEmitter: Emitter = {
  part: "validators",
  language: typeScript,
  requires: ["types", "methods"],
  emit: (model, context) => {
    const { file, modules } = emitValidators(model, context);
    const others = context.parts.has("legacy")
      ? emitLegacyValidators(context).modules
      : [];
    return [file, emitValidationFile([...modules, ...others], context)];
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

/** What files with validators pass on in any case. */
export const ISSUE_EXPORTS: readonly string[] = [
  "Issue",
  "IssueCode",
  "ValidateOptions",
  "Validation",
  "ValidationError",
];

/**
 * The validators of the older era, which stand on the same `validation.ts`, and the
 * modules of it that they need.
 */
export function emitLegacyValidators(context: EmitContext): ValidatorFile {
  const { builtIn } = context.templates;
  const templates = { builtIn, users: new Map() };
  return emitValidators(
    legacyTypesModel(legacyModelOf(context)),
    { ...context, templates },
    "legacy/validators.ts",
  );
}

/** `validators.ts`, and the modules of `validation/` that it needs. */
export interface ValidatorFile {
  readonly file: EmittedFile;
  readonly modules: ReadonlySet<string>;
}

/** @param path - Where the file goes; `validation.ts` is on top of the output. */
function emitValidators(
  model: ProtocolModel,
  context: EmitContext,
  path: string = "validators.ts",
): ValidatorFile {
  const top = path.includes("/") ? ".." : ".";
  const helpers = validationExports(context.templates.builtIn);
  const scope = new Scope(
    model,
    unitsOf(model),
    context.formats === "assert",
    helpers,
    templateCode("typescript/validators.ts.hbs", context.templates).words,
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
  const file = typeScriptFile<ValidatorsView>(
    path,
    context,
    {
      version: model.version,
      renamed: scope.renamed(),
      imports: [
        ...methodImports(model),
        ...(types.statement === "" ? [] : [types.statement]),
        ...(imported.length === 0
          ? []
          : [printValidationList("import", imported, helpers, top)]),
      ],
      exports: [printValidationList("export", exported, helpers, top)],
      functions,
      ...entries,
    },
    "typescript/validators.ts.hbs",
  );
  return { file, modules: modulesOf([...imported, ...exported], helpers) };
}

/** The class of schema objects; only `validators.ts` itself makes some. */
const SCHEMA = "Schema";

/** Imports names from `validation.ts`, or passes them on, in the order of the names. */
export function printValidationList(
  keyword: "import" | "export",
  names: Iterable<string>,
  helpers: ReadonlyMap<string, ValidationExport>,
  folder: string = ".",
): string {
  const isType = (name: string): boolean =>
    helpers.get(name)?.isType === true ||
    (keyword === "export" && name === SCHEMA);
  const specifiers = [...new Set(names)]
    .sort()
    .map((name) => (isType(name) ? `type ${name}` : name));
  return printModuleList(keyword, specifiers, VALIDATION_FILE, folder);
}

/** The modules of `validation/` that declare the names. */
export function modulesOf(
  names: Iterable<string>,
  helpers: ReadonlyMap<string, ValidationExport>,
): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => helpers.get(name)?.module ?? []));
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
function importedNames(scope: Scope, entries: EntryPoints): readonly string[] {
  const hasTypes = scope.units.exported.length > 0;
  const hasMethods =
    entries.requests.length +
      entries.notifications.length +
      entries.inputResponses.length >
    0;
  return [
    ...scope.usedHelpers(),
    ...(entries.elicitation ? ["Issue"] : []),
    ...(hasTypes ? ["ValidateOptions", "Validation"] : []),
    ...(hasMethods ? ["Methods"] : []),
    ...(entries.messages ? ["ParsedMessage"] : []),
    ...(entries.resultTypes ? ["ResultOptions"] : []),
  ];
}

/** What `validators.ts` passes on. */
function exportedNames(
  model: ProtocolModel,
  entries: EntryPoints,
): readonly string[] {
  return [
    ...ISSUE_EXPORTS,
    ...(entries.messages ? ["InvalidMessage", "ParsedMessage"] : []),
    ...(model.types.length > 0
      ? ["JsonSchemaOptions", "ParseResult", SCHEMA, "StandardProperties"]
      : []),
    ...ruleExports(model),
  ];
}
