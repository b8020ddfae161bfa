/** `mcp-gen pull REVISION`: its options, and what it prints. */
import nodePath from "node:path";
import { configuredSchemaRoot } from "../../config/apply.js";
import { withPositions } from "../../config/load.js";
import { ExitCode, UsageError } from "../../failure.js";
import { pull } from "../../index.js";
import {
  type Given,
  type OptionSpec,
  optionTable,
} from "../../config/options.js";
import { checkValues } from "../options.js";
import { displayPath } from "../../output/paths.js";
import { DEFAULT_SCHEMA_ROOT } from "../../source/resolve.js";
import { type Outcome, outcomeOfError } from "../report.js";
import type { PulledFile, PullResult } from "../../upstream/pull.js";

/** Names of the options, without the dashes. */
export type PullOptionName =
  | "schema-root"
  | "config"
  | "ref"
  | "from"
  | "examples"
  | "accept"
  | "force"
  | "json";

/** The options, in the order of the help. */
export const pullOptions: Readonly<Record<PullOptionName, OptionSpec>> = {
  "schema-root": optionTable["schema-root"],
  ref: {
    kind: "text",
    fallback: "main",
    description: "branch, tag or commit of the repository",
    group: "Schema",
  },
  from: {
    kind: "text",
    description: "URL or folder that mirrors the repository's schema folder",
    group: "Schema",
  },
  examples: {
    kind: "flag",
    description: "the official examples too",
    group: "Schema",
  },
  accept: {
    kind: "flag",
    description: "download nothing; record the files that are there",
    group: "Run",
  },
  force: {
    kind: "flag",
    description: "replace edited files and released revisions",
    group: "Run",
  },
  config: optionTable.config,
  json: optionTable.json,
};

/**
 * Pulls a revision. Never throws: what goes wrong is told by the outcome.
 *
 * @param words The revision.
 */
export async function runPull(
  given: Given<PullOptionName>,
  words: readonly string[],
): Promise<Outcome> {
  const text = (name: "ref" | "from"): string | undefined =>
    given[name]?.[0] as string | undefined;
  const flag = (name: "examples" | "accept" | "force" | "json"): boolean =>
    given[name]?.at(-1) === true;
  const report = flag("json") ? "json" : "text";
  try {
    checkValues(pullOptions, given);
    const [revision, ...more] = words;
    if (revision === undefined || more.length > 0)
      throw new UsageError(
        "pull takes one revision, such as: mcp-gen pull draft.",
      );
    const [ref, from] = [text("ref"), text("from")];
    const isAccepted = flag("accept");
    if (isAccepted && (ref ?? from) !== undefined)
      throw new UsageError(
        "--accept downloads nothing, so --ref and --from cannot go with it.",
      );
    const schemaRoot = await withPositions(() => configuredSchemaRoot(given));
    const result = await pull({
      revision,
      ...(schemaRoot !== undefined && { schemaRoot }),
      ...(ref !== undefined && { ref }),
      ...(from !== undefined && { from }),
      ...(flag("examples") && { examples: true }),
      ...(flag("force") && { force: true }),
      ...(isAccepted && { accept: true }),
    });
    return {
      exitCode: ExitCode.done,
      stdout:
        report === "json"
          ? `${JSON.stringify({ exitCode: ExitCode.done, ...result }, null, 2)}\n`
          : isAccepted
            ? `${revision}: recorded as found, ${filesText(result.files.length)}\n`
            : resultText(result, schemaRoot ?? DEFAULT_SCHEMA_ROOT),
      stderr: "",
    };
  } catch (error) {
    return outcomeOfError(error, { report });
  }
}

function resultText(
  { revision, from, commit, files }: PullResult,
  schemaRoot: string,
): string {
  const count = (state: PulledFile["state"]): number =>
    files.filter((file) => file.state === state).length;
  const origin = commit === undefined ? from : `${from} at ${commit}`;
  const folder = displayPath(
    nodePath.resolve(schemaRoot, revision),
    process.cwd(),
  );
  const total = `${revision} from ${origin}: ${count("created")} created, ${count("updated")} updated, ${count("unchanged")} unchanged, ${count("deleted")} deleted in ${folder}\n`;
  return count("unchanged") === files.length
    ? total
    : `${total}Next: mcp-gen --schema ${revision}\n`;
}

function filesText(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
