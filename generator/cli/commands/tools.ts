/** `mcp-gen tools`: its options, and what it does before it generates. */
import { existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import {
  type Given,
  type OptionSpec,
  optionTable,
} from "../../config/options.js";
import { compareTools } from "../../diff/tools.js";
import { renderToolsText } from "../../diff/tools-text.js";
import { ExitCode, UsageError } from "../../failure.js";
import { readToolsOf } from "../../generate-tools.js";
import { slugOf } from "../../model/names.js";
import { reasonOf } from "../../output/disk.js";
import { displayPath, faultOfName } from "../../output/paths.js";
import { writeWhole } from "../../output/write-whole.js";
import { version } from "../../package-info.js";
import {
  parseSnapshot,
  printSnapshot,
  type Snapshot,
} from "../../read/tools/snapshot.js";
import { SNAPSHOT_SUFFIX } from "../../source/resolve.js";
import { sha256Of } from "../../source/schema-text.js";
import { listTools } from "../../upstream/tools/list-tools.js";
import { checkValues, readOptions } from "../options.js";
import { type Outcome, outcomeOfError } from "../report.js";
import { run } from "../run.js";

/** Names of the options, without the dashes. */
export type ToolsOptionName =
  | "command"
  | "url"
  | "header"
  | "file"
  | "name"
  | "out"
  | "only"
  | "except"
  | "handlers"
  | "language"
  | "import-extension"
  | "no-format"
  | "formats"
  | "check"
  | "live"
  | "dry-run"
  | "force"
  | "quiet"
  | "json";

/** The options, in the order of the help. */
export const toolsOptions: Readonly<Record<ToolsOptionName, OptionSpec>> = {
  command: {
    kind: "list",
    description: "program and arguments that start the server; comes last",
    group: "Schema",
  },
  url: {
    kind: "text",
    description: "the server's URL (Streamable HTTP)",
    group: "Schema",
  },
  header: {
    kind: "list",
    description:
      '"Name: value" to send to the URL; $NAME is from the environment',
    group: "Schema",
  },
  file: {
    kind: "text",
    description: "a snapshot, or a result of tools/list",
    isPath: true,
    group: "Schema",
  },
  name: {
    kind: "text",
    fallback: "the server's name",
    description: "what files and types are called",
    group: "Project",
  },
  out: {
    kind: "text",
    fallback: "out",
    description: "for <name>.tools.json and the folder <name>",
    isPath: true,
    group: "Project",
  },
  only: optionTable.only,
  except: optionTable.except,
  handlers: optionTable.handlers,
  language: optionTable.language,
  "import-extension": optionTable["import-extension"],
  "no-format": optionTable["no-format"],
  formats: optionTable.formats,
  check: optionTable.check,
  live: {
    kind: "flag",
    description: "with --check: ask the server whether the snapshot holds",
    group: "Run",
  },
  "dry-run": optionTable["dry-run"],
  force: optionTable.force,
  quiet: optionTable.quiet,
  json: optionTable.json,
};

/** Cuts a command line of `tools` where the server's begins. */
export function splitCommand(args: readonly string[]): {
  readonly own: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const start = args.indexOf("--command");
  return args[0] !== "tools" || start < 0
    ? { own: args, command: undefined }
    : { own: args.slice(0, start), command: args.slice(start + 1) };
}

/** What this program tells servers of itself. */
const CLIENT = { name: "mcp-gen", version };

/**
 * Asks a server for its tools or reads what it has said, and generates. Never throws:
 * what goes wrong is told by the outcome.
 */
export async function runTools(
  given: Given<ToolsOptionName>,
  colour: () => boolean,
): Promise<Outcome> {
  const flag = (name: ToolsOptionName): boolean => given[name]?.at(-1) === true;
  const report = flag("json") ? "json" : flag("quiet") ? "quiet" : "text";
  try {
    checkValues(toolsOptions, given);
    const place = snapshotPlace(given);
    const isCheck = flag("check");
    if (flag("live") && !isCheck) {
      throw new UsageError("--live goes with --check.");
    }
    const heard = await snapshotOf(given, isCheck && !flag("live"));
    const path = place(heard);
    const before = textAt(path);
    const now = heard === undefined ? before : printSnapshot(heard);
    if (now === undefined) {
      throw new UsageError(
        `There is no ${displayPath(path, process.cwd())}; name a server with --command or --url, or a file with --file.`,
      );
    }
    const changes = before === undefined ? "" : changesText(before, now, path);
    if (isCheck && before !== now) {
      return {
        exitCode: ExitCode.outOfDate,
        stdout: report === "text" ? changes : "",
        stderr: `mcp-gen: ${displayPath(path, process.cwd())} is not what the server says${before === undefined ? ": there is no such file" : ""}.\n`,
      };
    }
    const isWritten = !isCheck && !flag("dry-run") && before !== now;
    if (isWritten) writeWhole(path, now);
    else if (before === undefined) {
      return {
        exitCode: ExitCode.done,
        stdout: `${displayPath(path, process.cwd())} would be written.\n`,
        stderr: "",
      };
    }
    const outcome = await generated(given, path, colour);
    const isShown = report === "text" && isWritten && changes !== "";
    return isShown
      ? { ...outcome, stdout: `${changes}\n${outcome.stdout}` }
      : outcome;
  } catch (error) {
    return outcomeOfError(error, { report });
  }
}

/** Where the snapshot is, once it is known what the server is called. */
function snapshotPlace({
  name: [name] = [],
  out: [out = "out"] = [],
  file: [file] = [],
}: Given<ToolsOptionName>): (heard: Snapshot | undefined) => string {
  if (name !== undefined) {
    const fault = faultOfName(String(name));
    if (fault !== undefined) throw new UsageError(`--name "${name}" ${fault}.`);
  }
  return (heard) => {
    const own =
      name ??
      (file === undefined ? undefined : nameOfFile(String(file))) ??
      (heard?.server === undefined ? undefined : slugOf(heard.server.name));
    if (own === undefined) {
      throw new UsageError(
        heard === undefined
          ? "tools needs a server (--command or --url), a file (--file), or the --name of a snapshot that is there."
          : "The server does not say its name; give --name.",
      );
    }
    return nodePath.resolve(String(out), `${own}${SNAPSHOT_SUFFIX}`);
  };
}

/** `git.tools.json` is `git`; a file called otherwise has its name up to the first dot. */
function nameOfFile(file: string): string | undefined {
  const [stem = ""] = nodePath.basename(file).split(".");
  return stem === "tools" ? undefined : stem;
}

/**
 * What a server says, or has said.
 *
 * @param isOffline True: no server is asked.
 * @returns undefined where the snapshot of the project is all that there is to know.
 */
async function snapshotOf(
  given: Given<ToolsOptionName>,
  isOffline: boolean,
): Promise<Snapshot | undefined> {
  const { command, url: [url] = [], file: [file] = [], header = [] } = given;
  const sources = [command, url, file].filter((each) => each !== undefined);
  if (sources.length > 1) {
    throw new UsageError("Give one of --command, --url and --file.");
  }
  if (header.length > 0 && url === undefined) {
    throw new UsageError("--header goes with --url.");
  }
  if (file !== undefined) {
    const text = textAt(nodePath.resolve(String(file)));
    if (text === undefined) throw new UsageError(`There is no file ${file}.`);
    return parseSnapshot(text, String(file));
  }
  if (isOffline) return undefined;
  if (command !== undefined) {
    if (command.length === 0) {
      throw new UsageError("--command needs a program to start.");
    }
    return listTools({ command: command.map(String) }, CLIENT);
  }
  if (url === undefined) return undefined;
  if (!URL.canParse(String(url)) || !/^https?:/.test(String(url))) {
    throw new UsageError(
      `--url needs an address that begins with http:// or https://.`,
    );
  }
  const headers = Object.fromEntries(
    header.map((each) => headerOf(String(each))),
  );
  return listTools({ url: String(url), headers }, CLIENT);
}

/** A header with what its value takes from the environment, so that secrets stay out of shells' histories. */
function headerOf(text: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError('A header is given as --header "Name: value".');
  }
  const filled = value.replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, bare, braced) => {
    const variable = String(bare ?? braced);
    const found = process.env[variable];
    if (found === undefined) {
      throw new UsageError(
        `--header ${name} names $${variable}, which is not in the environment.`,
      );
    }
    return found;
  });
  return [name, filled];
}

