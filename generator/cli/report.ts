/** What a run says: text for people, one JSON object for programs. */
import type { DiffReport } from "../diff/report.js";
import { renderText } from "../diff/text.js";
import type { Omission } from "../emit/parts.js";
import {
  type Diagnostic,
  ExitCode,
  renderDiagnostic,
  UnsupportedSchemaError,
  UsageError,
} from "../failure.js";
import { plainValue } from "./plain-text.js";
import {
  handlersSummary,
  lackingLines,
  type ReportedHandlers,
} from "../handlers/report.js";
import { reasonOf } from "../output/disk.js";
import { displayPath } from "../output/paths.js";
import { shellWord } from "../shell-word.js";
import type { RunOptions } from "./options.js";
import type { CheckedFile } from "../output/check.js";
import type { FileState } from "../output/output-plan.js";

/** The result of a run, apart from files. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True when `stdout` has colours, and no other control characters. */
  readonly coloured?: boolean;
}

/** How an outcome is to look. */
export interface Look {
  readonly report: RunOptions["report"];
  /** Asked only when there is something to colour. */
  readonly colour: () => boolean;
}

/** What became, or would become, of a file. */
export interface ReportedFile {
  readonly path: string;
  readonly state: FileState;
  /** True when the file is not wanted any more. */
  readonly goes: boolean;
}

/** What a run did, or would do. */
export interface RunReport {
  readonly mode: RunOptions["mode"];
  readonly outputs: readonly {
    readonly folder: string;
    readonly files: readonly ReportedFile[];
    /** How its files name each other, where that is news: the project's files say so. */
    readonly imports?: {
      readonly extension: string;
      readonly reason: string;
    };
    /** Parts that nobody excluded and that the revision cannot have. */
    readonly omissions: readonly Omission[];
  }[];
  /** The user's handlers, where the run had to do with any. */
  readonly handlers?: readonly ReportedHandlers[];
  /** What moved in the protocol since the output was made. */
  readonly changes?: readonly DiffReport[];
  /** What `--check` found. */
  readonly outOfDate?: readonly CheckedFile[];
  /** Why a run that is not dry would be refused. */
  readonly refusal?: string;
  readonly warnings: readonly Diagnostic[];
  /** What else is to be known about the folders, a sentence or two each. */
  readonly notes?: readonly string[];
  /** Whether what git would commit was checked. */
  readonly staged?: boolean;
  readonly durationMs: number;
}

/** Files by what becomes of them. */
interface Tally {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
}

/** Describes a run that came to its end. */
export function outcomeOf(report: RunReport, look: Look): Outcome {
  const exitCode = exitCodeOf(report);
  if (look.report === "json")
    return { exitCode, stdout: jsonOf(report, exitCode), stderr: "" };
  const refusal = report.refusal === undefined ? "" : error(report.refusal);
  const stderr = report.warnings.map(diagnosticText).join("") + refusal;
  if (look.report === "quiet") return { exitCode, stdout: "", stderr: refusal };
  const coloured = look.colour();
  const lines = reportLines(
    coloured ? plainValue(report) : report,
    painter(coloured),
  );
  return { exitCode, stdout: `${lines.join("\n")}\n`, stderr, coloured };
}

function reportLines(report: RunReport, paint: Painter): readonly string[] {
  const { notes = [] } = report;
  return report.outOfDate === undefined
    ? [
        ...fileLines(report, paint),
        summary(report),
        ...omissionLines(report),
        ...(report.handlers ?? []).flatMap(lackingLines),
        ...importLines(report),
        ...notes,
        ...nextLines(report),
        ...changeLines(report),
      ]
    : [...checkLines(report, report.outOfDate, paint), ...notes];
}

/**
 * Describes a run that could not be done. What a user can do something about is told
 * in words; anything else is a fault of mcp-gen, with a stack on request only.
 */
