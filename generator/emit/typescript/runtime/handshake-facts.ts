/** `runtime/handshake.ts`: what the handshake era has to know about its revisions. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import {
  handshakeRevisions,
  RELATED_TASK_KEY,
  RESOURCE_NOT_FOUND,
  type HandshakeRevision,
} from "../../../model/prose/handshake.js";
import { hasType, methodsOf } from "../../../model/queries.js";
import { legacyMethods } from "../legacy/legacy-model.js";
import {
  bracketed,
  hardLine,
  indent,
  join,
  printLayout,
  type Layout,
} from "../print/layout.js";
import { printModuleList } from "../print/module-list.js";
import { printString, printValueKey } from "../print/print-literal.js";

/** What the template of `runtime/handshake.ts` shows; texts are printed literals. */
export interface HandshakeView {
  readonly versions: readonly string[];
  readonly clientRequests: readonly string[];
  readonly serverRequests: readonly string[];
  readonly methods: readonly string[];
  readonly notifications: readonly string[];
  readonly resourceNotFound: number;
  readonly urlElicitationRequired: string;
  readonly relatedTaskKey: string;
  /** Whether the revision has rules on the order of messages in sampling. */
  readonly checksSampling: boolean;
}

/** What the template of `legacy/handshake.ts` shows in addition. */
export interface LegacyHandshakeView extends HandshakeView {
  /** Import statements of the validators. */
  readonly imports: string;
  /**
   * Entries of tables: a method, and the function that checks it. Of the requests that a
   * server gets, those that the era answers. Handlers want the others to fit their own
   * revision, as they want the answers to questions to do.
   */
  readonly serverChecks: readonly string[];
  /** The requests that a client gets, and the results of both sides. */
  readonly clientChecks: {
    readonly requests: readonly string[];
    readonly results: readonly string[];
  };
}

/**
 * Methods by the names that the runtime has for them. Those that a revision lacks are
 * named all the same: nobody calls them, and no server that is generated serves them.
 */
const METHODS = {
  initialize: "initialize",
  ping: "ping",
  callTool: "tools/call",
  readResource: "resources/read",
  complete: "completion/complete",
  setLevel: "logging/setLevel",
  subscribe: "resources/subscribe",
  unsubscribe: "resources/unsubscribe",
  elicit: "elicitation/create",
  createMessage: "sampling/createMessage",
  listRoots: "roots/list",
  getTask: "tasks/get",
  getTaskResult: "tasks/result",
  listTasks: "tasks/list",
  cancelTask: "tasks/cancel",
} as const;

const NOTIFICATIONS = {
  initialized: "notifications/initialized",
  cancelled: "notifications/cancelled",
  progress: "notifications/progress",
  log: "notifications/message",
  resourceUpdated: "notifications/resources/updated",
  elicitationComplete: "notifications/elicitation/complete",
  taskStatus: "notifications/tasks/status",
  rootsListChanged: "notifications/roots/list_changed",
} as const;

/** Methods of clients that the era answers at a server, and no handler does. */
export const eraMethods: readonly string[] = [
  METHODS.initialize,
  METHODS.ping,
  METHODS.setLevel,
  METHODS.subscribe,
  METHODS.unsubscribe,
  METHODS.getTask,
  METHODS.getTaskResult,
  METHODS.listTasks,
  METHODS.cancelTask,
];

/** Requests of servers that put a question to the client, in the order of the schema. */
export function questionMethods(model: ProtocolModel): readonly Method[] {
  return methodsOf(model, { kind: "request", from: "server" }).filter(
    ({ name }) => !eraMethods.includes(name),
  );
}

