/**
 * The protocol model: everything that mcp-gen knows about one revision of the
 * Model Context Protocol, as plain, immutable, JSON-serialisable data.
 *
 * `read` makes it from a `schema.ts`, `emit` turns it into files, and
 * `mcp-gen model` prints it for other programs. It imports nothing.
 */

/** Version of this data format; raised when a reader of the JSON would break. */
export const MODEL_FORMAT = 1;

/** One revision of the protocol. */
export interface ProtocolModel {
  /** Version of the model's own format, see {@link MODEL_FORMAT}. */
  readonly format: typeof MODEL_FORMAT;
  /** What `LATEST_PROTOCOL_VERSION` says, e.g. `2026-07-28` or `DRAFT-2025-v3`. */
  readonly version: string;
  /** `stateless`: metadata on each request; `handshake`: an `initialize` exchange first. */
  readonly era: Era;
  /** Where the model was read from. */
  readonly source: ModelSource;
  /** The schema's names of the JSON-RPC messages; absent where `JSONRPCMessage` lacks one of them. */
  readonly envelope?: Envelope;
  /** Every exported interface and type alias, in the order of the file. */
  readonly types: readonly TypeDeclaration[];
  /** Every exported constant, in the order of the file. */
  readonly constants: readonly ConstantDeclaration[];
  /** Every error code that the revision defines, in the order of the file. */
  readonly errors: readonly ErrorCode[];
  /** Every method; one that travels both ways has an entry for each direction. */
  readonly methods: readonly Method[];
  /** Every key that the schema names inside a `_meta` object. */
  readonly metaKeys: readonly MetaKey[];
  /** Rules that only the specification's prose states and that held for this model. */
  readonly rules: readonly ProseRule[];
}

export type Era = "stateless" | "handshake";

/** The JSON-RPC messages by the names that the schema gives them; they differ by revision. */
export interface Envelope {
  /** The union of everything that travels. */
  readonly message: string;
  readonly request: string;
  readonly notification: string;
  /** A response with a `result`, e.g. `JSONRPCResponse` or `JSONRPCResultResponse`. */
  readonly result: string;
  /** A response with an `error`, e.g. `JSONRPCError` or `JSONRPCErrorResponse`. */
  readonly error: string;
  /** Whether arrays of messages are messages, too (2025-03-26). */
  readonly batching: boolean;
}

export interface ModelSource {
  /** The path as it is shown to people: relative to the project, `/` separated. */
  readonly path: string;
  /** SHA-256 of the file's text with line endings normalised to LF, in hex. */
  readonly sha256: string;
}

/** A place in the schema file. Lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An exported type of the schema, or a definition of a JSON Schema. */
export type TypeDeclaration = InterfaceDeclaration | AliasDeclaration;

export interface InterfaceDeclaration {
  readonly kind: "interface";
  readonly name: string;
  /** Direct supertypes, in order. */
  readonly extends: readonly Heritage[];
  /** Own members only; `flatten` in `queries.ts` adds the inherited ones. */
  readonly properties: readonly Property[];
  /** Value type of the interface's own `[key: string]` signature. */
  readonly rest?: TypeExpr;
  /** The schema writes `| undefined` next to that type. */
  readonly restOrUndefined?: true;
  /** True when a value has no other properties than these; only JSON Schema says so. */
  readonly closed?: true;
  readonly documentation: Documentation;
  readonly position: Position;
}

export interface AliasDeclaration {
  readonly kind: "alias";
  readonly name: string;
  readonly type: TypeExpr;
  /** From tags such as `@maxItems` on the alias itself. */
  readonly constraints: Constraints;
  readonly documentation: Documentation;
  readonly position: Position;
}

/** A supertype: `Base`, or `Omit<Base, "a" | "b">` when `omit` is not empty. */
export interface Heritage {
  readonly name: string;
  readonly omit: readonly string[];
}

export interface Property {
  readonly name: string;
  readonly optional: boolean;
  /** The schema writes `| undefined` next to the type of an optional property. */
  readonly orUndefined?: true;
  readonly type: TypeExpr;
  readonly constraints: Constraints;
  readonly documentation: Documentation;
  readonly position: Position;
}

/**
 * A type, as the schema writes it.
 *
 * - `unknown`: any JSON value; `any` keeps which of the two words the schema uses.
 * - `literal`: one value; `constant` names the constant of `typeof CONSTANT`.
 * - `enum`: a union of string literals; `open` when plain `string` is a member too.
 * - `record`: only an index signature, or `Record<string, V>`.
 * - `object`: named properties, and `rest` when an index signature is next to
 *   them; `keyword` marks the bare word `object` (any JSON object).
 * - `union` members hold no `union` and at most one `enum`; without members it is `never`.
 *
 * These are said by JSON Schema only, never by a `schema.ts`:
 *
 * - `tuple`: items by their place, of which `required` must be there; `rest` is the
 *   type of those that follow, and absent when none may.
 * - `closed` objects have no other properties than those that are named.
 * - `checked`: a type with limits and checks that no TypeScript type can state.
 */