export function outcomeOfError(
  thrown: unknown,
  { report }: Pick<Look, "report">,
): Outcome {
  const { exitCode, message, diagnostics } = describe(thrown);
  if (report === "json") {
    const json = { exitCode, error: message, diagnostics };
    return {
      exitCode,
      stdout: `${JSON.stringify(json, null, 2)}\n`,
      stderr: "",
    };
  }
  const stderr = diagnostics.map(diagnosticText).join("") + error(message);
  return { exitCode, stdout: "", stderr };
}

function describe(thrown: unknown): {
  readonly exitCode: number;
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
} {
  if (thrown instanceof UnsupportedSchemaError) {
    const { exitCode, message, diagnostics } = thrown;
    return {
      exitCode,
      message: `${message} Nothing was written.`,
      diagnostics,
    };
  }
  if (thrown instanceof UsageError)
    return {
      exitCode: thrown.exitCode,
      message: thrown.message,
      diagnostics: [],
    };
  const refusal = refusalOfSystem(thrown);
  if (refusal !== undefined)
    return { exitCode: ExitCode.usage, message: refusal, diagnostics: [] };
  if (isTooDeep(thrown))
    return {
      exitCode: ExitCode.unsupportedSchema,
      message:
        "Something in the schema, its templates or the configuration is nested too deeply, or too long, to be read. Nothing was written.",
      diagnostics: [],
    };
  const wantsStack = process.env["DEBUG"] === "mcp-gen";
  const fault =
    thrown instanceof Error
      ? ((wantsStack ? thrown.stack : undefined) ?? thrown.message)
      : String(thrown);
  return {
    exitCode: ExitCode.internal,
    message: `Internal error: ${fault}\nThis is a fault of mcp-gen. Please report it with the command, the schema and what DEBUG=mcp-gen prints.`,
    diagnostics: [],
  };
}

/** What the system refused, where no caller had better words for it. */
function refusalOfSystem(thrown: unknown): string | undefined {
  const { syscall, path } = Object(thrown) as NodeJS.ErrnoException;
  const reason = reasonOf(thrown);
  return syscall === undefined || path === undefined || reason === undefined
    ? undefined
    : `${displayPath(path, process.cwd())} cannot be used: ${reason}.`;
}

/** What recursion ends with, wherever it was: the input's author can fix it. */
function isTooDeep(thrown: unknown): boolean {
  return (
    thrown instanceof RangeError &&
    thrown.message.includes("call stack") &&
    process.env["DEBUG"] !== "mcp-gen"
  );
}

function exitCodeOf({ outOfDate, refusal }: RunReport): number {
  if (refusal !== undefined) return ExitCode.usage;
  return outOfDate === undefined || outOfDate.length === 0
    ? ExitCode.done
    : ExitCode.outOfDate;
}