/** The view of a handshake revision. */
export function viewHandshake(
  model: ProtocolModel,
  methodsFrom: (from: Method["from"]) => readonly Method[] = (from) =>
    methodsOf(model, { kind: "request", from }),
  isSpoken: (name: string) => boolean = () => true,
): HandshakeView {
  const url = model.errors.find(
    ({ name }) => name === "URL_ELICITATION_REQUIRED",
  );
  const spoken = handshakeRevisions.filter(
    ({ version }) => version <= model.version,
  );
  return {
    versions: spoken.map((revision) =>
      printLayout(layoutRevision(revision, isSpoken), 4),
    ),
    clientRequests: entries(methodsFrom("client")),
    serverRequests: entries(methodsFrom("server")),
    methods: printed(METHODS),
    notifications: printed(NOTIFICATIONS),
    resourceNotFound: RESOURCE_NOT_FOUND,
    urlElicitationRequired: url === undefined ? "undefined" : String(url.code),
    relatedTaskKey: printString(RELATED_TASK_KEY),
    checksSampling: model.rules.some(
      ({ data }) =>
        data?.kind === "check" && data.check === "sampling-messages",
    ),
  };
}

function layoutRevision(
  revision: HandshakeRevision,
  isSpoken: (name: string) => boolean,
): Layout {
  const properties = Object.entries(revision).map(
    ([name, value]: [string, unknown]): Layout =>
      Array.isArray(value)
        ? bracketed(
            `${name}: [`,
            (value as string[]).filter(isSpoken).map(printString),
            "]",
          )
        : `${name}: ${typeof value === "string" ? printString(value) : String(value)}`,
  );
  return object("{", properties);
}

/** An object literal with a property a line, and a comma behind it. */
function object(open: string, properties: readonly Layout[]): Layout {
  return [
    open,
    indent([hardLine, join([",", hardLine], properties), ","]),
    hardLine,
    "},",
  ];
}

/** The view of the revision whose sessions a program of a stateless one serves and opens. */
export function viewLegacyHandshake(model: ProtocolModel): LegacyHandshakeView {
  const fromClient = legacyMethods(model, "client");
  const fromServer = legacyMethods(model, "server");
  const view = viewHandshake(
    model,
    (from) => legacyMethods(model, from),
    // What is not spoken in any version need not be said of each.
    (name) => !/(?:^|\/)tasks\b/.test(name),
  );
  const ofEra = fromClient.filter(({ name }) => eraMethods.includes(name));
  const used = [
    ...[...ofEra, ...fromServer].map(({ type }) => type),
    ...[...fromClient, ...fromServer].map(({ result = "" }) => result),
  ].filter((name) => hasType(model, name));
  return {
    ...view,
    imports: printModuleList(
      "import",
      [
        ...(view.checksSampling ? ["checkSamplingMessages"] : []),
        ...[...new Set(used)].sort().map((name) => `validate${name}`),
      ],
      "validators",
    ),
    serverChecks: checks(ofEra, ({ type }) => type),
    clientChecks: {
      requests: checks(fromServer, ({ type }) => type),
      results: checks(
        [
          ...fromClient,
          // The answers that its own handlers give.
          ...fromServer.filter(
            ({ name }) => !fromClient.some((method) => method.name === name),
          ),
        ],
        ({ result }) => result,
      ),
    },
  };
}

function checks(
  methods: readonly Method[],
  typeOf: (method: Method) => string | undefined,
): readonly string[] {
  return methods.map(
    (method) =>
      `${printValueKey(method.name)}: validate${typeOf(method) ?? "EmptyResult"},`,
  );
}

function entries(methods: readonly Method[]): readonly string[] {
  return methods.map((method) => {
    const facts: Readonly<Record<string, string | undefined>> = {
      functionName: method.functionName,
      serverCapability: method.serverCapability,
      clientCapability: method.clientCapability,
      taskCapability: method.task?.capability,
    };
    const printedFacts = Object.entries(facts).flatMap(([name, fact]) =>
      fact === undefined ? [] : [`${name}: ${printString(fact)}`],
    );
    return printLayout(
      object(`${printValueKey(method.name)}: {`, printedFacts),
      4,
    );
  });
}

function printed(names: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(names).map(
    ([key, name]) => `${key}: ${printString(name)},`,
  );
}
