/** Reads configurations for runs that have the time to say where a fault stands. */
import { readRegularText } from "../source/regular-file.js";
import { type Configuration, ConfigurationError } from "./configuration.js";
import { type ConfigurationPlace, readConfiguration } from "./read.js";

/**
 * Reads the configuration that is asked for, or the nearest one.
 *
 * @returns undefined when none is asked for and there is none.
 * @throws UsageError when it cannot be read.
 * @throws ConfigurationError, with positions, for what it must not say.
 */
export async function loadConfiguration(
  place: ConfigurationPlace,
): Promise<Configuration | undefined> {
  return withPositions(() => readConfiguration(place));
}

/**
 * Runs something that reads a configuration.
 *
 * @throws what it throws; a ConfigurationError then says where each fault stands.
 */
export async function withPositions<Value>(
  read: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ConfigurationError ? await located(error) : error;
  }
}

async function located(error: ConfigurationError): Promise<ConfigurationError> {
  const { file, label, faults } = error;
  if (!/\.jsonc?$/.test(file)) return error;
  // Only now is a parser that knows positions worth its loading.
  const { locateFaults } = await import("./locate.js");
  const text = readRegularText(file).replace(/^\uFEFF/, "");
  return new ConfigurationError(
    file,
    label,
    locateFaults(text, faults, { hasComments: file.endsWith(".jsonc") }),
  );
}
