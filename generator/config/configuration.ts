/** A project's configuration, and what can be wrong with it. */
import { UsageError } from "../failure.js";
import type { GenerateOptions } from "../outputs.js";

/** The file that `init` writes: it holds a configuration and nothing else. */
export const CONFIG_FILE = "mcp-gen.config.json";

/** What such files are called. The last two are programs. */
export const CONFIG_FILES: readonly string[] = [
  CONFIG_FILE,
  "mcp-gen.config.jsonc",
  "mcp-gen.config.mjs",
  "mcp-gen.config.ts",
];

/** The file that may hold one below {@link PACKAGE_KEY}. */
export const PACKAGE_FILE = "package.json";

/** The key of a configuration in `package.json`. */
export const PACKAGE_KEY = "mcp-gen";

/** A configuration as it was read. */
export interface Configuration {
  /** Absolute path of the file. */
  readonly file: string;
  /** The folder that all its paths start from. */
  readonly folder: string;
  /** What it says outside of outputs; `cwd` is the folder. */
  readonly defaults: GenerateOptions;
  /** What is to be generated: options for `generate`, the defaults included. */
  readonly outputs: readonly GenerateOptions[];
}

/** Something that a configuration must not say. */
export interface ConfigurationFault {
  /** Keys and indexes that lead to the place, from the top of the file. */
  readonly path: readonly (string | number)[];
  /** Whether the key itself is wrong, rather than its value. */
  readonly at: "key" | "value";
  /** What is wrong and what would be right, in one or two sentences. */
  readonly message: string;
  /** The place in the file, where it is known. Both count from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A configuration that cannot be used: exit code 2, like every {@link UsageError}. */
export class ConfigurationError extends UsageError {
  /** Absolute path of the file. */
  readonly file: string;
  /** The file as it is shown to people. */
  readonly label: string;
  /** Everything that is wrong; more than one only where the file could be parsed. */
  readonly faults: readonly ConfigurationFault[];

  /**
   * @param label The file as it is shown to people.
   * @param faults At least one.
   */
  constructor(
    file: string,
    label: string,
    faults: readonly ConfigurationFault[],
  ) {
    super(
      faults
        .map(({ message, line, column }) =>
          line === undefined || column === undefined
            ? `${label}: ${message}`
            : `${label}:${line}:${column}: ${message}`,
        )
        .join("\n"),
    );
    this.name = "ConfigurationError";
    this.file = file;
    this.label = label;
    this.faults = faults;
  }
}
