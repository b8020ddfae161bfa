/** What faults are put into, and what has to notice them. */
import { join } from "node:path";
import type { CodeFile } from "../compiled-output.js";
import { emittedCode, readFiles } from "../requirements/handshake/ours/code.js";
import { handshakeRules } from "../requirements/handshake/rules.js";
import { rules } from "../requirements/rules.js";
import { repositoryPath } from "../shared.js";
import { bothClientMutants } from "./both-client.js";
import { bothServerMutants } from "./both-server.js";
import { boundMutants } from "./bounds.js";
import { handshakeMutants } from "./handshake.js";
import type { Mutant } from "./mutant.js";
import { mutants } from "./mutants.js";

/** Faults in the code of one revision. */
export interface Suite {
  /** The revision, which names a folder in `out` of a copy. */
  readonly name: string;
  readonly mutants: readonly Mutant[];
  /** Ids of the requirements that can be probed. */
  readonly requirements: readonly string[];
  /** The program that probes requirements, with `--only`. */
  readonly prober: string;
  /** The code without faults. */
  files(): readonly CodeFile[];
}

/** All of them. */
export const suites: readonly Suite[] = [
  {
    name: "draft",
    mutants: [...mutants, ...boundMutants],
    requirements: rules.map(({ id }) => id),
    prober: "test/requirements/main.ts",
    files: () => readFiles(join(repositoryPath, "out/draft")),
  },
  {
    name: "draft",
    mutants: [...bothServerMutants, ...bothClientMutants],
    requirements: handshakeRules.map(({ id }) => id),
    prober: "test/mutants/handshake-probes.ts",
    files: () => readFiles(join(repositoryPath, "out/draft")),
  },
  {
    name: "2025-11-25",
    mutants: handshakeMutants,
    requirements: handshakeRules.map(({ id }) => id),
    prober: "test/mutants/handshake-probes.ts",
    files: emittedCode,
  },
];
