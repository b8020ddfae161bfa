/** What a run says of the user's handlers. */
import type { LackingHandlers } from "./plan.js";

/** A folder of handlers, as a run leaves it. */
export interface ReportedHandlers {
  readonly folder: string;
  readonly files: readonly {
    readonly path: string;
    readonly state: "create" | "unchanged";
  }[];
  readonly lacking: readonly LackingHandlers[];
  /** The command that adds what is lacking, but for the names. */
  readonly command: string;
}

/** The part of the summary line, e.g. `src/handlers: 5 created, 0 unchanged`. */
export function handlersSummary(
  { folder, files }: ReportedHandlers,
  isDryRun: boolean,
): string {
  const created = files.filter(({ state }) => state === "create").length;
  const unchanged = files.length - created;
  return isDryRun
    ? `${folder}: would create ${created}, leave ${unchanged}`
    : `${folder}: ${created} created, ${unchanged} unchanged`;
}

/** One line for each file that lacks handlers, and one with the command that adds them. */
export function lackingLines({
  folder,
  lacking,
  command,
}: Omit<ReportedHandlers, "files">): readonly string[] {
  if (lacking.length === 0) return [];
  const names = lacking.flatMap(({ functions }) => functions);
  return [
    ...lacking.map(
      ({ file, functions }) =>
        `${folder}/${file} lacks: ${functions.join(", ")}`,
    ),
    `  add with: ${command} --add ${names.join(",")}`,
  ];
}
