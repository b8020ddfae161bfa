/** The lists of requirements, each with its probes and what they are run on. */
import { probes as statelessProbes } from "./all-probes.js";
import { handshakeProbes } from "./handshake/all-probes.js";
import { ours as handshakeOurs } from "./handshake/ours/subject.js";
import { handshakeRules } from "./handshake/rules.js";
import { sdkV1 } from "./handshake/sdk/subject.js";
import { ours } from "./ours/subject.js";
import { rules, type Rule } from "./rules.js";
import { sdk } from "./sdk/subject.js";
import {
  findings,
  type Column,
  type Finding,
  type ProbeOf,
  type Stoppable,
} from "./table.js";

/** Whose code is probed. */
export type Target = "ours" | "sdk";

/** Is told how probing goes on. */
export interface Watcher {
  /** The subject is there. */
  started(subject: string): void;
  /** One probe is over. */
  found(subject: string, finding: Finding): void;
}

/** Probes for one kind of subject. */
export interface ProbeGroup {
  /** Requirements that have a probe here. */
  readonly ids: ReadonlySet<string>;
  /**
   * Runs probes on a target.
   *
   * @param wants - Whether probes of a requirement are to be run.
   * @returns Undefined where the target has no subject of this kind.
   */
  run(
    target: Target,
    wants: (id: string) => boolean,
    watcher: Watcher,
  ): Promise<Column | undefined>;
}

/** A list of requirements. */
export interface RequirementList {
  /** Marks the place of the table in a file: `<!-- <name>: begin -->`. */
  readonly name: string;
  readonly title: string;
  /** The list's file below the folder of the specification. */
  readonly file: string;
  readonly rules: readonly Rule[];
  readonly groups: readonly ProbeGroup[];
}

/** Both lists. A kind of subject that is new adds its group here. */
export const lists: readonly RequirementList[] = [
  {
    name: "stateless",
    title: "Revision 2026-07-28",
    file: "REQUIREMENTS.md",
    rules,
    groups: [group(statelessProbes, { ours, sdk })],
  },
  {
    name: "handshake",
    title: "Revisions with a handshake, and programs of both eras",
    file: "HANDSHAKE-REQUIREMENTS.md",
    rules: handshakeRules,
    groups: [group(handshakeProbes, { ours: handshakeOurs, sdk: sdkV1 })],
  },
];

function group<Subject extends Stoppable>(
  probes: readonly ProbeOf<Subject>[],
  subjects: Partial<Record<Target, () => Subject | Promise<Subject>>>,
): ProbeGroup {
  return {
    ids: new Set(probes.map(({ id }) => id)),
    run: async (target, wants, watcher) => {
      const chosen = probes.filter(({ id }) => wants(id));
      const make = subjects[target];
      if (make === undefined || chosen.length === 0) return undefined;
      const subject = await make();
      try {
        const { name } = subject;
        watcher.started(name);
        const found = await findings(chosen, subject, (finding) =>
          watcher.found(name, finding),
        );
        return { name, found };
      } finally {
        await subject.stop();
      }
    },
  };
}
