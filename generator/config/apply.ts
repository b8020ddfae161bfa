/** The command line on top of a configuration. */
import nodePath from "node:path";
import { looksLikePath } from "../source/resolve.js";
import { SCHEMA_FILE } from "../source/revisions.js";
import type { GenerateOptions } from "../outputs.js";
import type { Configuration } from "./configuration.js";
import type { Given } from "./options.js";
import { type ConfigKey, configKeys } from "./keys.js";
import { readConfiguration } from "./read.js";

/** What the command line asks of the output, and of which configuration. */
export interface RequestedOptions {
  /** What the command line says of the output; a configuration may say the rest. */
  readonly generate: GenerateOptions;
  /** The configuration to use, in place of the nearest one. */
  readonly config?: string;
}

/**
 * The configuration that holds for a run.
 *
 * @throws as {@link readConfiguration} does.
 */
export function configurationOf({
  generate,
  config,
}: RequestedOptions): Configuration | undefined {
  const cwd = nodePath.resolve(generate.cwd ?? ".");
  const { trustConfig } = generate;
  return readConfiguration({
    cwd,
    ...(config !== undefined && { config }),
    ...(trustConfig !== undefined && { trustConfig }),
  });
}

/**
 * What a run generates, by its options and the configuration that holds for them.
 *
 * @throws as {@link readConfiguration} does.
 */
export function configuredOptions(
  options: RequestedOptions,
): readonly GenerateOptions[] {
  const { generate } = options;
  const cwd = nodePath.resolve(generate.cwd ?? ".");
  return applyOptions(configurationOf(options), { ...generate, cwd });
}

/**
 * Puts options on top of a configuration. Each replaces what the configuration says
 * of every output. A schema chooses among the outputs; one that no output has is
 * generated as the defaults say.
 *
 * @param given Options as they were given, `cwd` absolute.
 */
export function applyOptions(
  configuration: Configuration | undefined,
  given: GenerateOptions & { readonly cwd: string },
): readonly GenerateOptions[] {
  if (configuration === undefined) return [given];
  const { folder, defaults, outputs } = configuration;
  const { schema, ...others } = moved(given, folder);
  const chosen =
    schema === undefined
      ? outputs
      : listOf(schema).flatMap((one) => {
          const having = outputs.filter((output) =>
            schemasOf(output).some((own) => isSame(own, one, folder)),
          );
          const bases = having.length > 0 ? having : [defaults];
          return bases.map((base) => ({ ...base, schema: one }));
        });
  return chosen.map((target) => overridden(target, others));
}

/** A target with options in place of its own: then no longer what the configuration says. */
function overridden(
  target: GenerateOptions,
  others: GenerateOptions,
): GenerateOptions {
  const { configuration, ...options } = { ...target, ...others };
  const isAsConfigured = Object.entries(others).every(
    ([key, value]) =>
      JSON.stringify(value) === JSON.stringify(Object(target)[key]) ||
      (configKeys.get(key as ConfigKey)?.isPath === true &&
        nodePath.normalize(String(value)) ===
          nodePath.normalize(String(Object(target)[key]))) ||
      !configKeys.has(key as ConfigKey),
  );
  return isAsConfigured && configuration !== undefined
    ? { ...options, configuration }
    : options;
}

/**
 * Where the project keeps revisions, for commands that generate nothing.
 *
 * @returns a path that starts from the working folder; undefined when neither the
 *   command line nor a configuration says it.
 * @throws as {@link readConfiguration} does.
 */
export function configuredSchemaRoot(
  given: Given<"schema-root" | "config">,
): string | undefined {
  const [asked] = given["schema-root"] ?? [];
  if (asked !== undefined) return String(asked);
  const [config] = given.config ?? [];
  const configuration = configurationOf({
    generate: {},
    ...(config !== undefined && { config: String(config) }),
  });
  const root = configuration?.defaults.schemaRoot;
  if (configuration === undefined || root === undefined) return undefined;
  const absolute = nodePath.resolve(configuration.folder, root);
  return nodePath.relative(nodePath.resolve(), absolute) || ".";
}

/** The schemas that options name. */
export function schemasOf({
  schema = "draft",
}: GenerateOptions): readonly string[] {
  return listOf(schema);
}

function listOf(schema: string | readonly string[]): readonly string[] {
  return typeof schema === "string" ? [schema] : schema;
}

/** Lets paths that start from one folder start from another. */
function moved(
  { cwd, ...options }: GenerateOptions & { readonly cwd: string },
  folder: string,
): GenerateOptions {
  if (cwd === folder) return { ...options, cwd: folder };
  const move = (path: string): string => {
    if (nodePath.isAbsolute(path)) return path;
    const relative = nodePath.relative(folder, nodePath.resolve(cwd, path));
    // Without it a path of one segment could be taken for a revision.
    return nodePath.isAbsolute(relative) ? relative : `./${relative}`;
  };
  const paths = Object.fromEntries(
    Object.entries(options).map(([key, value]) => [
      key,
      configKeys.get(key as ConfigKey)?.isPath === true
        ? move(value as string)
        : value,
    ]),
  ) as GenerateOptions;
  const { schema } = options;
  return {
    ...paths,
    ...(schema !== undefined && {
      schema: listOf(schema).map((one) =>
        looksLikePath(one) ? move(one) : one,
      ),
    }),
    cwd: folder,
  };
}

/** True when two words name the same schema of a project. */
function isSame(one: string, other: string, folder: string): boolean {
  if (one === other) return true;
  if (!looksLikePath(one) || !looksLikePath(other)) return false;
  const place = (word: string): string => {
    const path = nodePath.resolve(folder, word);
    return nodePath.basename(path) === SCHEMA_FILE
      ? nodePath.dirname(path)
      : path;
  };
  return place(one) === place(other);
}
