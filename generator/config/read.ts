/**
 * Reads a configuration. One that is plain JSON costs next to nothing in a run that has
 * nothing to do; parsers and loaders for others are loaded where they are needed.
 */
import { createRequire } from "node:module";
import nodePath from "node:path";
import type { ParseError } from "jsonc-parser";
import { UsageError } from "../failure.js";
import { displayPath } from "../output/paths.js";
import { checkConfiguration } from "./check.js";
import { CodeFault, loadCode } from "./code.js";
import {
  type Configuration,
  ConfigurationError,
  type ConfigurationFault,
  PACKAGE_KEY,
} from "./configuration.js";
import {
  findConfiguration,
  type FoundConfiguration,
  readConfigurationFile,
} from "./find.js";

const require = createRequire(import.meta.url);

/** Where a configuration is. */
export interface ConfigurationPlace {
  /** Absolute path of the folder that the search and a relative `config` start from. */
  readonly cwd: string;
  /** The file, where it is not to be searched for. */
  readonly config?: string;
  /** False: no configuration that is a program is run. True by default. */
  readonly trustConfig?: boolean;
}

/**
 * Reads the configuration that is asked for, or the nearest one.
 *
 * @returns undefined when none is asked for and there is none.
 * @throws UsageError when it cannot be read.
 * @throws ConfigurationError, without positions, for what it must not say.
 */
export function readConfiguration({
  cwd,
  config,
  trustConfig = true,
}: ConfigurationPlace): Configuration | undefined {
  const found =
    config === undefined
      ? findConfiguration(cwd)
      : readConfigurationFile(
          nodePath.resolve(cwd, config),
          displayPath(config, cwd),
        );
  if (found?.kind === "code" && !trustConfig)
    throw new UsageError(
      `${displayPath(found.file, cwd)} is a program, and --trust-config=false runs none.`,
    );
  return found === undefined ? undefined : parseConfiguration(found, cwd);
}

function parseConfiguration(
  found: FoundConfiguration,
  cwd: string,
): Configuration {
  const { file } = found;
  const isPackage = found.kind === "package";
  const label = displayPath(file, cwd);
  const path = isPackage ? [PACKAGE_KEY] : [];
  const faults: ConfigurationFault[] = [];
  const value = parse(found, faults);
  const own =
    isPackage && faults.length === 0
      ? (value as Record<string, unknown> | null)?.[PACKAGE_KEY]
      : value;
  if (isPackage && own === undefined && faults.length === 0)
    faults.push({
      path: [],
      at: "value",
      message: `There is no key ${PACKAGE_KEY}.`,
    });
  const checked =
    faults.length === 0 ? checkConfiguration(own, path, faults) : undefined;
  if (checked === undefined || faults.length > 0)
    throw new ConfigurationError(file, label, faults);
  const folder = nodePath.dirname(file);
  const defaults = { ...checked.defaults, cwd: folder };
  const configuration = nodePath.basename(file);
  const outputs = (checked.outputs ?? [{}]).map((output) => ({
    ...defaults,
    ...output,
    configuration,
  }));
  return { file, folder, defaults, outputs };
}

function parse(
  { file, text, kind }: FoundConfiguration,
  faults: ConfigurationFault[],
): unknown {
  try {
    if (kind === "code") return loadCode(file);
    return kind === "jsonc" ? parseWithComments(text) : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      error instanceof CodeFault ? reason : `Not valid JSON: ${reason}.`;
    faults.push({ path: [], at: "value", message });
    return undefined;
  }
}

/** @throws Error for what is wrong even where comments and trailing commas are not. */
function parseWithComments(text: string): unknown {
  const { parse: parseJsonc, printParseErrorCode } =
    require("jsonc-parser") as typeof import("jsonc-parser");
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return value;
  throw new Error(printParseErrorCode(error.error));
}
