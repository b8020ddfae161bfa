/** The files below `runtime/`: real sources, copied as they are, and one that is generated. */
import { posix } from "node:path";
import type { ProtocolModel } from "../../../model/model.js";
import { methodsOf } from "../../../model/queries.js";
import { commentWords, bannerComment } from "../print/documentation.js";
import type { EmitContext, EmittedFile } from "../../emitter.js";
import { bracketed, group, join, line, printLayout } from "../print/layout.js";
import { printModuleList } from "../print/module-list.js";
import { printString, printValueKey } from "../print/print-literal.js";
import type { BuiltInTemplates, Templates } from "../../templates.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import { methodsOfEra } from "../server/handled-methods.js";
import {
  questionMethods,
  viewHandshake,
  type HandshakeView,
} from "./handshake-facts.js";
import { revisionFacts, type RevisionFacts } from "./revision-facts.js";

/** The generated files. Only `.hbs` is on disk; the other files are sources. */
const REVISION = "revision";
const HANDSHAKE = "handshake";

/**
 * Where one runtime file imports another: all that it can need of others. A statement
 * of several lines ends in one like `} from "../peer/x.js";`.
 */
const IMPORT = /^(?:import|export|\}).*? from "(\.{1,2}\/[\w/.-]+)\.js";$/gm;

/**
 * Runtime modules that others import, at any distance.
 *
 * @param specifiers Modules as a file of the output names them; those outside of
 *   `runtime/` are passed over.
 * @returns Paths below `runtime/` without extension, e.g. `client/session`, sorted.
 */
export function runtimeClosure(
  specifiers: Iterable<string>,
  { builtIn }: Templates,
): readonly string[] {
  const found = new Set<string>();
  const add = (specifier: string, folder: string): void => {
    const path = posix.join(folder, specifier);
    const [, name] = /^runtime\/(.+)\.js$/.exec(path) ?? [];
    if (name !== undefined) found.add(name);
  };
  for (const specifier of specifiers) add(specifier, ".");
  for (const name of found) {
    if (name === REVISION) continue;
    if (name === HANDSHAKE) {
      found.add("eras/handshake/facts");
      continue;
    }
    const folder = posix.dirname(`runtime/${name}`);
    for (const [, specifier = ""] of sourceOf(name, builtIn).matchAll(IMPORT))
      add(`${specifier}.js`, folder);
  }
  return [...found].sort();
}

function sourceOf(name: string, { textOf }: BuiltInTemplates): string {
  return textOf(`typescript/runtime/${name}.ts`);
}

/** What the template of `runtime/revision.ts` shows; texts are printed literals. */
export interface RevisionView
  extends
    FileView,
    Pick<
      RevisionFacts,
      | "builtInMethods"
      | "notificationNames"
      | "errorCodes"
      | "subscriptionIdKey"
      | "logCapability"
    > {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** Declaration of the methods that handlers do not answer. */
  readonly eraMethods: string;
  /** Whether the revision is of the stateless era. */
  readonly stateless: boolean;
  /** Declarations of what responses are, and of what servers may ask. */
  readonly response: string;
  readonly questionTypes: string;
  /** The import statement of the checks. */
  readonly imports: string;
  /** The check of each request and of each complete result, by method. */
  readonly resultChecks: readonly MethodCheckView[];
  /** Declaration of the severities. */
  readonly loggingLevels: string;
  readonly topics: readonly TopicView[];
  /** The client capability of each input request, by method. */
  readonly inputCapabilities: readonly {
    readonly method: string;
    readonly capability: string;
  }[];
  /** The field of a page that holds its items, by list method. */
  readonly listItems: readonly {
    readonly method: string;
    readonly field: string;
  }[];
}

/** A method, as a key of an object, and the function that checks its messages. */
export interface MethodCheckView {
  readonly method: string;
  readonly check: string;
}

/** What can be subscribed to. */
export interface TopicView {
  /** The field of the filter, as a key of an object. */
  readonly field: string;
  readonly notification: string;
  readonly capability: string;
  /** `true` or `false`: whether subscribers name resources. */
  readonly byUri: string;
  /** Type of the field. */
  readonly filterType: string;
  /** The field again, with the methods whose kept results a change makes stale. */
  readonly staleMethods: string;
}

