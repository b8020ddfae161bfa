/**
 * Reads a configuration: plain JSON, so that it costs next to nothing in a run that
 * has nothing to do, and says the same to every program.
 */
import nodePath from "node:path";
import { displayPath } from "../output/paths.js";
import { checkConfiguration } from "./check.js";
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

/** Where a configuration is. */
export interface ConfigurationPlace {
  /** Absolute path of the folder that the search and a relative `config` start from. */
  readonly cwd: string;
  /** The file, where it is not to be searched for. */
  readonly config?: string;
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
}: ConfigurationPlace): Configuration | undefined {
  const found =
    config === undefined
      ? findConfiguration(cwd)
      : readConfigurationFile(
          nodePath.resolve(cwd, config),
          displayPath(config, cwd),
        );
  return found === undefined ? undefined : parseConfiguration(found, cwd);
}

function parseConfiguration(
  { file, text, isPackage }: FoundConfiguration,
  cwd: string,
): Configuration {
  const label = displayPath(file, cwd);
  const path = isPackage ? [PACKAGE_KEY] : [];
  const faults: ConfigurationFault[] = [];
  const value = parse(text, faults);
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

function parse(text: string, faults: ConfigurationFault[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    faults.push({ path: [], at: "value", message: `No JSON: ${reason}.` });
    return undefined;
  }
}
