/**
 * `schema.ts` -> protocol model.
 *
 * Importing this module loads the TypeScript compiler, most of a run's time:
 * import it when a schema has really to be read.
 */
import type { ts } from "ts-morph";
import { UnsupportedSchemaError, type Diagnostic } from "../../failure.js";
import {
  MODEL_FORMAT,
  type ConstantDeclaration,
  type ProtocolModel,
  type TypeDeclaration,
} from "../../model/model.js";
import { applyProse, type StaleRule } from "../../model/prose/prose.js";
import { filterFields } from "../../model/topics.js";
import type { SchemaSource } from "../../source/source.js";
import { readAlias } from "./alias.js";
import { compiler, parseSchema } from "./compiler.js";
import { readConstant } from "./constant.js";
import { warnOfIdleLimits } from "./idle-limits.js";
import { readDeclarations, type DeclaredType } from "./declarations.js";
import { readEnvelope } from "./envelope.js";
import { readErrors } from "./errors.js";
import { exampleReader } from "./examples.js";
import { isInterface, readInterface } from "./interface.js";
import { readMetaKeys } from "./meta-keys.js";
import { eraOf, readMethods } from "./methods.js";
import { readProtocolVersion } from "./protocol-version.js";
import type { Reading } from "./reading.js";
import { Reporter } from "./reporter.js";

/** A model, and what is odd about the schema it was read from. */
export interface ReadResult {
  readonly model: ProtocolModel;
  readonly warnings: readonly Diagnostic[];
}

export interface ReadOptions {
  /** The version to take in place of what the schema says. */
  readonly protocolVersion?: string;
  /** True: a rule of the prose that no longer fits is an error, not a warning. */
  readonly strict?: boolean;
}

/**
 * Reads a schema.
 *
 * @throws UnsupportedSchemaError with every fault of the file, in its order: syntax
 *   errors, type errors, constructs that a protocol cannot use, facts that contradict
 *   each other and, if `strict`, rules of the prose that no longer fit.
 */
export function readModel(
  source: SchemaSource,
  options: ReadOptions = {},
): ReadResult {
  try {
    return read(source, options);
  } catch (error) {
    // The compiler and the readers follow nested types by calling themselves.
    if (error instanceof RangeError && /call stack/.test(error.message)) {
      throw new UnsupportedSchemaError(
        `${source.path} nests its types too deeply to be read.`,
      );
    }
    throw error;
  }
}

function read(
  source: SchemaSource,
  { protocolVersion, strict = false }: ReadOptions,
): ReadResult {
  const report = new Reporter(source);
  const { types, constants } = readDeclared(source, report);
  const methods = readMethods({ types }, report);
  if (report.errors().length > 0) throw failure(source, report);
  warnOfUnknownTopics({ types, methods }, report);
  warnOfIdleLimits({ types }, report);
  const envelope = readEnvelope({ types });
  const { model, stale } = applyProse({
    format: MODEL_FORMAT,
    version: protocolVersion ?? readProtocolVersion(constants, report),
    era: eraOf(methods),
    source: { path: source.path, sha256: source.sha256 },
    ...(envelope && { envelope }),
    types,
    constants,
    errors: readErrors({ types }, constants),
    methods,
    metaKeys: readMetaKeys({ types }, methods),
    rules: [],
  });
  for (const rule of stale) reportStale(report, rule, strict);
  if (report.errors().length > 0) throw failure(source, report);
  return { model, warnings: report.warnings() };
}

/** What the file itself declares, before anything is derived from it. */
function readDeclared(
  source: SchemaSource,
  report: Reporter,
): Pick<ProtocolModel, "types" | "constants"> {
  const parsed = parseSchema(source.text);
  if (parsed.syntaxErrors.length > 0) {
    reportCompiler(report, "syntaxError", parsed.syntaxErrors);
    throw failure(source, report);
  }
  const reading: Reading = {
    source,
    file: parsed.file,
    declarations: readDeclarations(parsed.file, report),
    report,
    example: exampleReader(source),
    open: new Set(),
    objectNames: new Map(),
  };
  const types = readTypes(reading);
  const constants = readConstants(reading);
  reportCompiler(report, "typeError", parsed.typeErrors());
  if (types.length === 0 && report.errors().length === 0) {
    throw new UnsupportedSchemaError(
      `${source.path} exports no interface and no type alias, so there is no protocol in it.`,
    );
  }
  return { types, constants };
}

function readTypes(reading: Reading): readonly TypeDeclaration[] {
  return [...reading.declarations.types.values()].flatMap((declared) => {
    const type = declared.exported ? readType(reading, declared) : undefined;
    return type === undefined ? [] : [type];
  });
}

function readType(
  reading: Reading,
  { nodes }: DeclaredType,
): TypeDeclaration | undefined {
  const interfaces = nodes.filter(isInterface);
  if (interfaces.length > 0) return readInterface(reading, interfaces);
  const [alias] = nodes.filter(compiler.isTypeAliasDeclaration);
  return alias === undefined ? undefined : readAlias(reading, alias);
}

function readConstants(reading: Reading): readonly ConstantDeclaration[] {
  return [...reading.declarations.constants.values()].flatMap((constant) => {
    const read = constant.exported
      ? readConstant(reading, constant)
      : undefined;
    return read === undefined ? [] : [read];
  });
}

/** Adds what the compiler found, where nothing more telling has been said already. */
function reportCompiler(
  report: Reporter,
  name: "syntaxError" | "typeError",
  found: readonly ts.Diagnostic[],
): void {
  for (const { start = 0, length = 1, code, messageText } of found) {
    if (report.covers(start)) continue;
    const message = compiler
      .flattenDiagnosticMessageText(messageText, "\n")
      .split("\n")[0];
    report.error(
      name,
      { start, end: start + length },
      {
        message: `${message ?? ""} (TS${code})`,
        hint:
          name === "syntaxError"
            ? "Correct the syntax; nothing else can be checked before."
            : "Correct the schema so that the TypeScript compiler accepts it.",
      },
    );
  }
}

/** Of a filter's fields those that nothing is generated for: the rest of the revision is. */
function warnOfUnknownTopics(
  model: Pick<ProtocolModel, "types" | "methods">,
  report: Reporter,
): void {
  for (const { name, position } of filterFields(model).unknown) {
    const start = report.offset(position);
    report.warning(
      "unknownTopic",
      { start, end: start + name.length },
      {
        message: `Nothing in the schema says which notification ${name} of SubscriptionFilter is for, so servers ignore it.`,
        hint: "Link to the notification in its documentation: {@link ToolListChangedNotification}.",
      },
    );
  }
}

function reportStale(
  report: Reporter,
  { id, page, fact, found, at }: StaleRule,
  strict: boolean,
): void {
  const start = at === undefined ? 0 : report.offset(at);
  report[strict ? "error" : "warning"](
    "staleProseRule",
    { start, end: start + 1 },
    {
      message: `The rule "${id}" of the specification's page ${page} expects that ${fact}, but ${found}.`,
      hint: strict
        ? "Compare the page with the schema, or use a version of mcp-gen that knows this revision. Without --strict the rule is left out."
        : "The rule is left out. Compare the page with the schema, or use a version of mcp-gen that knows this revision; --strict makes this an error.",
    },
  );
}

function failure(
  { path }: SchemaSource,
  report: Reporter,
): UnsupportedSchemaError {
  const errors = report.errors();
  const count = errors.length === 1 ? "one error" : `${errors.length} errors`;
  return new UnsupportedSchemaError(
    `${path} cannot be read: ${count}.`,
    errors,
  );
}
