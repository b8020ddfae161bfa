/** The configuration that `mcp-gen init` writes. */
import { existsSync } from "node:fs";
import nodePath from "node:path";
import { type ConfigKey, configKeys } from "../config/keys.js";
import type { GenerateOptions } from "../outputs.js";

/** Where the package keeps the JSON Schema of configurations. */
const SCHEMA = "node_modules/mcp-gen/schema/config.schema.json";

/**
 * Prints a configuration.
 *
 * @param folder Absolute path of the folder it is for.
 * @param said What it says.
 * @param indent One step of indentation.
 */
export function configurationText(
  folder: string,
  said: GenerateOptions,
  indent: string,
): string {
  const entries = [...configKeys.keys()].flatMap((key) =>
    said[key] === undefined ? [] : [[key, valueOf(key, said[key])] as const],
  );
  const configuration = {
    $schema: schemaPath(folder),
    ...Object.fromEntries(entries),
  };
  return `${JSON.stringify(configuration, undefined, indent)}\n`;
}

/** A list of one as it would be written by hand, and paths for every system. */
function valueOf(key: ConfigKey, value: unknown): unknown {
  const isPath = configKeys.get(key)?.isPath === true;
  if (Array.isArray(value) && value.length === 1) return value[0] as unknown;
  return isPath ? String(value).split(nodePath.sep).join("/") : value;
}

/** In a workspace, packages are installed above the folders that use them. */
function schemaPath(folder: string): string {
  let steps = "./";
  for (let place = folder; ; place = nodePath.dirname(place)) {
    if (existsSync(nodePath.join(place, SCHEMA))) return steps + SCHEMA;
    if (nodePath.dirname(place) === place) return `./${SCHEMA}`;
    steps = steps === "./" ? "../" : `${steps}../`;
  }
}