/** Emits runtime modules, each under the banner. */
export function emitRuntime(
  model: ProtocolModel,
  context: EmitContext,
  names: readonly string[],
): readonly EmittedFile[] {
  return names.map((name) => {
    if (name === REVISION) return emitRevision(model, context);
    if (name === HANDSHAKE) return emitHandshake(model, context);
    return {
      path: `runtime/${name}.ts`,
      text: `${bannerComment(context.banner)}\n\n${sourceOf(name, context.templates.builtIn)}`,
      formatted: true,
    };
  });
}

function emitHandshake(
  model: ProtocolModel,
  context: EmitContext,
): EmittedFile {
  return typeScriptFile<HandshakeFileView>(`runtime/${HANDSHAKE}.ts`, context, {
    version: commentWords(model.version),
    ...viewHandshake(model),
  });
}

/** What the template of `runtime/handshake.ts` shows. */
export interface HandshakeFileView extends FileView, HandshakeView {
  /** The revision, fit for a comment. */
  readonly version: string;
}

function emitRevision(model: ProtocolModel, context: EmitContext): EmittedFile {
  const facts = revisionFacts(model);
  const stateless = model.era === "stateless";
  const questions = stateless
    ? methodsOf(model, { kind: "inputRequest" })
    : questionMethods(model);
  const requests = methodsOf(model, { kind: "request", from: "client" });
  const { discover, listen } = facts.builtInMethods;
  const resultChecks = requests.flatMap(({ name, result }) =>
    name === discover || name === listen || result === undefined
      ? []
      : [{ method: printValueKey(name), check: `is${result}` }],
  );
  const imported = resultChecks.map(({ check }) => check);
  return typeScriptFile<RevisionView>(`runtime/${REVISION}.ts`, context, {
    version: commentWords(model.version),
    stateless,
    eraMethods: printLayout(
      bracketed(
        "export const eraMethods: readonly string[] = [",
        methodsOfEra(model)
          .filter((name) =>
            methodsOf(model, { kind: "request", from: "client" }).some(
              (method) => method.name === name,
            ),
          )
          .map(printString),
        "];",
      ),
    ),
    response: printResponse(model),
    questionTypes: stateless
      ? "export type QuestionTypes = InputRequestTypes;"
      : printLayout([
          bracketed(
            "export type QuestionTypes = Pick<",
            [
              "ServerRequestTypes",
              group(
                join(
                  [" |", line],
                  questions.map(({ name }) => printString(name)),
                ),
              ),
            ],
            ">;",
            "",
          ),
        ]),
    imports: printModuleList(
      "import",
      [...new Set(imported)].sort(),
      "validators",
    ).replace('"./', '"../'),
    resultChecks,
    builtInMethods: printed(facts.builtInMethods),
    notificationNames: printed(facts.notificationNames),
    errorCodes: facts.errorCodes,
    subscriptionIdKey: printString(facts.subscriptionIdKey),
    logCapability: printString(facts.logCapability),
    loggingLevels: printLayout(
      bracketed(
        "export const loggingLevels = [",
        facts.loggingLevels.map(printString),
        "] as const;",
      ),
    ),
    topics: facts.topics.map((topic) => ({
      field: printValueKey(topic.field),
      notification: printString(topic.notification.name),
      capability: printString(topic.capability),
      byUri: String(topic.byUri),
      filterType: topic.byUri ? "readonly string[]" : "boolean",
      staleMethods: printLayout(
        bracketed(
          `${printValueKey(topic.field)}: [`,
          topic.makesStale.map(printString),
          "]",
        ),
        2,
      ),
    })),
    inputCapabilities: questions.map(({ name, clientCapability = "" }) => ({
      method: printValueKey(name),
      capability: printString(clientCapability),
    })),
    listItems: facts.listItems.map(({ method, field }) => ({
      method: printValueKey(method.name),
      field: printString(field),
    })),
  });
}

function printed<Names extends string>(
  names: Readonly<Record<Names, string>>,
): Record<Names, string> {
  return Object.fromEntries(
    Object.entries<string>(names).map(([key, name]) => [
      key,
      printString(name),
    ]),
  ) as Record<Names, string>;
}

/** Both kinds of response, by the names that the revision has for them. */
function printResponse({ envelope }: ProtocolModel): string {
  const { result = "", error = "" } = envelope ?? {};
  const types = `schema.${result} | schema.${error};`;
  const flat = `export type JSONRPCResponse = ${types}`;
  return flat.length <= 80 ? flat : `export type JSONRPCResponse =\n  ${types}`;
}
