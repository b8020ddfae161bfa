/** `client.ts`: a client with one method for each request. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import { flatten, methodsOf, referencesOf } from "../../../model/queries.js";
import { commentWords, textComment } from "../print/documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../../emitter.js";
import type { Templates } from "../../templates.js";
import { templateCode } from "../template-code.js";
import {
  afterOperator,
  bracketed,
  group,
  type Layout,
  printLayout,
} from "../print/layout.js";
import { camelCase } from "../../../model/names.js";
import { printPropertyAccess, printString } from "../print/print-literal.js";
import { layoutType, type TypeStyle } from "../print/print-type.js";
import { importTypes, type TypeImports } from "../print/type-imports.js";
import { typeScript } from "../language.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import { methodComment } from "../runtime/method-comment.js";
import {
  type ListItems,
  revisionFacts,
  type RevisionFacts,
  runtimeUnavailable,
} from "../runtime/revision-facts.js";
import { emitRuntime, runtimeClosure } from "../runtime/runtime-files.js";

/** Emits the client, and the runtime modules that it is made of. */
export const clientEmitter: Emitter = {
  part: "client",
  language: typeScript,
  requires: ["types", "errors", "methods", "validators"],
  unavailable: runtimeUnavailable,
  emit: (model, context) => [
    emitClient(model, context),
    ...emitRuntime(model, context, clientRuntime(model, context.templates)),
  ],
};

/** Runtime modules of a client. */
export function clientRuntime(
  model: ProtocolModel,
  templates: Templates,
): readonly string[] {
  const { modules } = templateCode(TEMPLATES[model.era], templates);
  return runtimeClosure(modules, templates);
}

const TEMPLATES = {
  stateless: "typescript/client.ts.hbs",
  handshake: "typescript/handshake/client.ts.hbs",
} as const;

const INPUT_REQUIRED = "InputRequiredResult";

/** What the template of `client.ts` shows. */
export interface ClientView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** The import statement. */
  readonly imports: string;
  /** Requests that give a page of a list. */
  readonly lists: readonly ListView[];
  /** All other requests but the one that opens subscriptions. */
  readonly calls: readonly CallView[];
  /** Whether calls can be tasks. */
  readonly hasTasks: boolean;
  /** Notifications by which the client announces changes (handshake era). */
  readonly announcements: readonly AnnouncementView[];
  /** Types of what servers declare, and of what programs call themselves, as the file calls them. */
  readonly serverCapabilities: string;
  readonly implementation: string;
  /** The request that opens subscriptions. */
  readonly listen: {
    readonly comment: string;
    /** Type of what can be subscribed to. */
    readonly filter: string;
  };
}

/** A list method: a property of the client that is callable and has `all`. */
export interface ListView {
  readonly comment: string;
  readonly declaration: string;
  /** The statement of the constructor that makes it. */
  readonly assignment: string;
}

/** A method of the client, from the comment to what stands in its braces. */
export interface CallView {
  readonly comment: string;
  /** The overload that returns what the server asks for; false where it never asks. */
  readonly overload:
    false | { readonly comment: string; readonly signature: string };
  /** The last one opens the braces. */
  readonly signatures: readonly string[];
  readonly body: string;
}

function emitClient(model: ProtocolModel, context: EmitContext): EmittedFile {
  const facts = revisionFacts(model);
  const isStateless = model.era === "stateless";
  const methods = methodsOf(model, { kind: "request", from: "client" }).filter(
    ({ name }) => isStateless || name !== HANDSHAKE,
  );
  const template = TEMPLATES[model.era];
  const listen = methods.find(
    ({ name }) => name === facts.builtInMethods.listen,
  );
  const filter = listen && filterOf(model, listen);
  const imports = importTypes(
    [
      ...methods
        .filter((method) => method !== listen)
        .flatMap(({ result }) => (result === undefined ? [] : [result])),
      ...facts.listItems.flatMap(({ item }) => referencesOf(item)),
      ...(methods.some(({ features }) => features.mayRequireInput)
        ? [INPUT_REQUIRED]
        : []),
      ...(filter === undefined ? [] : [filter]),
      ...(isStateless ? [] : [CAPABILITIES, IMPLEMENTATION]),
    ],
    new Set(templateCode(template, context.templates).words),
  );
  const comment = (method: Method): string =>
    methodComment(model, method, callerNotes(method, facts));
  const itemsOf = (method: Method): ListItems | undefined =>
    facts.listItems.find((list) => list.method === method);
  const view: Omit<ClientView, keyof FileView> = {
    version: commentWords(model.version),
    imports: imports.statement,
    hasTasks: methods.some(({ task }) => task !== undefined),
    announcements: isStateless ? [] : announcements(model),
    serverCapabilities: isStateless ? "" : imports.nameOf(CAPABILITIES),
    implementation: isStateless ? "" : imports.nameOf(IMPLEMENTATION),
    lists: methods.flatMap((method) => {
      const items = itemsOf(method);
      return items === undefined
        ? []
        : [{ comment: comment(method), ...viewList(method, items, imports) }];
    }),
    calls: methods
      .filter((method) => method !== listen && itemsOf(method) === undefined)
      .map((method) => ({
        comment: comment(method),
        ...viewCall(model, method, imports),
      })),
    listen: {
      comment: listen === undefined ? "" : comment(listen),
      filter: filter === undefined ? "object" : imports.nameOf(filter),
    },
  };
  return typeScriptFile<ClientView>("client.ts", context, view, template);
}

