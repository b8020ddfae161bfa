/** `mcp-gen init`: its options, and what it prints. */
import nodePath from "node:path";
import { withPositions } from "../../config/load.js";
import { ExitCode } from "../../failure.js";
import { type HookName, hookNames } from "../../init/hooks.js";
import { type InitPlan, planInit, writeInit } from "../../init/init.js";
import {
  type Given,
  type OptionName,
  optionsBelow,
  type OptionSpec,
} from "../../config/options.js";
import { checkValues, readOptions } from "../options.js";
import { fileDiff } from "../../output/file-diff.js";
import { displayPath } from "../../output/paths.js";
import { type Outcome, outcomeOfError } from "../report.js";
import { ignoredNote } from "../staged.js";

/** Names of the options, without the dashes. */
export type InitOptionName = OptionName | "hook";

/** The options, in the order of the help. */
export const initOptions: Readonly<Record<string, OptionSpec>> = {
  ...optionsBelow("Project"),
  hook: {
    kind: "text",
    choices: hookNames,
    description: "a hook that checks commits: lefthook, husky or pre-commit",
    group: "Run",
  },
};

/**
 * Prepares the working folder, and shows what was written. Never throws: what goes
 * wrong is told by the outcome.
 */
export async function runInit(given: Given<InitOptionName>): Promise<Outcome> {
  const { hook: hooks, ...others } = given;
  try {
    checkValues(initOptions, given);
    const [hook] = (hooks ?? []) as readonly HookName[];
    const folder = nodePath.resolve();
    const plan = await withPositions(() =>
      planInit({
        folder,
        settings: readOptions(others).generate,
        ...(hook !== undefined && { hook }),
      }),
    );
    writeInit(plan);
    return {
      exitCode: ExitCode.done,
      stdout: reportOf(plan, folder)
        .map((line) => `${line}\n`)
        .join(""),
      stderr: "",
    };
  } catch (error) {
    return outcomeOfError(error, { report: "text" });
  }
}

function reportOf(
  { edits, takenScripts, hook, runner, outputs }: InitPlan,
  folder: string,
): readonly string[] {
  const lines = edits.flatMap(({ file, before, after }) => {
    const path = displayPath(file, folder);
    if (before === after) return [`${path}: left as it is`];
    return [
      `${path}: ${before === undefined ? "created" : "added to"}`,
      fileDiff({ path, before, after }, ["before", "after"]),
      "",
    ];
  });
  const isChanged = edits.some(({ before, after }) => before !== after);
  return [
    ...lines,
    ...takenScripts.map(
      (name) => `The script ${name} is one of yours: left as it is`,
    ),
    ...outputs.flatMap(
      (output) => ignoredNote(output, displayPath(output, folder)) ?? [],
    ),
    ...(isChanged
      ? [
          `Next: ${[`${runner} mcp-gen`, ...(hook ? [hook.install] : [])].join("; ")}`,
        ]
      : []),
  ];
}
