/** `mcp-gen inputs` and `mcp-gen outputs`: what they print for build systems. */
import { existsSync } from "node:fs";
import nodePath from "node:path";
import { configurationOf, configuredOptions } from "../../config/apply.js";
import { withPositions } from "../../config/load.js";
import { ExitCode, UsageError } from "../../failure.js";
import { inputsOf, outputsOf } from "../../cache-inputs.js";
import {
  type Given,
  type OptionName,
  type OptionSpec,
  optionsBelow,
  optionTable,
} from "../../config/options.js";
import { readOptions, type RunOptions } from "../options.js";
import { isInside } from "../../output/paths.js";
import { type Outcome, outcomeOfError } from "../report.js";

/** Names of the options, without the dashes. */
export type PlacesOptionName = OptionName | "nx";

/** The options of both commands, in the order of the help. */
export const placesOptions: Readonly<Record<string, OptionSpec>> = {
  ...optionsBelow("Project"),
  config: optionTable.config,
  nx: {
    kind: "flag",
    description: "as Nx writes them, with {projectRoot}",
    group: "Run",
  },
  json: {
    kind: "flag",
    description: "print a JSON array",
    group: "Run",
  },
};

/** Prints the globs of what a run reads. Never throws. */
export async function runInputs(
  given: Given<PlacesOptionName>,
): Promise<Outcome> {
  return printGlobs(given, (run) => {
    const options = configuredOptions(run);
    const { files, folders } = inputsOf(options);
    const configuration = configurationOf(run);
    return [
      ...(configuration === undefined ? [] : [fileGlob(configuration.file)]),
      ...files.map(fileGlob),
      ...folders.map(folderGlob),
    ];
  });
}

/** Prints the globs of what a run writes. Never throws. */
export async function runOutputs(
  given: Given<PlacesOptionName>,
): Promise<Outcome> {
  return printGlobs(given, (run) =>
    outputsOf(configuredOptions(run)).map(folderGlob),
  );
}

/** A place, and what is to follow its path in a glob. */
interface Glob {
  readonly path: string;
  readonly ending: "" | "/**";
}

function fileGlob(path: string): Glob {
  return { path, ending: "" };
}

function folderGlob(path: string): Glob {
  return { path, ending: "/**" };
}

async function printGlobs(
  given: Given<PlacesOptionName>,
  list: (run: RunOptions) => readonly Glob[],
): Promise<Outcome> {
  const { nx, ...others } = given;
  try {
    const run = readOptions(others);
    const globs = await withPositions(() => list(run));
    const cwd = nodePath.resolve();
    const print = nx?.at(-1) === true ? nxGlob : plainGlob;
    const lines = [...new Set(globs.map((glob) => print(glob, cwd)))].sort();
    return {
      exitCode: ExitCode.done,
      stdout:
        run.report === "json"
          ? `${JSON.stringify(lines, null, 2)}\n`
          : lines.map((line) => `${line}\n`).join(""),
      stderr: "",
    };
  } catch (error) {
    return outcomeOfError(error, { report: given.json ? "json" : "text" });
  }
}

/** As Turborepo takes it: relative to the package, which is the working folder. */
function plainGlob({ path, ending }: Glob, cwd: string): string {
  return relativeGlob(path, cwd) + ending;
}

/**
 * As Nx takes it: it knows no way up, but the folders of the project and of the
 * workspace by name.
 */
function nxGlob({ path, ending }: Glob, cwd: string): string {
  if (isInside(cwd, path))
    return `{projectRoot}/${relativeGlob(path, cwd)}${ending}`;
  const workspace = workspaceOf(cwd);
  if (workspace === undefined || !isInside(workspace, path))
    throw new UsageError(
      `${path} lies outside of the project, and there is no nx.json above both.`,
    );
  return `{workspaceRoot}/${relativeGlob(path, workspace)}${ending}`;
}

function workspaceOf(folder: string): string | undefined {
  if (existsSync(nodePath.join(folder, "nx.json"))) return folder;
  const parent = nodePath.dirname(folder);
  return parent === folder ? undefined : workspaceOf(parent);
}

/** Escapes what has a meaning in globs. */
function relativeGlob(path: string, folder: string): string {
  return nodePath
    .relative(folder, path)
    .split(nodePath.sep)
    .map((segment) => segment.replace(/[*?[\]{}()!\\]/g, String.raw`\$&`))
    .join("/");
}
