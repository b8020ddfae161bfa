/** `mcp-gen tools`: its options, and what it does before it generates. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import nodePath from "node:path";
import { configurationOf, schemasOf } from "../../config/apply.js";
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
import { isSnapshot, SNAPSHOT_SUFFIX } from "../../source/resolve.js";
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
    const isCheck = flag("check");
    if (flag("live") && !isCheck) {
      throw new UsageError("--live goes with --check.");
    }
    const targets = await targetsOf(given, isCheck && !flag("live"));
    const snapshots = targets.map(snapshotStep);
    const changes = snapshots.map((step) => step.changes).join("");
    const changed = snapshots.filter(({ before, now }) => before !== now);
    if (isCheck && changed.length > 0) {
      return {
        exitCode: ExitCode.outOfDate,
        stdout: report === "text" ? changes : "",
        stderr: changed
          .map(
            ({ shown, before }) =>
              `mcp-gen: ${shown} is not what the server says${before === undefined ? ": there is no such file" : ""}.\n`,
          )
          .join(""),
      };
    }
    const isWritten = !isCheck && !flag("dry-run") && changed.length > 0;
    const added = snapshots.filter(({ before }) => before === undefined);
    if (!isWritten && added.length > 0) {
      return {
        exitCode: ExitCode.done,
        stdout: added
          .map(({ shown }) => `${shown} would be written.\n`)
          .join(""),
        stderr: "",
      };
    }
    const paths = snapshots.map(({ path }) => path);
    if (!isWritten) return await generated(given, paths, colour);
    const outcome = await withSnapshots(changed, () =>
      generated(given, paths, colour),
    );
    return report === "text" && changes !== ""
      ? { ...outcome, stdout: `${changes}\n${outcome.stdout}` }
      : outcome;
  } catch (error) {
    return outcomeOfError(error, { report });
  }
}

/** A snapshot's file, and what its server says, where it is asked. */
interface Target {
  /** Absolute path of the file. */
  readonly path: string;
  readonly heard: Snapshot | undefined;
}

/** The text of a snapshot as it is, and as it is to be. */
interface SnapshotStep {
  readonly path: string;
  /** The path as people are shown it. */
  readonly shown: string;
  readonly before: string | undefined;
  readonly now: string;
  /** What differs, in words. */
  readonly changes: string;
}

/** @throws {UsageError} Where there is neither a snapshot nor a server. */
function snapshotStep({ path, heard }: Target): SnapshotStep {
  const shown = displayPath(path, process.cwd());
  const before = textAt(path);
  const now = heard === undefined ? before : printSnapshot(heard);
  if (now === undefined) {
    throw new UsageError(
      `There is no ${shown}; name a server with --command or --url, or a file with --file.`,
    );
  }
  const changes = before === undefined ? "" : changesText(before, now, path);
  return { path, shown, before, now, changes };
}

/** Writes snapshots and generates; both or neither, so that they never contradict each other. */
async function withSnapshots(
  steps: readonly SnapshotStep[],
  generate: () => Promise<Outcome>,
): Promise<Outcome> {
  for (const { path, now } of steps) writeWhole(path, now);
  const outcome = await generate();
  if (outcome.exitCode === ExitCode.done) return outcome;
  for (const { path, before } of steps) {
    if (before === undefined) rmSync(path, { force: true });
    else writeWhole(path, before);
  }
  const notes = steps.map(
    ({ shown }) =>
      `${shown} stays as it was, as its code could not be written.\n`,
  );
  return { ...outcome, stderr: outcome.stderr + notes.join("") };
}

/**
 * What is asked for: the server or file of the command line, else each server that the
 * configuration names, else the snapshot of a name.
 *
 * @param isOffline True: no server is asked.
 */
async function targetsOf(
  given: Given<ToolsOptionName>,
  isOffline: boolean,
): Promise<readonly Target[]> {
  const place = snapshotPlace(given);
  const { command, url, file, header = [] } = given;
  const configured =
    command === undefined && url === undefined && file === undefined
      ? configuredServers(given)
      : [];
  if (configured.length === 0) {
    const heard = await snapshotOf(given, isOffline);
    return [{ path: place(heard), heard }];
  }
  if (header.length > 0) throw new UsageError("--header goes with --url.");
  const targets: Target[] = [];
  for (const { path, ...server } of configured) {
    const heard = isOffline ? undefined : await listOf(server);
    targets.push({ path, heard });
  }
  return targets;
}

/** How a server is reached. */
interface ServerPlace {
  readonly command?: readonly string[] | undefined;
  /** The folder that the command works in. */
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: readonly string[] | undefined;
}

/**
 * The servers that the configuration names, with the paths of their snapshots.
 *
 * @throws {UsageError} For a server without a snapshot.
 */
function configuredServers({
  name: [name] = [],
}: Given<ToolsOptionName>): readonly (ServerPlace & Pick<Target, "path">)[] {
  const configuration = configurationOf({ generate: {} });
  if (configuration === undefined) return [];
  return configuration.outputs.flatMap((output) => {
    const { command, url, headers } = output;
    if (command === undefined && url === undefined) return [];
    const [schema = "", ...more] = schemasOf(output);
    if (more.length > 0 || !isSnapshot(schema)) {
      throw new UsageError(
        `An output with a server (command or url) has the path of its snapshot as schema, such as ./out/git${SNAPSHOT_SUFFIX}; not ${[schema, ...more].join(", ")}.`,
      );
    }
    if (command !== undefined && url !== undefined) {
      throw new UsageError(
        `The output of ${schema} has both a command and a url; leave one of them.`,
      );
    }
    const path = nodePath.resolve(configuration.folder, schema);
    const own = nodePath.basename(path).slice(0, -SNAPSHOT_SUFFIX.length);
    return name === undefined || name === own
      ? [{ path, command, cwd: configuration.folder, url, headers }]
      : [];
  });
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
  if (isOffline || (command === undefined && url === undefined)) {
    return undefined;
  }
  return listOf({
    command: command?.map(String),
    url: url === undefined ? undefined : String(url),
    headers: header.map(String),
  });
}

/** Asks a server for its tools. */
function listOf({
  command,
  cwd,
  url = "",
  headers = [],
}: ServerPlace): Promise<Snapshot> {
  if (command !== undefined) {
    if (command.length === 0) {
      throw new UsageError("--command needs a program to start.");
    }
    return listTools({ command, cwd }, CLIENT);
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError(
      `--url needs an address that begins with http:// or https://.`,
    );
  }
  return listTools(
    { url, headers: Object.fromEntries(headers.map(headerOf)) },
    CLIENT,
  );
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

/** The usual run, on the snapshots. */
function generated(
  given: Given<ToolsOptionName>,
  paths: readonly string[],
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
  const schema = paths.map((path) => {
    const relative = nodePath.relative(process.cwd(), path) || path;
    const shown = nodePath.isAbsolute(relative) ? relative : `./${relative}`;
    return shown.replaceAll("\\", "/");
  });
  const { name: _n, ...rest } = readOptions(options).generate;
  return run(
    {
      ...readOptions({ ...options, schema }),
      generate: { ...rest, schema },
    },
    colour,
  );
}
