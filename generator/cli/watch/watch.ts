/** `mcp-gen --watch`: does a run again whenever what it reads has changed. */
import nodePath from "node:path";
import { configurationOf, configuredOptions } from "../../config/apply.js";
import { configurationPlaces } from "../../config/find.js";
import { ExitCode } from "../../failure.js";
import { whenFresh } from "../fresh-run.js";
import { expectedFiles, inputsOf, outputsOf } from "../../cache-inputs.js";
import type { RunOptions } from "../options.js";
import { displayPath, isInside } from "../../output/paths.js";
import {
  type Look,
  type Outcome,
  outcomeOf,
  outcomeOfError,
  type RunReport,
} from "../report.js";
import { reportRun } from "../run.js";
import type { GenerateOptions } from "../../outputs.js";
import { settledChanges } from "./changes.js";
import type { WatchedPlaces } from "./snapshot.js";

/** Signals that end it. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Stays until a signal stops it, or its output is closed.
 *
 * @param colour Whether the terminal shows colours.
 * @param print Prints what a run has to say.
 */
export async function runWatch(
  options: RunOptions,
  colour: () => boolean,
  print: (outcome: Outcome) => void,
): Promise<Outcome> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of SIGNALS) process.on(name, stop);
  process.stdout.on("error", stop);
  try {
    await watch(options, { colour, print, signal: controller.signal });
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
  return { exitCode: ExitCode.done, stdout: "", stderr: "" };
}

async function watch(
  options: RunOptions,
  {
    colour,
    print,
    signal,
  }: {
    readonly colour: () => boolean;
    readonly print: (outcome: Outcome) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const cwd = nodePath.resolve();
  // The folder may be gone for a while; its name stays.
  let run: RunOptions = {
    ...options,
    generate: { ...options.generate, cwd },
  };
  const look: Look = { report: options.report, colour };
  const say = (text: string): void => {
    if (options.report !== "quiet")
      print({ exitCode: ExitCode.done, stdout: `${text}\n`, stderr: "" });
  };
  let failure: string | undefined;
  let listings: readonly string[] = [];
  const places = (): WatchedPlaces => {
    run = keepingConfiguration(run);
    const watched = placesOf(run, cwd);
    ({ listings } = watched);
    return watched;
  };
  for await (const changes of settledChanges(places, signal)) {
    const isFirst = changes.length === 0;
    // Names that have come or gone are mostly those of the output itself.
    const changed = changes.filter((path) => !listings.includes(path));
    const { outcome, isNews, fault } = await runOnce(run, look);
    // A fault that is still there has been told.
    if (isFirst || isNews || fault !== failure) {
      if (changed.length > 0) say(changedText(changed, cwd));
      print(outcome);
    }
    for (const path of changed.filter(isLoadedOnce))
      say(
        `${displayPath(path, cwd)} is a program, which a process loads once: start again to use the change.`,
      );
    failure = fault;
    if (isFirst) say("Watching for changes; Ctrl+C ends it.");
  }
}

/** What a run had to say, and whether people want to hear it. */
interface Round {
  readonly outcome: Outcome;
  /** True when something was written. */
  readonly isNews: boolean;
  /** What went wrong, if something did. */
  readonly fault?: string;
}

async function runOnce(options: RunOptions, look: Look): Promise<Round> {
  const start = performance.now();
  try {
    const report = whenFresh(options) ?? (await reportRun(options));
    const durationMs = performance.now() - start;
    return {
      outcome: outcomeOf({ ...report, durationMs }, look),
      isNews: hasWritten(report),
    };
  } catch (error) {
    const outcome = outcomeOfError(error, look);
    return { outcome, isNews: false, fault: outcome.stderr };
  }
}

function hasWritten({
  outputs,
  handlers = [],
}: Omit<RunReport, "durationMs">): boolean {
  return [...outputs, ...handlers].some(({ files }) =>
    files.some(({ state }) => state !== "unchanged"),
  );
}

/**
 * Everything that can decide what a run does: what it reads, where a configuration can
 * appear, and the folders where one of prettier's can.
 */
function placesOf(options: RunOptions, cwd: string): WatchedPlaces {
  const named =
    options.config === undefined ? [] : [nodePath.resolve(cwd, options.config)];
  const configured = configuredIfPossible(options);
  const { files, folders } = inputsOf(configured);
  const project = projectOf(options, cwd);
  return {
    files: [
      ...named,
      ...configurationPlaces(cwd),
      ...files,
      ...expectedFiles(configured),
    ],
    folders,
    listings: outputsOf(configured).flatMap((output) =>
      foldersBetween(project, output),
    ),
  };
}

/**
 * Holds on to the configuration once there is one: without it, a change of branch that
 * takes it away would make something that nobody has asked for.
 */
function keepingConfiguration(options: RunOptions): RunOptions {
  try {
    const file = configurationOf(options)?.file;
    return file === undefined ? options : { ...options, config: file };
  } catch {
    return options;
  }
}

/** While the configuration is broken, only a change of it can help. */
function configuredIfPossible(options: RunOptions): readonly GenerateOptions[] {
  try {
    return configuredOptions(options);
  } catch {
    return [];
  }
}

function projectOf(options: RunOptions, cwd: string): string {
  try {
    return configurationOf(options)?.folder ?? cwd;
  } catch {
    return cwd;
  }
}

/** The outer folder and those on the way to the inner one, which is one of them. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  if (!isInside(outer, inner)) return [inner];
  const folders = [inner];
  for (let folder = inner; folder !== outer;) {
    folder = nodePath.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function changedText(changed: readonly string[], cwd: string): string {
  const [first = "", ...more] = changed.map((path) => displayPath(path, cwd));
  return more.length === 0
    ? `${first} changed`
    : `${first} and ${more.length} more changed`;
}

/** True for prettier's configurations that are code. */
function isLoadedOnce(path: string): boolean {
  return /^(?:\.prettierrc|prettier\.config)\.[cm]?[jt]s$/.test(
    nodePath.basename(path),
  );
}
