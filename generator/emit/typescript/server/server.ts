/** `server.ts`: handlers for requests, and what makes a server of them. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import { findProperty, methodsOf } from "../../../model/queries.js";
import { commentWords, textComment } from "../print/documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../../emitter.js";
import type { Templates } from "../../templates.js";
import { templateCode } from "../template-code.js";
import { bracketed, printLayout } from "../print/layout.js";
import { printString } from "../print/print-literal.js";
import { methodComment } from "../runtime/method-comment.js";
import type { Topic } from "../../../model/topics.js";
import {
  revisionFacts,
  runtimeUnavailable,
} from "../runtime/revision-facts.js";
import { questionMethods } from "../runtime/handshake-facts.js";
import { emitRuntime, runtimeClosure } from "../runtime/runtime-files.js";
import { importTypes, type TypeImports } from "../print/type-imports.js";
import { typeScript } from "../language.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import { clientRuntime } from "../client/client.js";
import { handledMethods } from "./handled-methods.js";

/** Emits the server, and the runtime modules that it is made of. */
export const serverEmitter: Emitter = {
  part: "server",
  language: typeScript,
  requires: ["types", "errors", "methods", "validators"],
  unavailable: runtimeUnavailable,
  emit: (model, context) => {
    // What both need comes with the client, where there is one.
    const { templates } = context;
    const others = new Set(
      context.parts.has("client") ? clientRuntime(model, templates) : [],
    );
    return [
      emitServer(model, context),
      ...emitRuntime(
        model,
        context,
        serverRuntime(model, templates).filter((name) => !others.has(name)),
      ),
    ];
  },
};

/** Runtime modules of a server. */
export function serverRuntime(
  model: ProtocolModel,
  templates: Templates,
): readonly string[] {
  const { modules } = templateCode(TEMPLATES[model.era], templates);
  return runtimeClosure(modules, templates);
}

/** The schema's type of what a server declares. */
const CAPABILITIES = "ServerCapabilities";

/** A handler of the handshake era asks the client and waits, so much in the file differs. */
const TEMPLATES = {
  stateless: "typescript/server.ts.hbs",
  handshake: "typescript/handshake/server.ts.hbs",
} as const;

/** What the template of `server.ts` shows. */
export interface ServerView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** The import statement. */
  readonly imports: string;
  /** The type of what a server declares, as the file calls it. */
  readonly capabilities: string;
  /** Whether some handler may ask for input. */
  readonly asks: boolean;
  /** The method that asks people to fill in a form; undefined if there is none. */
  readonly form: string | undefined;
  /** Methods of `HandlerContext` that make input requests. */
  readonly questions: readonly QuestionView[];
  /** Members of `ServerHandlers`. */
  readonly handlers: readonly {
    readonly comment: string;
    readonly declaration: string;
  }[];
  /** Members of `ChangeNotifier`. */
  readonly announcements: readonly AnnouncementView[];
}

/** A method of `HandlerContext`, from the comment to what stands in its braces. */
export interface QuestionView {
  readonly comment: string;
  readonly signature: string;
  readonly body: string;
}

/** A member of `ChangeNotifier`, declared and implemented. */
export interface AnnouncementView {
  readonly comment: string;
  readonly declaration: string;
  readonly implementation: string;
}

function emitServer(model: ProtocolModel, context: EmitContext): EmittedFile {
  const { topics } = revisionFacts(model);
  const handled = handledMethods(model);
  const isStateless = model.era === "stateless";
  const questions = isStateless
    ? methodsOf(model, { kind: "inputRequest" })
    : questionMethods(model);
  const template = TEMPLATES[model.era];
  const imports = importTypes(
    [
      CAPABILITIES,
      ...handled.flatMap((method) => [
        ...paramsTypes(method),
        resultType(method),
      ]),
      ...questions.flatMap((method) => [
        isStateless ? method.type : resultType(method),
        ...paramsTypes(method),
      ]),
    ],
    new Set(templateCode(template, context.templates).words),
  );
  const view: Omit<ServerView, keyof FileView> = {
    version: commentWords(model.version),
    imports: imports.statement,
    capabilities: imports.nameOf(CAPABILITIES),
    asks: handled.some(({ features }) => features.mayRequireInput),
    form: formMethod(model, questions),
    questions: questions.map((method) =>
      isStateless
        ? viewQuestion(model, method, imports)
        : viewDirectQuestion(model, method, imports),
    ),
    handlers: handled.map((method) => ({
      comment: methodComment(model, method, handlerNotes(method)),
      declaration: printHandler(model, method, imports),
    })),
    announcements: topics.map((topic) => viewAnnouncement(model, topic)),
  };
  return typeScriptFile<ServerView>("server.ts", context, view, template);
}

/** Types of the schema that {@link printParamsType} mentions. */
function paramsTypes({ type, params }: Method): readonly string[] {
  if (params === undefined) return [];
  return [params.type.kind === "ref" ? params.type.name : type];
}