function textAt(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, "utf8")
      .replace(/^\uFEFF/, "")
      .replace(/\r\n?/g, "\n");
  } catch (error) {
    throw new UsageError(
      `${displayPath(path, process.cwd())} cannot be read: ${reasonOf(error) ?? String(error)}.`,
    );
  }
}

/** What changed since the last snapshot; empty where nothing did, or that one cannot be read. */
function changesText(before: string, now: string, path: string): string {
  const shown = displayPath(path, process.cwd());
  const model = (text: string, label: string) =>
    readToolsOf({ text, path: label, sha256: sha256Of(text) }, "tools", {
      only: undefined,
      except: undefined,
    }).model;
  try {
    const diff = compareTools(model(before, shown), model(now, "now"));
    return diff.changes.length === 0 ? "" : renderToolsText(diff);
  } catch {
    return "";
  }
}

/** The usual run, on the snapshot. */
function generated(
  given: Given<ToolsOptionName>,
  path: string,
  colour: () => boolean,
): Promise<Outcome> {
  const {
    command: _c,
    url: _u,
    header: _h,
    file: _f,
    live: _l,
    ...others
  } = given;
  const options = Object.fromEntries(
    Object.entries(others).filter(([name]) => name in optionTable),
  );
  const folder = nodePath.relative(process.cwd(), path) || path;
  const schema = nodePath.isAbsolute(folder) ? folder : `./${folder}`;
  const { name: _n, ...rest } = readOptions(options).generate;
  return run(
    {
      ...readOptions({ ...options, schema: [schema.replaceAll("\\", "/")] }),
      generate: { ...rest, schema: [schema.replaceAll("\\", "/")] },
    },
    colour,
  );
}
