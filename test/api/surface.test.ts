/**
 * What programs can rely on. Types are compared by `npm run check:types`, which fails
 * where one of the expectations below does not hold.
 */
import { describe, expect, expectTypeOf, test } from "vitest";
import * as api from "../../generator/index.js";
import type {
  CheckedFile,
  CheckResult,
  Configuration,
  ConfigurationFault,
  Diagnostic,
  DiffReport,
  FileState,
  GenerateOptions,
  OutputPlan,
  Plan,
  ProtocolModel,
  PullResult,
  ReadResult,
  OutputSpec,
} from "../../generator/index.js";

type OneOrMany = GenerateOptions | readonly GenerateOptions[];

test("every value that is exported, and no other", () => {
  expect(Object.keys(api).sort()).toEqual([
    "ConfigurationError",
    "ExitCode",
    "UnsupportedSchemaError",
    "UsageError",
    "addHandlers",
    "check",
    "checkHandlers",
    "checkPlan",
    "defineConfig",
    "diff",
    "diffTools",
    "generate",
    "loadConfig",
    "planOutputs",
    "protocolChanges",
    "pull",
    "readModel",
    "refusalOf",
    "resolveOutputs",
    "writePlan",
  ]);
});

describe("functions", () => {
  test("generate and check take one set of options, or many, or none", () => {
    expectTypeOf(api.generate).parameters.toEqualTypeOf<
      [options?: OneOrMany | undefined]
    >();
    expectTypeOf(api.generate).returns.resolves.toEqualTypeOf<Plan>();
    expectTypeOf(api.check).parameters.toEqualTypeOf<
      [options?: OneOrMany | undefined]
    >();
    expectTypeOf(api.check).returns.resolves.toEqualTypeOf<CheckResult>();
    expectTypeOf<
      NonNullable<Awaited<ReturnType<typeof api.loadConfig>>>["outputs"]
    >().toExtend<OneOrMany>();
  });

  test("a plan is written as a whole", () => {
    expectTypeOf(api.writePlan).parameters.toEqualTypeOf<
      [plan: Plan, options?: { readonly force?: boolean } | undefined]
    >();
    expectTypeOf(api.writePlan).returns.resolves.toEqualTypeOf<Plan>();
    expectTypeOf(api.refusalOf).toEqualTypeOf<
      (plan: Plan) => string | undefined
    >();
    expectTypeOf(api.checkPlan).toEqualTypeOf<(plan: Plan) => CheckResult>();
    expectTypeOf(api.protocolChanges).toEqualTypeOf<
      (plan: Plan) => readonly DiffReport[]
    >();
  });

  test("a configuration is loaded when it is asked for", () => {
    expectTypeOf(api.loadConfig).parameters.toEqualTypeOf<
      [
        options?:
          | {
              readonly cwd?: string;
              readonly config?: string;
              readonly trustConfig?: boolean;
            }
          | undefined,
      ]
    >();
    expectTypeOf(api.loadConfig).returns.resolves.toEqualTypeOf<
      Configuration | undefined
    >();
    expectTypeOf<Configuration>().toEqualTypeOf<{
      readonly file: string;
      readonly folder: string;
      readonly defaults: GenerateOptions;
      readonly outputs: readonly GenerateOptions[];
    }>();
  });

  test("schemas are read and compared", () => {
    type Place = Pick<GenerateOptions, "schemaRoot" | "cwd">;
    expectTypeOf(api.readModel).parameters.toEqualTypeOf<
      [
        options?:
          | (Pick<GenerateOptions, "schemaRoot" | "strict" | "cwd"> & {
              readonly schema?: string;
            })
          | undefined,
      ]
    >();
    expectTypeOf(api.readModel).returns.resolves.toEqualTypeOf<ReadResult>();
    expectTypeOf<ReadResult["model"]>().toEqualTypeOf<ProtocolModel>();
    expectTypeOf(api.diff).parameters.toEqualTypeOf<
      [before: string, after: string, options?: Place | undefined]
    >();
    expectTypeOf(api.diff).returns.resolves.toEqualTypeOf<DiffReport>();
    expectTypeOf(api.pull).returns.resolves.toEqualTypeOf<PullResult>();
    expectTypeOf(api.resolveOutputs).toEqualTypeOf<
      (options: OneOrMany) => readonly OutputSpec[]
    >();
  });
});

describe("options and results", () => {
  test("of generate", () => {
    expectTypeOf<keyof GenerateOptions>().toEqualTypeOf<
      | "schema"
      | "schemaRoot"
      | "out"
      | "name"
      | "emit"
      | "importExtension"
      | "language"
      | "handlers"
      | "headers"
      | "format"
      | "formats"
      | "strict"
      | "only"
      | "except"
      | "templates"
      | "trustConfig"
      | "url"
      | "packageJson"
      | "command"
      | "configuration"
      | "cwd"
    >();
    expectTypeOf<{}>().toExtend<GenerateOptions>();
    expectTypeOf<{ shcema: string }>().not.toExtend<
      Required<GenerateOptions>
    >();
    expectTypeOf<{ importExtension: "js" }>().not.toExtend<GenerateOptions>();
    expectTypeOf<GenerateOptions["formats"]>().toEqualTypeOf<
      "annotate" | "assert" | undefined
    >();
    expectTypeOf<Plan["outputs"]>().toEqualTypeOf<readonly OutputPlan[]>();
    expectTypeOf<Plan["models"]>().toEqualTypeOf<
      readonly (ProtocolModel | undefined)[]
    >();
    expectTypeOf<Plan["warnings"]>().toEqualTypeOf<readonly Diagnostic[]>();
    expectTypeOf<FileState>().toEqualTypeOf<
      "create" | "update" | "unchanged" | "delete" | "edited" | "unmanaged"
    >();
  });

  test("of check", () => {
    expectTypeOf<CheckResult>().toEqualTypeOf<{
      readonly current: boolean;
      readonly files: readonly CheckedFile[];
      readonly warnings: readonly Diagnostic[];
    }>();
    expectTypeOf<CheckedFile>().toEqualTypeOf<{
      readonly path: string;
      readonly state:
        "missing" | "stale" | "extra" | "edited" | "unmanaged" | "conflicting";
      readonly diff: string;
    }>();
  });

  test("errors are classes, with the exit code that the program ends with", () => {
    expectTypeOf<api.UsageError>().toExtend<
      Error & { readonly exitCode: number }
    >();
    expectTypeOf<api.ConfigurationError>().toExtend<api.UsageError>();
    expectTypeOf<api.ConfigurationError["faults"]>().toEqualTypeOf<
      readonly ConfigurationFault[]
    >();
    expectTypeOf<api.UnsupportedSchemaError["diagnostics"]>().toEqualTypeOf<
      readonly Diagnostic[]
    >();
    expect(api.ExitCode).toEqual({
      done: 0,
      outOfDate: 1,
      usage: 2,
      unsupportedSchema: 3,
      internal: 70,
    });
  });
});