/** The input request that people answer by a form, printed; undefined if there is none. */
function formMethod(
  model: ProtocolModel,
  questions: readonly Method[],
): string | undefined {
  const isForm = ({ result }: Method): boolean =>
    result !== undefined &&
    ["action", "content"].every(
      (name) => findProperty(model, result, name) !== undefined,
    );
  const found = questions.find(isForm);
  return found === undefined ? undefined : printString(found.name);
}

/** A params type without a name is looked up in its message. */
function printParamsType(method: Method, { nameOf }: TypeImports): string {
  const [name] = paramsTypes(method);
  if (name === undefined) return "object";
  return method.params?.type.kind === "ref"
    ? nameOf(name)
    : `${nameOf(name)}["params"]`;
}

/** A request whose result the schema does not name is answered with nothing. */
function resultType({ result = "EmptyResult" }: Method): string {
  return result;
}

function handlerNotes({ name, features }: Method): readonly string[] {
  return [
    `Answers \`${name}\`.`,
    ...(features.mayRequireInput
      ? ["May ask for input: `return context.inputRequired({ ... })`."]
      : []),
  ];
}

function printHandler(
  { era }: ProtocolModel,
  method: Method,
  imports: TypeImports,
): string {
  const { functionName, features } = method;
  const content = features.cacheable ? "CacheableContent" : "Content";
  const result = imports.nameOf(resultType(method));
  const answers = [
    era === "stateless" ? `${content}<${result}>` : result,
    ...(features.mayRequireInput ? ["InputRequired"] : []),
  ];
  return printLayout(
    bracketed(
      `${functionName}?(`,
      [
        `params: ${printParamsType(method, imports)}`,
        "context: HandlerContext",
      ],
      `): Answer<${answers.join(" | ")}>;`,
    ),
    2,
  );
}

/** A method of the context that asks the client and waits for its answer. */
function viewDirectQuestion(
  model: ProtocolModel,
  method: Method,
  imports: TypeImports,
): QuestionView {
  const { functionName, name, params, clientCapability } = method;
  const result = imports.nameOf(resultType(method));
  const given =
    params === undefined
      ? []
      : [
          `params${params.optional ? "?" : ""}: ${printParamsType(method, imports)}`,
        ];
  const needs =
    clientCapability === undefined
      ? ""
      : `; needs the client capability \`${clientCapability}\``;
  const notes = [
    `Sends \`${name}\` and waits for the answer${needs}.`,
    "Rejects with a `CannotAskError` before anything is sent if the client cannot be asked, with a `QuestionError` if it answers with an error.",
  ];
  return {
    comment: methodComment(model, method, notes),
    signature: printLayout(
      bracketed(
        `${functionName}(`,
        [...given, "options?: QuestionOptions"],
        `): Promise<${result}> {`,
      ),
      2,
    ),
    body: printLayout(
      bracketed(
        "return this.ask(",
        [
          printString(name),
          params === undefined ? "undefined" : "params",
          "options",
        ],
        `) as unknown as Promise<${result}>;`,
      ),
      4,
    ),
  };
}

/** A method of the context that builds an input request. */
function viewQuestion(
  model: ProtocolModel,
  method: Method,
  imports: TypeImports,
): QuestionView {
  const { functionName, name, type, params, clientCapability } = method;
  const given =
    params === undefined
      ? []
      : [
          `params${params.optional ? "?" : ""}: ${printParamsType(method, imports)}`,
        ];
  const notes = [
    `A question for \`inputRequired\`: \`${name}\`${clientCapability === undefined ? "" : `, which needs the client capability \`${clientCapability}\``}.`,
  ];
  return {
    comment: methodComment(model, method, notes),
    signature: printLayout(
      bracketed(`${functionName}(`, given, `): ${imports.nameOf(type)} {`),
      2,
    ),
    body: printLayout(
      bracketed(
        "return this.inputRequest(",
        [printString(name), params === undefined ? "undefined" : "params"],
        ");",
      ),
      4,
    ),
  };
}

function viewAnnouncement(
  { era }: ProtocolModel,
  topic: Topic,
): AnnouncementView {
  const { field, functionName, byUri, capability, notification } = topic;
  const audience =
    era === "stateless"
      ? `those who subscribed with \`${field}\``
      : "every client";
  const text = byUri
    ? `The resource changed, or something below it. Reaches those who subscribed to it. Sends \`${notification.name}\`.`
    : `Reaches ${audience}. Sends \`${notification.name}\`.`;
  const needs = `Throws if \`${capability}\` is not declared.`;
  const parameter = byUri ? "uri: string" : "";
  const call = byUri
    ? `core.publish(${printString(field)}, uri)`
    : `core.publish(${printString(field)})`;
  return {
    comment: textComment(`${text} ${needs}`, 78).join("\n  "),
    declaration: `${functionName}(${parameter}): void`,
    implementation: `${functionName}: (${byUri ? "uri" : ""}) => ${call}`,
  };
}
