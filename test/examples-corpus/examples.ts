/** The official examples: one folder a type, one message a file. */
import { readdirSync, readFileSync } from "node:fs";
import { sharedPath } from "../shared.js";

/** The revisions that have examples. */
export const REVISIONS = ["2026-07-28", "draft"] as const;

export interface Example {
  /** `CallToolRequest/call-tool-request.json`. */
  readonly name: string;
  /** The type that the example is of. */
  readonly type: string;
  readonly text: string;
}

/** Every example of a revision, in the order of their names. */
export function examplesOf(revision: string): readonly Example[] {
  const folder = sharedPath("spec", revision, "examples");
  return readdirSync(folder)
    .sort()
    .flatMap((type) =>
      readdirSync(`${folder}/${type}`)
        .sort()
        .map((file) => ({
          name: `${type}/${file}`,
          type,
          text: readFileSync(`${folder}/${type}/${file}`, "utf8"),
        })),
    );
}