export type TypeExpr =
  | { readonly kind: "string" }
  | { readonly kind: "number" }
  | { readonly kind: "integer" }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | { readonly kind: "unknown"; readonly any: boolean }
  | {
      readonly kind: "literal";
      readonly value: string | number | boolean;
      readonly constant?: string;
    }
  | {
      readonly kind: "enum";
      readonly values: readonly string[];
      readonly open: boolean;
    }
  | {
      readonly kind: "array";
      readonly items: TypeExpr;
      /** The schema writes `readonly`, which TypeScript minds and JSON does not. */
      readonly readonly?: true;
    }
  | {
      readonly kind: "tuple";
      readonly items: readonly TypeExpr[];
      readonly required: number;
      readonly rest?: TypeExpr;
    }
  | {
      readonly kind: "record";
      readonly value: TypeExpr;
      /** The schema writes `| undefined` next to the type of the values. */
      readonly orUndefined?: true;
    }
  | {
      readonly kind: "object";
      readonly properties: readonly Property[];
      readonly rest?: TypeExpr;
      /** The schema writes `| undefined` next to that type. */
      readonly restOrUndefined?: true;
      readonly closed?: true;
      readonly keyword: boolean;
    }
  | { readonly kind: "union"; readonly members: readonly TypeExpr[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpr[] }
  | { readonly kind: "ref"; readonly name: string }
  | {
      readonly kind: "checked";
      readonly type: TypeExpr;
      readonly constraints: Constraints;
      readonly checks: readonly Check[];
    };

/**
 * What a value must satisfy in addition to its type. Each is a keyword of JSON Schema,
 * and says nothing about values of a JSON type that the keyword is not about.
 *
 * - `not`: a value of this type is refused.
 * - `oneOf`: exactly one of the types fits.
 * - `if`: a value of type `test` is of type `then` too, every other one of type `otherwise`.
 * - `contains`: an array has at least `min` and at most `max` items of a type.
 * - `propertyNames`: the name of each property is of a type.
 * - `properties`: the types of properties by patterns of their names, and of those that
 *   neither are in `named` nor match a pattern.
 * - `dependentRequired`: with a property, others are required.
 * - `dependentType`: with a property, the whole object is of a type.
 */
export type Check =
  | { readonly kind: "not"; readonly type: TypeExpr }
  | { readonly kind: "oneOf"; readonly members: readonly TypeExpr[] }
  | {
      readonly kind: "if";
      readonly test: TypeExpr;
      readonly then?: TypeExpr;
      readonly otherwise?: TypeExpr;
    }
  | {
      readonly kind: "contains";
      readonly type: TypeExpr;
      readonly min: number;
      readonly max?: number;
    }
  | { readonly kind: "propertyNames"; readonly type: TypeExpr }
  | {
      readonly kind: "properties";
      readonly patterns: readonly PatternType[];
      readonly named: readonly string[];
      readonly rest?: TypeExpr;
    }
  | {
      readonly kind: "dependentRequired";
      readonly property: string;
      readonly requires: readonly string[];
    }
  | {
      readonly kind: "dependentType";
      readonly property: string;
      readonly type: TypeExpr;
    };

/** The type of every property whose name matches a regular expression. */
export interface PatternType {
  readonly pattern: string;
  readonly type: TypeExpr;
}

/** Limits that documentation tags put on a value (`@format`, `@minimum`, ...), or keywords of JSON Schema. */
export interface Constraints {
  readonly format?: string;
  /** A regular expression, valid with the flag `u`, or only without it. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value is greater than this. */
  readonly exclusiveMinimum?: number;
  /** The value is less than this. */
  readonly exclusiveMaximum?: number;
  /** The value divided by this is an integer. */
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** No two items are equal. */
  readonly uniqueItems?: true;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Limits on the items of an array alone: `@items.minimum`. */
  readonly items?: Constraints;
  /** `@nullable`: `null` is allowed in addition to the written type. */
  readonly nullable?: true;
  /** `@TJS-type`: a hint for JSON Schema generators; `integer` narrows a number. */
  readonly jsonType?: string;
}

/** What a documentation comment says. Text is Markdown with `{@link Name}` kept. */
export interface Documentation {
  /** The description, without the comment's stars; empty when there is none. */
  readonly text: string;
  /** Present when `@deprecated`: its text, possibly empty. */
  readonly deprecated?: string;
  readonly internal: boolean;
  readonly category?: string;
  /** Text of `@default`. */
  readonly default?: string;
  readonly see: readonly string[];
  readonly examples: readonly Example[];
}

export interface Example {
  readonly title: string;
  /** The example itself, when it is written out or its included file was found. */
  readonly text?: string;
  /** Path of an `{@includeCode}`, relative to the schema. */
  readonly include?: string;
}

export interface ConstantDeclaration {
  readonly name: string;
  readonly value: string | number;
  readonly documentation: Documentation;
  readonly position: Position;
}

/** An error code that the revision defines. */
export interface ErrorCode {
  readonly code: number;
  /** The constant's name, e.g. `HEADER_MISMATCH`. */
  readonly name: string;
  /** The interface whose `code` is `typeof` the constant, e.g. `HeaderMismatchError`. */
  readonly type?: string;
  /** Shape of `error.data` where that interface narrows it. */
  readonly data?: TypeExpr;
  /** HTTP status that carries the error; only prose says so. */
  readonly httpStatus?: number;
  readonly documentation: Documentation;
}

export type Side = "client" | "server";

/** A method of the protocol, seen from one sender. */
export interface Method {
  /** The name on the wire, e.g. `tools/call`. */
  readonly name: string;
  /** `inputRequest`: asked inside an `input_required` result, never sent as a message. */
  readonly kind: "request" | "notification" | "inputRequest";
  /** Who sends it. */
  readonly from: Side;
  /** The schema's type of the whole message, e.g. `CallToolRequest`. */
  readonly type: string;
  /** The name in generated code, e.g. `callTool`; unique for each kind and sender. */
  readonly functionName: string;
  /** Type of `params`, and whether a message may leave it out; absent when the type has none. */
  readonly params?: { readonly type: TypeExpr; readonly optional: boolean };
  /** The schema's type of the result (of an input request: of the response). Requests only. */
  readonly result?: string;
  /** The schema's `*ResultResponse`, where it has one. */
  readonly response?: string;
  readonly features: MethodFeatures;
  /** Present where `params.task` may ask for a task in place of the result (2025-11-25). */
  readonly task?: TaskAugmentation;
  /** Path of the server capability that offers it, e.g. `tools` or `tools.listChanged`. */
  readonly serverCapability?: string;
  /** Path of the client capability that it needs, e.g. `sampling`. */
  readonly clientCapability?: string;
  /** The param whose value HTTP repeats in the `Mcp-Name` header; only prose says so. */
  readonly headerName?: string;
  readonly documentation: Documentation;
}

/** How a request is answered that asks for a task. */
export interface TaskAugmentation {
  /** The type that answers at once, in place of the method's own result. */
  readonly result: string;
  /** Path of the receiver's capability that allows it, e.g. `tasks.requests.tools.call`. */
  readonly capability: string;
}

export interface MethodFeatures {
  /** Takes a `cursor`, gives a `nextCursor`. */
  readonly paginated: boolean;
  /** The result carries `ttlMs` and `cacheScope`. */
  readonly cacheable: boolean;
  /** May answer with an `InputRequiredResult`. */
  readonly mayRequireInput: boolean;
}

/** A key that the schema names inside `_meta`. */
export interface MetaKey {
  readonly key: string;
  /** The kind of message whose `_meta` holds it. */
  readonly on: "request" | "notification" | "result";
  /** Whether every message of that kind needs it; false for a key that only some type requires. */
  readonly required: boolean;
  /** The types that require it, where not all messages of the kind do. */
  readonly requiredIn?: readonly string[];
  readonly type: TypeExpr;
  readonly documentation: Documentation;
}

/**
 * A rule of the specification's prose that the schema cannot state.
 * `prose.ts` holds them all, with the schema fact that each relies on.
 */
export interface ProseRule {
  /** Stable name, e.g. `request-id-integer`. */
  readonly id: string;
  /** The specification page that states it, e.g. `basic/index`. */
  readonly page: string;
  /** The rule in one sentence of ours. */
  readonly summary: string;
  /** Data that generated code needs, when the rule has any. */
  readonly data?: RuleData;
}

/** What a rule adds to generated code. */
export type RuleData =
  | {
      /** At least one of these optional properties is present (`InputRequiredResult`). */
      readonly kind: "atLeastOneOf";
      readonly type: string;
      readonly properties: readonly string[];
    }
  | {
      /** Codes that receivers may still meet and that are never sent. */
      readonly kind: "legacyErrorCode";
      readonly code: number;
      readonly meaning: string;
      /** False in the revisions where the code is still the one to send. */
      readonly forbidden: boolean;
    }
  | {
      /** Which label of a `_meta` key's prefix makes it the specification's own. */
      readonly kind: "reservedMetaPrefix";
      readonly rule: "second-label" | "label-followed-by-another";
      readonly labels: readonly string[];
    }
  | {
      /** A string property must begin with this text (`Root.uri`). */
      readonly kind: "stringPrefix";
      readonly type: string;
      readonly property: string;
      readonly prefix: string;
    }
  | {
      /** Keys of the record at this property need a `_meta`-style name with a prefix. */
      readonly kind: "extensionIds";
      readonly type: string;
      readonly property: string;
    }
  | {
      /** The listed type is checked by the named built-in check (`sampling-messages`, ...). */
      readonly kind: "check";
      readonly type: string;
      readonly check: string;
    };
