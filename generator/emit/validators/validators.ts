/**
 * `validators.ts`: checks, validators and schema objects of every exported type,
 * and the modules below `validation/` that it stands on.
 */
import type { ProtocolModel } from "../../model/model.js";
import { methodsOf } from "../../model/queries.js";
import { lineComment } from "../documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../emitter.js";
import { printModuleList } from "../module-list.js";
import { readTemplate } from "../render.js";
import { importTypes } from "../type-imports.js";
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

/** Emits the validators. They name types, and messages by their method. */
export const validatorsEmitter: Emitter = {
  part: "validators",
  requires: ["types", "methods"],
  emit: (model, context) => {
    const file = emitValidators(model, context);
    const modules = [...moduleClosure(file.text)].sort();
    return [file, ...modules.map((name) => emitModule(name, context))];
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
const ISSUE_EXPORTS = [
  "type Issue",
  "type IssueCode",
  "type ValidateOptions",
  "type Validation",
  "ValidationError",
];

/** Types of `validation/` that the file's own code names, by what makes it name them. */
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

function emitValidators(
  model: ProtocolModel,
  context: EmitContext,
): EmittedFile {
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
  return typeScriptFile<ValidatorsView>("validators.ts", context, {
    version: model.version,
    renamed: scope.renamed(),
    imports: [
      ...methodImports(model),
      ...(types.statement === "" ? [] : [types.statement]),
      ...validationImports(scope, entries),
    ],
    exports: [
      printModuleList("export", ISSUE_EXPORTS, "validation/issue"),
      ...(entries.messages
        ? [
            printModuleList(
              "export type",
              ["InvalidMessage", "ParsedMessage"],
              "validation/messages",
            ),
          ]
        : []),
      ...(functions.length > 0
        ? [
            printModuleList(
              "export type",
              [
                "JsonSchemaOptions",
                "ParseResult",
                "Schema",
                "StandardProperties",
              ],
              "validation/schema",
            ),
          ]
        : []),
      ...ruleExports(model).map(({ module, names }) =>
        printModuleList("export", names, `validation/${module}`),
      ),
    ],
    functions,
    ...entries,
  });
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

/** Imports of what the generated code has used, and of the types that it names. */
function validationImports(
  scope: Scope,
  entries: EntryPoints,
): readonly string[] {
  const hasTypes = scope.units.exported.length > 0;
  const hasMethods =
    entries.requests.length +
      entries.notifications.length +
      entries.inputResponses.length >
    0;
  const types: Readonly<Record<string, readonly string[]>> = {
    issue: [
      ...(entries.elicitation ? ["Issue"] : []),
      ...(hasTypes ? ["ValidateOptions", "Validation"] : []),
    ],
    messages: [
      ...(hasMethods ? ["Methods"] : []),
      ...(entries.messages ? ["ParsedMessage"] : []),
      ...(entries.resultTypes ? ["ResultOptions"] : []),
    ],
  };
  const used = scope.usedHelpers();
  const modules = new Set([...used.keys(), ...Object.keys(types)]);
  return [...modules].sort().flatMap((module) => {
    const names = [
      ...(used.get(module) ?? []),
      ...(types[module] ?? []).map((name) => `type ${name}`),
    ];
    if (names.length === 0) return [];
    const isTypes = names.every((name) => name.startsWith("type "));
    return [
      printModuleList(
        isTypes ? "import type" : "import",
        isTypes ? names.map((name) => name.slice("type ".length)) : names,
        `validation/${module}`,
      ),
    ];
  });
}

/** The end of an import from the same folder. */
const IMPORT = / from "\.\/([\w-]+)\.js";$/gm;

/** Modules of `validation/` that a text imports, at any distance. */
function moduleClosure(text: string): ReadonlySet<string> {
  const found = new Set(
    [...text.matchAll(/ from "\.\/validation\/([\w-]+)\.js";$/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  for (const name of found) {
    for (const [, imported = ""] of sourceOf(name).matchAll(IMPORT)) {
      found.add(imported);
    }
  }
  return found;
}

function sourceOf(name: string): string {
  return readTemplate(`typescript/validation/${name}.ts`);
}

/** A module that is the same for every revision, under the banner. */
function emitModule(name: string, context: EmitContext): EmittedFile {
  return {
    path: `validation/${name}.ts`,
    text: `${lineComment(context.banner)}\n\n${sourceOf(name)}`,
    formatted: true,
  };
}
