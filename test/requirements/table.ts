/** What probes found, as a table. */
import { nothingToCheck, type Probe } from "./probe.js";
import type { Rule } from "./rules.js";
import type { Subject } from "./subject.js";

/** What came of one probe of one subject. */
export interface Finding {
  readonly probe: Probe;
  /** Undefined: it succeeded. */
  readonly failure?: string;
  /** The subject has no such part. */
  readonly absent?: boolean;
}

/** Said before the first probe, once all code is loaded. */
export const probing = "probing";

/** How long a probe may take, in milliseconds; those that hang have failed. */
const limitMs = 30_000;

/** Runs probes one after the other. */
export async function findings(
  probes: readonly Probe[],
  subject: Subject,
  told: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const probe of probes) {
    const finding = await run(probe, subject);
    told(finding);
    found.push(finding);
  }
  return found;
}

async function run(probe: Probe, subject: Subject): Promise<Finding> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("It hangs.")), limitMs);
  });
  try {
    const result = await Promise.race([probe.run(subject), limit]);
    return { probe, ...(result === nothingToCheck ? { absent: true } : {}) };
  } catch (error) {
    return {
      probe,
      failure: error instanceof Error ? error.message : String(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** `yes`, `no`, `3 of 6`, or `-` where there is nothing to check. */
export function verdict(found: readonly Finding[]): string {
  const checked = found.filter(({ absent }) => absent !== true);
  const good = checked.filter(({ failure }) => failure === undefined).length;
  if (checked.length === 0) return "-";
  if (good === checked.length) return "yes";
  return good === 0 ? "no" : `${good} of ${checked.length}`;
}

/** What failed and where, in a few words. */
export function note(found: readonly Finding[]): string {
  const failed = found.filter(({ failure }) => failure !== undefined);
  const byClaim = new Map<string, string[]>();
  for (const { probe } of failed) {
    const at = byClaim.get(`${probe.side}: ${probe.claim}`) ?? [];
    at.push(probe.way ?? "");
    byClaim.set(`${probe.side}: ${probe.claim}`, at);
  }
  return [...byClaim]
    .map(([claim, ways]) => {
      const where = ways.filter((way) => way !== "").join(", ");
      return `not so: ${claim}${where === "" ? "" : ` (${where})`}`;
    })
    .join("; ");
}

/** A table in Markdown: a row a rule, a column a subject. */
export function markdown(
  rules: readonly Rule[],
  columns: readonly {
    readonly name: string;
    readonly found: readonly Finding[];
  }[],
): string {
  const of = (found: readonly Finding[], id: string): readonly Finding[] =>
    found.filter(({ probe }) => probe.id === id);
  const rows = [
    ["id", "requirement", ...columns.map(({ name }) => name), "note"],
    ["---", "---", ...columns.map(() => "---"), "---"],
    ...rules.map(({ id, rule, untested }) => [
      id,
      rule,
      ...columns.map(({ found }) => verdict(of(found, id))),
      [
        ...columns.map(({ name, found }) => {
          const said = note(of(found, id));
          return said === "" ? "" : `${name}: ${said}`;
        }),
        untested === undefined ? "" : `no probe for ${untested}`,
      ]
        .filter((part) => part !== "")
        .join(". "),
    ]),
  ];
  return rows
    .map(
      (cells) =>
        `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
    )
    .join("\n");
}
