/** `methods.ts`: the registry of methods, as data and as type maps. */
import type { MetaKey, Method, ProtocolModel } from "../../model/model.js";
import {
  hasType,
  type MethodFilter,
  methodsOf,
  serverInfoResults,
} from "../../model/queries.js";
import { commentWords } from "./print/documentation.js";
import type { EmitContext, EmittedFile, Emitter } from "../emitter.js";
import {
  type ConstantView,
  type SchemaConstant,
  viewConstants,
} from "./exported-constants.js";
import { claimName } from "../../model/names.js";
import { bracketed, printLayout } from "./print/layout.js";
import {
  printString,
  printTypeKey,
  printValueKey,
} from "./print/print-literal.js";
import { importTypes } from "./print/type-imports.js";
import { typeScript } from "./language.js";
import { templateCode } from "./template-code.js";
import { type FileView, typeScriptFile } from "./typescript-file.js";

/** Emits the registry; its maps name types. */
export const methodsEmitter: Emitter = {
  part: "methods",
  language: typeScript,
  requires: ["types"],
  emit: (model, context) => [emitMethods(model, context)],
};

/** One table of the registry: the methods of one kind and sender. */
interface Table {
  readonly table: string;
  readonly types: string;
  /** The schema's union of the messages that the table lists. */
  readonly union: string;
  readonly what: string;
  readonly filter: MethodFilter;
}

const TABLES: readonly Table[] = [
  {
    table: "clientRequests",
    types: "ClientRequestTypes",
    union: "ClientRequest",
    what: "Requests that clients send and servers answer",
    filter: { kind: "request", from: "client" },
  },
  {
    table: "serverRequests",
    types: "ServerRequestTypes",
    union: "ServerRequest",
    what: "Requests that servers send and clients answer",
    filter: { kind: "request", from: "server" },
  },
  {
    table: "inputRequests",
    types: "InputRequestTypes",
    union: "InputRequest",
    what: "What servers ask for inside a result of type `input_required`",
    filter: { kind: "inputRequest" },
  },
  {
    table: "clientNotifications",
    types: "ClientNotificationTypes",
    union: "ClientNotification",
    what: "Notifications that clients send",
    filter: { kind: "notification", from: "client" },
  },
  {
    table: "serverNotifications",
    types: "ServerNotificationTypes",
    union: "ServerNotification",
    what: "Notifications that servers send",
    filter: { kind: "notification", from: "server" },
  },
];

const META_TABLES = [
  { table: "requestMetaKeys", on: "request", what: "a request" },
  { table: "notificationMetaKeys", on: "notification", what: "a notification" },
  { table: "resultMetaKeys", on: "result", what: "a result" },
] as const;

/** Exports whose names the view fills in. */
const VIEW_EXPORTS: readonly string[] = [
  "serverInfoResults",
  ...TABLES.flatMap(({ table, types }) => [table, types]),
  ...META_TABLES.map(({ table }) => table),
];

/** What the template of `methods.ts` shows. */
export interface MethodsView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** The import statement; empty when nothing is imported. */
  readonly imports: string;
  /** The schema's constants that are not error codes. */
  readonly constants: readonly ConstantView[];
  /** The registry: one table for each kind of message and sender. */
  readonly tables: readonly MethodTableView[];
  /** Keys of `_meta`, by the kind of message. */
  readonly metaTables: readonly MetaTableView[];
  /** Declaration of `serverInfoResults`. */
  readonly serverInfoResults: string;
}

/** One table of the registry, and the interface of its types. */
export interface MethodTableView {
  /** Name of the table, e.g. `clientRequests`. */
  readonly table: string;
  /** Name of the interface, e.g. `ClientRequestTypes`. */
  readonly types: string;
  /** What it lists, in words. */
  readonly what: string;
  readonly methods: readonly MethodView[];
  /** The statement that compares both with the schema's union of messages. */
  readonly check: string;
}

/** A method of a table. */
export interface MethodView {
  /** Its name as a key of an object, and of an interface. */
  readonly valueKey: string;
  readonly typeKey: string;
  /** `name: literal` for each fact. */
  readonly facts: readonly string[];
  /** True where nothing is answered, so that there is no result. */
  readonly isNotification: boolean;
  /** Types of the message, of its params, and of the result; `unknown` where the schema tells none. */
  readonly message: string;
  readonly params: string;
  readonly result: string;
  /** Type of the task that may answer in place of the result. */
  readonly task: string | undefined;
}

/** Keys of `_meta` in one kind of message. */
export interface MetaTableView {
  /** Name of the table, e.g. `requestMetaKeys`. */
  readonly table: string;
  /** The kind of message, in words. */
  readonly what: string;
  readonly keys: readonly MetaKeyView[];
}

/** A key of `_meta`. */
export interface MetaKeyView {
  /** Last segment of the key, as a key of an object. */
  readonly name: string;
  /** The whole key, quoted. */
  readonly key: string;
  /** `true` or `false`. */
  readonly required: string;
}