function jsonOf(report: RunReport, exitCode: number): string {
  const { mode, outputs, handlers, changes, outOfDate } = report;
  const { refusal, warnings, notes = [], durationMs } = report;
  const json = {
    exitCode,
    mode,
    ...tallyOf(report),
    durationMs: Math.round(durationMs),
    outputs: outputs.map(({ folder, files, imports, omissions }) => ({
      folder,
      imports,
      files: files.map(({ path, state }) => ({ path, state })),
      omissions: omissions.length === 0 ? undefined : omissions,
    })),
    handlers: handlers?.length === 0 ? undefined : handlers,
    protocolChanges: changes,
    outOfDate,
    error: refusal,
    warnings,
    notes: notes.length === 0 ? undefined : notes,
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

const VERBS: Readonly<Record<FileState, string>> = {
  create: "create",
  update: "update",
  unchanged: "leave",
  delete: "delete",
  edited: "edited by hand",
  unmanaged: "not made by mcp-gen",
};

const COLOURS: Readonly<Record<FileState, number>> = {
  create: 32,
  update: 33,
  unchanged: 0,
  delete: 31,
  edited: 35,
  unmanaged: 35,
};

/** One line for each file that changes, or for many of a subfolder, below its folder. */
function fileLines(
  { outputs, handlers = [] }: RunReport,
  paint: Painter,
): string[] {
  return [...outputs, ...handlers].flatMap(({ folder, files }) => {
    const changes = files.filter(({ state }) => state !== "unchanged");
    if (changes.length === 0) return [];
    const width = Math.max(...changes.map(({ state }) => VERBS[state].length));
    return [
      folder,
      ...listing(changes).map(
        ({ place, state }) =>
          `  ${paint(COLOURS[state], VERBS[state].padEnd(width))}  ${place}`,
      ),
    ];
  });
}

/** From so many on, files of one subfolder share a line: fifty are too many to read. */
const MANY = 4;

/** States of files that hold the user's work: each is named, however many there are. */
const OWN: ReadonlySet<string> = new Set<FileState>(["edited", "unmanaged"]);

function listing(
  files: readonly Pick<ReportedFile, "path" | "state">[],
): readonly { readonly place: string; readonly state: FileState }[] {
  const groups = new Map<string, { path: string; state: FileState }[]>();
  for (const { path, state } of files) {
    const subfolder = path.slice(0, path.indexOf("/") + 1);
    const isAlone = subfolder === "" || OWN.has(state);
    const key = isAlone ? path : `${state} ${subfolder}`;
    groups.set(key, [...(groups.get(key) ?? []), { path, state }]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < MANY)
      return group.map(({ path, state }) => ({ place: path, state }));
    const subfolder = first.path.slice(0, first.path.indexOf("/") + 1);
    const place = `${subfolder} (${group.length} files)`;
    return [{ place, state: first.state }];
  });
}

function summary(report: RunReport): string {
  const { created, updated, unchanged, deleted } = tallyOf(report);
  const folders = report.outputs.map(({ folder }) => folder).join(", ");
  const time = durationText(report.durationMs);
  const isDryRun = report.mode === "dry-run";
  const total = isDryRun
    ? `${folders}: would create ${created}, update ${updated}, leave ${unchanged}, delete ${deleted} (${time})`
    : `${folders}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted in ${time}`;
  return [
    total,
    ...(report.handlers ?? []).map((each) => handlersSummary(each, isDryRun)),
  ].join("; ");
}

/** How files name each other, where nobody was asked: one line for outputs that are alike. */
function importLines({ mode, outputs }: RunReport): string[] {
  if (mode !== "write") return [];
  const lines = outputs.flatMap(({ imports }) =>
    imports === undefined
      ? []
      : [
          `Imports ${imports.extension === "none" ? "have no extension" : `end in ${imports.extension}`}: ${imports.reason}.`,
        ],
  );
  return [...new Set(lines)];
}

/** What to do with files that are there for the first time. */
function nextLines({ mode, outputs, handlers = [] }: RunReport): string[] {
  const made = outputs.find(
    ({ files }) =>
      files.length > 0 && files.every(({ state }) => state === "create"),
  );
  if (mode !== "write" || made === undefined) return [];
  const paths = made.files.map(({ path }) => path);
  const index = paths.find((path) => /^index\.[jt]s$/.test(path));
  if (index === undefined) return [];
  const hasServer = paths.some((path) => /^server\.[jt]s$/.test(path));
  const handlersHint =
    hasServer && handlers.length === 0
      ? "; --handlers DIR writes a server to start from"
      : "";
  return [`Next: import from ${made.folder}/${index}${handlersHint}.`];
}

/** What an output that changes goes without, so that it is not looked for. */
function omissionLines({ outputs }: RunReport): string[] {
  return outputs.flatMap(({ folder, files, omissions }) =>
    files.every(({ state }) => state === "unchanged")
      ? []
      : omissions.map(({ parts, reason }) => {
          const lacking = new Intl.ListFormat("en").format(
            parts.map((part) => `no ${part}`),
          );
          return `${folder} has ${lacking}: ${reason}`;
        }),
  );
}

/** What moved in the protocol, below an empty line. */
function changeLines({ changes = [] }: RunReport): string[] {
  return changes.flatMap((change) => ["", renderText(change).trimEnd()]);
}

function checkLines(
  report: RunReport,
  outOfDate: readonly CheckedFile[],
  paint: Painter,
): string[] {
  const folders = report.outputs.map(({ folder }) => folder).join(", ");
  const total = report.outputs.flatMap(({ files }) => files).length;
  const time = durationText(report.durationMs);
  if (outOfDate.length === 0)
    return [`${folders}: all ${total} files are up to date (${time})`];
  const run = outOfDate.some(({ state }) => OWN.has(state))
    ? "mcp-gen --force, which replaces edited files too"
    : "mcp-gen without --check";
  const remedy = report.staged === true ? stagedRemedy(report, outOfDate) : run;
  const absent = report.outputs
    .filter(
      ({ files }) =>
        files.length > 0 && files.every(({ state }) => state === "create"),
    )
    .map(({ folder }) => folder);
  if (absent.length > 0 && absent.length === report.outputs.length)
    return report.staged === true
      ? [`${absent.join(", ")}: nothing of it is staged; run ${remedy}`]
      : [`${absent.join(", ")}: no output yet; run mcp-gen`];
  const isTold = ({ path }: CheckedFile): boolean =>
    absent.some((folder) => path.startsWith(`${folder}/`));
  return [
    ...absent.map((folder) => `${folder}: no output yet`),
    ...outOfDate
      .filter((file) => !isTold(file))
      .flatMap(({ path, state, diff }) => [
        `${path}: ${STATE_WORDS[state] ?? state}`,
        ...(diff === ""
          ? []
          : diff.split("\n").map((line) => paint(diffColour(line), line))),
        "",
      ]),
    `${folders}: ${outOfDate.length} of ${total} files are out of date (${time}); run ${remedy}`,
  ];
}

/** What makes a commit hold the output. */
function stagedRemedy(
  { outputs }: RunReport,
  outOfDate: readonly CheckedFile[],
): string {
  const force = outOfDate.some(({ state }) => OWN.has(state)) ? " --force" : "";
  const folders = outputs.map(({ folder }) => shellWord(folder)).join(" ");
  return `mcp-gen${force}, then git add ${folders}`;
}

/** What `--check` says of files whose state needs words. */
const STATE_WORDS: Partial<Record<CheckedFile["state"], string>> = {
  conflicting: "has merge conflicts",
};

function diffColour(line: string): number {
  if (/^(?:---|\+\+\+) /.test(line)) return 1;
  if (line.startsWith("-")) return 31;
  if (line.startsWith("+")) return 32;
  return line.startsWith("@@") ? 36 : 0;
}

/** Gives a text a colour, where there are colours. */
type Painter = (code: number, text: string) => string;

function painter(isOn: boolean): Painter {
  return (code, text) =>
    isOn && code !== 0 ? `\u001b[${code}m${text}\u001b[0m` : text;
}

function tallyOf({ outputs }: RunReport): Tally {
  const files = outputs.flatMap((output) => output.files);
  const count = (test: (file: ReportedFile) => boolean) =>
    files.filter(test).length;
  const isReplaced = ({ state }: ReportedFile) =>
    state === "edited" || state === "unmanaged";
  return {
    created: count(({ state }) => state === "create"),
    updated: count(
      (file) => file.state === "update" || (isReplaced(file) && !file.goes),
    ),
    unchanged: count(({ state }) => state === "unchanged"),
    deleted: count(
      (file) => file.state === "delete" || (isReplaced(file) && file.goes),
    ),
  };
}

/** A finding with its line of source, and an empty line that parts it from the next. */
export function diagnosticText(diagnostic: Diagnostic): string {
  return `${renderDiagnostic(diagnostic)}\n\n`;
}

function error(message: string): string {
  return `mcp-gen: ${message}\n`;
}

function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
