/** The configuration that `mcp-gen init` writes. */
import { existsSync } from "node:fs";
import nodePath from "node:path";
import { CONFIG_FILE } from "../config/configuration.js";
import { type ConfigKey, configKeys } from "../config/keys.js";
import type { GenerateOptions } from "../targets.js";

/** Where the package keeps the JSON Schema of configurations. */
const SCHEMA = "node_modules/mcp-gen/schema/config.schema.json";

/** What the configuration says where the command line does not. */
const DEFAULTS: GenerateOptions = { schema: "draft", out: "out" };

/**
 * Prints a configuration.
 *
 * @param folder Absolute path of the folder it is for.
 * @param given What the command line says.
 * @param indent One step of indentation.
 */
export function configurationText(
  folder: string,
  given: GenerateOptions,
  indent: string,
): string {
  const said = { ...DEFAULTS, ...given };
  const entries = [...configKeys.keys()].flatMap((key) =>
    said[key] === undefined ? [] : [[key, valueOf(key, said[key])] as const],
  );
  const configuration = {
    $schema: schemaPath(folder),
    ...Object.fromEntries(entries),
  };
  return `${JSON.stringify(configuration, undefined, indent)}\n`;
}

/** Where the configuration of a folder is written to. */
export function configurationFile(folder: string): string {
  return nodePath.join(folder, CONFIG_FILE);
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