/** Constants that every `methods.ts` has, also where a schema names them otherwise. */
function constantsOf(model: ProtocolModel): readonly SchemaConstant[] {
  const errors = new Set(model.errors.map(({ name }) => name));
  const own = model.constants.filter(({ name }) => !errors.has(name));
  const always = {
    LATEST_PROTOCOL_VERSION: model.version,
    JSONRPC_VERSION: "2.0",
  };
  const missing = Object.entries(always)
    .filter(([name]) => !own.some((constant) => constant.name === name))
    .map(([name, value]) => ({
      name,
      value,
      documentation: { text: "", internal: false, see: [], examples: [] },
    }));
  return [...own, ...missing];
}

function emitMethods(model: ProtocolModel, context: EmitContext): EmittedFile {
  const code = templateCode("typescript/methods.ts.hbs", context.templates);
  const fileExports = new Set([...code.exports, ...VIEW_EXPORTS]);
  const taken = new Set([...code.words, ...fileExports]);
  const constants = viewConstants(constantsOf(model), fileExports, taken);
  const tables = TABLES.map((table) => ({
    ...table,
    methods: methodsOf(model, table.filter),
    hasUnion: hasType(model, table.union),
  }));
  const imports = importTypes(
    tables.flatMap(({ methods, union, hasUnion }) => [
      ...methods.flatMap(typesOf),
      ...(hasUnion ? [union] : []),
    ]),
    taken,
  );
  return typeScriptFile<MethodsView>("methods.ts", context, {
    version: commentWords(model.version),
    imports: imports.statement,
    constants,
    tables: tables.map(({ table, types, what, filter, ...of }) => ({
      table,
      types,
      what,
      methods: of.methods.map((method) => viewMethod(method, imports.nameOf)),
      check: printCheck(
        table,
        types,
        of.hasUnion ? `${imports.nameOf(of.union)}["method"]` : "never",
        filter.kind === "notification" ? "NotificationInfo" : "RequestInfo",
      ),
    })),
    metaTables: META_TABLES.map(({ table, on, what }) => ({
      table,
      what,
      keys: viewMetaKeys(model.metaKeys.filter((key) => key.on === on)),
    })),
    serverInfoResults: printLayout(
      bracketed(
        "export const serverInfoResults = [",
        serverInfoResults(model).map(printString),
        "] as const;",
      ),
    ),
  });
}

/** The statement that compares a table and its map of types with the schema's union. */
function printCheck(
  table: string,
  types: string,
  names: string,
  info: string,
): string {
  return printLayout(
    bracketed(
      `${table} satisfies Complete<`,
      [`typeof ${table}`, types, names, info],
      ">;",
      "",
    ),
  );
}

function typesOf({ type, params, result, task }: Method): readonly string[] {
  return [
    type,
    ...(params?.type.kind === "ref" ? [params.type.name] : []),
    ...(result === undefined ? [] : [result]),
    ...(task === undefined ? [] : [task.result]),
  ];
}

function viewMethod(
  method: Method,
  nameOf: (name: string) => string,
): MethodView {
  const message = nameOf(method.type);
  return {
    valueKey: printValueKey(method.name),
    typeKey: printTypeKey(method.name),
    facts: factsOf(method),
    isNotification: method.kind === "notification",
    message,
    params: printParams(method, message, nameOf),
    result: method.result === undefined ? "unknown" : nameOf(method.result),
    task: method.task && nameOf(method.task.result),
  };
}

/** A params type that has no name is looked up in its message. */
function printParams(
  { params }: Method,
  message: string,
  nameOf: (name: string) => string,
): string {
  if (params === undefined) return "undefined";
  if (params.type.kind === "ref") return nameOf(params.type.name);
  const member = `${message}["params"]`;
  return params.optional ? `NonNullable<${member}>` : member;
}

/** The entry of a method in its table, as `name: literal` lines. */
function factsOf(method: Method): readonly string[] {
  const { paginated, cacheable, mayRequireInput } = method.features;
  const paramsOptional = method.params?.optional ?? true;
  const facts: Record<string, string | boolean | undefined> = {
    functionName: method.functionName,
    type: method.type,
    ...(method.kind === "notification"
      ? {}
      : { paginated, cacheable, mayRequireInput }),
    paramsOptional,
    serverCapability: method.serverCapability,
    clientCapability: method.clientCapability,
    headerName: method.headerName,
    taskCapability: method.task?.capability,
  };
  return Object.entries(facts).flatMap(([name, fact]) => {
    if (fact === undefined) return [];
    const literal = typeof fact === "string" ? printString(fact) : fact;
    return [`${name}: ${literal}`];
  });
}

/** Keys by the last segment of their name: `.../serverInfo` is found as `serverInfo`. */
function viewMetaKeys(keys: readonly MetaKey[]): readonly MetaKeyView[] {
  const taken = new Set<string>();
  return keys.map(({ key, required }) => ({
    name: printValueKey(claimName(key.slice(key.lastIndexOf("/") + 1), taken)),
    key: printString(key),
    required: String(required),
  }));
}
