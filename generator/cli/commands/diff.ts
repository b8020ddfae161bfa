/** `mcp-gen diff A B`: its options, and what it prints. */
import { configuredSchemaRoot } from "../../config/apply.js";
import { withPositions } from "../../config/load.js";
import { isBreaking } from "../../diff/change.js";
import { renderJson } from "../../diff/json.js";
import { renderMarkdown } from "../../diff/markdown.js";
import type { DiffReport } from "../../diff/report.js";
import { renderText } from "../../diff/text.js";
import { ExitCode, UsageError } from "../../failure.js";
import { isBreakingTool } from "../../diff/tools.js";
import { renderToolsMarkdown, renderToolsText } from "../../diff/tools-text.js";
import { diff, diffTools } from "../../index.js";
import { isSnapshot } from "../../source/resolve.js";
import {
  type Given,
  type OptionSpec,
  optionTable,
} from "../../config/options.js";
import { checkValues } from "../options.js";
import { type Outcome, outcomeOfError } from "../report.js";

/** Names of the options, without the dashes. */
export type DiffOptionName =
  "schema-root" | "config" | "json" | "markdown" | "fail-on";

/** The options, in the order of the help. */
export const diffOptions: Readonly<Record<DiffOptionName, OptionSpec>> = {
  "schema-root": optionTable["schema-root"],
  config: optionTable.config,
  json: optionTable.json,
  markdown: {
    kind: "flag",
    description: "print tables for a pull request",
    group: "Run",
  },
  "fail-on": {
    kind: "text",
    choices: ["breaking"],
    description: "breaking: exit 1 when a change breaks a side",
    group: "Run",
  },
};

/**
 * Compares two schemas. Never throws: what goes wrong is told by the outcome.
 *
 * @param schemas The two schemas, the older one first.
 * @param width Of the terminal, where there is one.
 */
export async function runDiff(
  given: Given<DiffOptionName>,
  schemas: readonly string[],
  width: number | undefined,
): Promise<Outcome> {
  const flag = (name: "json" | "markdown"): boolean =>
    given[name]?.at(-1) === true;
  try {
    checkValues(diffOptions, given);
    const [before, after, ...more] = schemas;
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError(
        "diff takes two schemas, such as: mcp-gen diff 2025-11-25 draft.",
      );
    if (flag("json") && flag("markdown"))
      throw new UsageError("--json and --markdown cannot be used together.");
    const exitCodeFor = (isBroken: boolean): number =>
      given["fail-on"] !== undefined && isBroken
        ? ExitCode.outOfDate
        : ExitCode.done;
    if ([before, after].every(isSnapshot)) {
      const tools = diffTools(before, after);
      const stdout = flag("json")
        ? `${JSON.stringify(tools, undefined, 2)}\n`
        : flag("markdown")
          ? renderToolsMarkdown(tools)
          : renderToolsText(tools);
      const exitCode = exitCodeFor(tools.changes.some(isBreakingTool));
      return { exitCode, stdout, stderr: "" };
    }
    const schemaRoot = await withPositions(() => configuredSchemaRoot(given));
    const report = await diff(
      before,
      after,
      schemaRoot === undefined ? {} : { schemaRoot },
    );
    const render = flag("json")
      ? renderJson
      : flag("markdown")
        ? renderMarkdown
        : (shown: DiffReport) => renderText(shown, width);
    return {
      exitCode: exitCodeFor(report.changes.some(isBreaking)),
      stdout: render(report),
      stderr: "",
    };
  } catch (error) {
    return outcomeOfError(error, { report: flag("json") ? "json" : "text" });
  }
}
