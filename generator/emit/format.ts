/** Formats the output with prettier, as the user's project has it configured. */
import path from "node:path";
import type { Options } from "prettier";
import { UsageError } from "../failure.js";
import type { EmittedFile } from "./emitter.js";
import { findFormatterConfig } from "./formatter-config.js";

/**
 * Formats files for the folder they are to be written to. Without a configuration
 * there or above, prettier's defaults hold, and text that is already in that form is
 * not touched: in the common case prettier is not even loaded.
 *
 * @param folder Absolute path of the output folder; it need not exist yet.
 * @returns The files in the same order, LF line endings whatever the configuration says.
 * @throws {UsageError} When the configuration cannot be read or names what is not there.
 */
export async function formatFiles(
  files: readonly EmittedFile[],
  folder: string,
): Promise<readonly EmittedFile[]> {
  const hasConfig = findFormatterConfig(folder) !== undefined;
  const isDone = (file: EmittedFile): boolean => file.formatted && !hasConfig;
  if (files.every(isDone)) return files;
  const prettier = await import("prettier");
  const formatted: EmittedFile[] = [];
  for (const file of files) {
    if (isDone(file)) {
      formatted.push(file);
      continue;
    }
    const filepath = path.join(folder, file.path);
    const options = hasConfig ? await readConfig(prettier, filepath) : {};
    const text = await formatText(prettier, file.text, {
      ...options,
      filepath,
      endOfLine: "lf",
    });
    formatted.push({ ...file, text });
  }
  return formatted;
}

type Prettier = typeof import("prettier");

async function readConfig(
  prettier: Prettier,
  filepath: string,
): Promise<Options> {
  try {
    const options = await prettier.resolveConfig(filepath, {
      editorconfig: true,
    });
    return options ?? {};
  } catch (error) {
    throw configurationError(error);
  }
}

async function formatText(
  prettier: Prettier,
  text: string,
  options: Options,
): Promise<string> {
  try {
    return await prettier.format(text, options);
  } catch (error) {
    // Generated code that prettier cannot parse is our fault, all else the configuration's.
    if (error instanceof SyntaxError) throw error;
    throw configurationError(error);
  }
}

function configurationError(error: unknown): UsageError {
  const reason = error instanceof Error ? error.message : String(error);
  const [firstLine = ""] = reason.split("\n");
  return new UsageError(
    `The prettier configuration for the output folder does not work: ${firstLine} ` +
      "Mend it, or use --no-format.",
  );
}
