/** What probes found, as a table. */
import type { Way } from "./message.js";
import { nothingToCheck } from "./probe.js";
import type { Rule } from "./rules.js";

/** What is probed, and where. */
export interface ProbePlace {
  /** The requirement. */
  readonly id: string;
  readonly side: string;
  readonly way: Way | undefined;
  /** The revision that is spoken, where a requirement holds in several. */
  readonly revision?: string;
  /** What is true if the probe succeeds. */
  readonly claim: string;
}

/** A probe of one kind of subject. */
export interface ProbeOf<Subject> extends ProbePlace {
  run(subject: Subject): Promise<void | typeof nothingToCheck>;
}

/** A subject, as far as the table needs to know it. */
export interface Stoppable {
  readonly name: string;
  stop(): Promise<void>;
}

/** What came of one probe of one subject. */
export interface Finding {
  readonly probe: ProbePlace;
  /** Undefined: it succeeded. */
  readonly failure?: string;
  /** The subject has no such part. */
  readonly absent?: boolean;
}

/** What was found of one subject. */
export interface Column {
  readonly name: string;
  readonly found: readonly Finding[];
}

/** Said before the first probe, once all code is loaded. */
export const probing = "probing";

/** How long a probe may take, in milliseconds; those that hang have failed. */
const limitMs = 30_000;

/** Runs probes one after the other. */
export async function findings<Subject>(
  probes: readonly ProbeOf<Subject>[],
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

async function run<Subject>(
  probe: ProbeOf<Subject>,
  subject: Subject,
): Promise<Finding> {
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
  const byClaim = new Map<string, Finding[]>();
  for (const each of found) {
    const claim = `${each.probe.side}: ${each.probe.claim}`;
    byClaim.set(claim, [...(byClaim.get(claim) ?? []), each]);
  }
  return [...byClaim]
    .flatMap(([claim, probed]) => {
      const failed = probed.filter(({ failure }) => failure !== undefined);
      if (failed.length === 0) return [];
      const places = [
        ...named(failed, ({ way }) => way),
        // Worth saying only where it holds in some revisions and not in others.
        ...(named(probed, ({ revision }) => revision).length > 1
          ? named(failed, ({ revision }) => revision)
          : []),
      ];
      const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
      return [`not so: ${claim}${where}`];
    })
    .join("; ");
}

/** Each value once. */
function named(
  found: readonly Finding[],
  of: (place: ProbePlace) => string | undefined,
): readonly string[] {
  const values = found.flatMap(({ probe }) => of(probe) ?? []);
  return [...new Set(values)];
}

/** A table in Markdown: a row a rule, a column a subject. */
export function markdown(
  rules: readonly Rule[],
  columns: readonly Column[],
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