/** The request that begins a session, which no program sends by itself. */
const HANDSHAKE = "initialize";

const CAPABILITIES = "ServerCapabilities";
const IMPLEMENTATION = "Implementation";

/** A notification of the client, declared and implemented. */
export interface AnnouncementView {
  readonly comment: string;
  readonly declaration: string;
  readonly implementation: string;
}

/** Changes on the client's side that it announces, each behind a capability of its own. */
function announcements(model: ProtocolModel): readonly AnnouncementView[] {
  return methodsOf(model, { kind: "notification", from: "client" }).flatMap(
    ({ name, clientCapability = "" }) => {
      if (!clientCapability.endsWith(".listChanged")) return [];
      const functionName = camelCase(clientCapability);
      const text = `Sends \`${name}\`, after the handshake. Declare \`${clientCapability}\` in \`capabilities\`.`;
      return [
        {
          comment: textComment(text, 76).join("\n    "),
          declaration: `${functionName}(): Promise<void>`,
          implementation: `${functionName}: () => era.announce(${printString(name)})`,
        },
      ];
    },
  );
}

/** The type of the filter that a listen request takes. */
function filterOf(model: ProtocolModel, listen: Method): string | undefined {
  const shape = listen.params && flatten(model, listen.params.type);
  const filter = shape?.properties.find(({ name }) => name === "notifications");
  return filter?.type.kind === "ref" ? filter.type.name : undefined;
}

/** What a caller has to know in addition to the schema's words on a request. */
function callerNotes(
  { name, serverCapability, features }: Method,
  { builtInMethods }: RevisionFacts,
): readonly string[] {
  const needs =
    serverCapability === undefined
      ? ""
      : `; needs the server capability \`${serverCapability}\``;
  return [
    `Sends \`${name}\`${needs}.`,
    ...(features.paginated
      ? ["Call it for one page, iterate over `.all()` for every item."]
      : []),
    ...(features.mayRequireInput
      ? [
          "The server may ask for input first: the handlers of `inputs` answer, and without one the call rejects with an `InputRequiredError`.",
        ]
      : []),
    ...(name === builtInMethods.listen
      ? ["Iterate over what it returns; leaving the loop ends it."]
      : []),
  ];
}

/** A list method, which is callable and has `all`. */
function viewList(
  { functionName, name, result = "" }: Method,
  { field, item }: ListItems,
  { nameOf }: TypeImports,
): Omit<ListView, "comment"> {
  const style: TypeStyle = { comment: () => undefined, nameOf };
  return {
    declaration: printLayout(
      bracketed(
        `readonly ${functionName}: PaginatedMethod<`,
        [callParams(name), nameOf(result), layoutType(item, style)],
        ">;",
        "",
      ),
      2,
    ),
    assignment: printLayout(
      bracketed(
        `this.${functionName} = paginated(`,
        [
          printString(name),
          [
            "(params = {}, options = {}) =>",
            afterOperator(
              `session.call(${printString(name)}, params, options)`,
            ),
          ],
          `(page) => page${printPropertyAccess(field)}`,
        ],
        ");",
      ),
      4,
    ),
  };
}

function viewCall(
  model: ProtocolModel,
  method: Method,
  { nameOf }: TypeImports,
): Omit<CallView, "comment"> {
  const { functionName, name, result = "" } = method;
  const hasParams = (
    (method.params && flatten(model, method.params.type))?.properties ?? []
  ).some((property) => property.name !== "_meta");
  const params = hasParams ? [`params: ${callParams(name)}`] : [];
  const complete = nameOf(result);
  const signature = (options: string, returned: string, end: string): string =>
    printLayout(
      group([
        bracketed(`${functionName}(`, [...params, options], `)`),
        `: Promise<${returned}>${end}`,
      ]),
      2,
    );
  const either = `${complete} | ${nameOf(INPUT_REQUIRED)}`;
  const returning =
    'options: CallOptions & { readonly inputRequired: "return" }';
  if (method.task !== undefined) {
    const handle = `TaskHandle<${complete}>`;
    return {
      overload: {
        comment: textComment(
          "As below, but the call runs as a task: its handle comes at once, the result later.",
          78,
        ).join("\n  "),
        signature: signature(
          'options: CallOptions & Required<Pick<CallOptions, "task">>',
          handle,
          ";",
        ),
      },
      signatures: [
        signature("options?: CallOptions", complete, ";"),
        signature("options: CallOptions = {}", `${complete} | ${handle}`, " {"),
      ],
      body: printLayout(
        bracketed(
          `return this.#session.call(${printString(name)}, params, options) as Promise<`,
          [`${complete} | ${handle}`],
          ">;",
          "",
        ),
        4,
      ),
    };
  }
  const call: Layout = bracketed(
    "return this.#session.call(",
    [printString(name), hasParams ? "params" : "{}", "options"],
    ");",
  );
  return {
    overload: method.features.mayRequireInput
      ? {
          comment: textComment(
            `As below, but what the server asks for is returned and not answered.`,
            78,
          ).join("\n  "),
          signature: signature(returning, either, ";"),
        }
      : false,
    signatures: method.features.mayRequireInput
      ? [
          signature("options?: CallOptions", complete, ";"),
          signature("options: CallOptions = {}", either, " {"),
        ]
      : [signature("options: CallOptions = {}", complete, " {")],
    body: printLayout(call, 4),
  };
}

function callParams(method: string): string {
  return `CallParams<${printString(method)}>`;
}
