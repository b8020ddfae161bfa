/** The files that people start from: pure, from the model to text. */
import {
  lineComment,
  textComment,
} from "../emit/typescript/print/documentation.js";
import {
  type ImportExtension,
  rewriteImportExtensions,
} from "../emit/typescript/import-extension.js";
import {
  group,
  ifBroken,
  indent,
  join,
  type Layout,
  line,
  printLayout,
} from "../emit/typescript/print/layout.js";
import { printModuleList } from "../emit/typescript/print/module-list.js";
import type { EmittedFile } from "../emit/emitter.js";
import type { Templates } from "../emit/templates.js";
import { fillTemplate } from "../emit/fill-template.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { type ExampleImport } from "./example-source.js";
import { exampleFor } from "./examples.js";
import { ENTRY, type Feature, featuresOf } from "./features.js";
import { handlerComment, plainStyle, STUB_ERROR, stubText } from "./stub.js";

/** Where the files stand and how they name others. */
export interface SkeletonOptions {
  /** From the handlers to the output, as an import writes it, e.g. `../out/draft`. */
  readonly outputPath: string;
  readonly importExtension: ImportExtension;
  /** Whether the output can speak the older era, too. */
  readonly legacy: boolean;
  readonly templates: Templates;
}

/** What the template of a feature's handlers shows. */
export interface FeatureView {
  /** Says whose the file is: `//` lines. */
  readonly heading: string;
  /** Import statements. */
  readonly imports: string;
  /** Declarations that examples share. */
  readonly declarations: readonly string[];
  /** A comment for the object. */
  readonly summary: string;
  /** Name of the object that holds the handlers. */
  readonly name: string;
  readonly handlers: readonly HandlerView[];
}

/** What one handler is printed from. */
export interface HandlerView {
  readonly comment: string;
  /** The member of the object, without the comma. */
  readonly text: string;
}

/** What the template of the program that serves the handlers shows. */
export interface EntryView {
  /** Import statements. */
  readonly imports: string;
  /** The member `handlers` of the server's options. */
  readonly handlers: string;
  /** The arguments of the functions that serve. */
  readonly serving: string;
  /** Whether clients of both eras are served. */
  readonly legacy: boolean;
}

const SERVER_HANDLERS: ExampleImport = {
  name: "ServerHandlers",
  module: "server",
  isType: true,
};

const STUB_IMPORT: ExampleImport = {
  name: STUB_ERROR,
  module: "errors",
  isType: false,
};

/**
 * All files: one a feature, with examples where the revision has a use for them, and
 * the entry.
 */
export function skeletonFiles(
  model: ProtocolModel,
  options: SkeletonOptions,
): readonly EmittedFile[] {
  const features = featuresOf(model);
  return [
    ...features.map((feature) =>
      featureFile(model, feature, { ...options, withExamples: true }),
    ),
    entryFile(features, options),
  ];
}

/**
 * The file of one feature.
 *
 * @param options `withExamples`: false leaves stubs only.
 */
export function featureFile(
  model: ProtocolModel,
  { segment, binding, file, methods }: Feature,
  options: SkeletonOptions & { readonly withExamples: boolean },
): EmittedFile {
  const examples = new Map(
    methods.map((method) => [
      method,
      options.withExamples ? exampleFor(model, method) : undefined,
    ]),
  );
  const used = [...examples.values()].filter((each) => each !== undefined);
  const imports = [
    SERVER_HANDLERS,
    ...used.flatMap((example) => example.imports),
    ...(used.length < methods.length ? [STUB_IMPORT] : []),
  ];
  // Constants that several handlers share are the same text each time.
  const declarations = new Set(
    used.flatMap((example) => example.declarations.map(({ text }) => text)),
  );
  const view = (method: Method): HandlerView => ({
    comment: handlerComment(model, method),
    text: examples.get(method)?.text ?? memberText(method),
  });
  const filled = fillTemplate<FeatureView>(
    "typescript/handlers/feature.ts.hbs",
    {
      heading: lineComment(
        "Yours to edit: mcp-gen wrote this file once and leaves it alone.",
      ),
      imports: printImports(imports, options.outputPath),
      declarations: [...declarations],
      summary: textComment(`Handlers of \`${segment}\` methods.`, 80).join(
        "\n",
      ),
      name: binding,
      handlers: methods.map(view),
    },
    options.templates,
  );
  return finished(file, filled, options);
}

/** The program that serves the handlers of all features. */
function entryFile(
  features: readonly Feature[],
  options: SkeletonOptions,
): EmittedFile {
  const { legacy } = options;
  const imports = [
    ...(legacy
      ? [printModuleList("import", ["legacy"], "legacy", options.outputPath)]
      : []),
    printModuleList(
      "import",
      ["createMcpServer", "serveStdio"],
      "server",
      options.outputPath,
    ),
    ...features.map(
      ({ binding, file }) =>
        `import { ${binding} } from "./${file.replace(/\.ts$/, ".js")}";`,
    ),
  ];
  const filled = fillTemplate<EntryView>(
    "typescript/handlers/entry.ts.hbs",
    {
      imports: imports.join("\n"),
      handlers: printLayout(spreadLayout(features), 2),
      serving: legacy ? "server, { legacy }" : "server",
      legacy,
    },
    options.templates,
  );
  return finished(ENTRY, filled, options);
}

function spreadLayout(features: readonly Feature[]): Layout {
  if (features.length === 0) return "handlers: {}";
  const spreads = features.map(({ binding }) => `...${binding}`);
  return group([
    "handlers: {",
    indent([line, join([",", line], spreads)]),
    ifBroken(","),
    line,
    "}",
  ]);
}

/** Import statements, one a file of the output, values before types. */
function printImports(
  imports: readonly ExampleImport[],
  folder: string,
): string {
  const statements = new Map<string, Set<string>>();
  const sorted = [...imports].sort((left, right) =>
    keyOf(left) < keyOf(right) ? -1 : 1,
  );
  for (const imported of sorted) {
    const names = statements.get(keyOf(imported)) ?? new Set();
    statements.set(keyOf(imported), names.add(imported.name));
  }
  return [...statements]
    .map(([key, names]) => {
      const [module = "", keywords = ""] = key.split(" : ");
      return printModuleList(keywords, [...names].sort(), module, folder);
    })
    .join("\n");
}

function keyOf({ module, isType }: ExampleImport): string {
  return `${module} : ${isType ? "import type" : "import"}`;
}

/** A stub whose later lines are indented as those of a member are. */
function memberText(method: Method): string {
  return stubText(method, plainStyle).replaceAll("\n", "\n  ");
}

function finished(
  path: string,
  filled: ReturnType<typeof fillTemplate>,
  { importExtension }: SkeletonOptions,
): EmittedFile {
  return {
    path,
    ...filled,
    text: rewriteImportExtensions(filled.text, importExtension),
    formatted: false,
  };
}
