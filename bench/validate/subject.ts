/** Where the made files are, and our validators in the form that peers have too. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Validator, Workspace } from "./peers/peer.js";

/** Below `bench/`, so that the peers' packages are found from it. */
export const FOLDER: string = fileURLToPath(
  new URL("../.cache/validate", import.meta.url),
);

/** The workspace as JSON: rows are measured in processes of their own. */
export const workspaceFile: string = path.join(FOLDER, "workspace.json");

/** Where the compiled validators are. */
export const validatorsFile: string = path.join(
  FOLDER,
  "mcp-gen",
  "validators.js",
);

/** The workspace that `makeWorkspace` has made before. */
export function readWorkspace(): Workspace {
  return JSON.parse(readFileSync(workspaceFile, "utf8")) as Workspace;
}

interface Issue {
  readonly path: readonly (string | number)[];
}

/** As ajv by default: the first fault ends the search. */
const FIRST = { maxIssues: 1 } as const;

/** Our validators of these types. */
export async function loadSubject(
  types: readonly string[],
): Promise<ReadonlyMap<string, Validator>> {
  const module = (await import(pathToFileURL(validatorsFile).href)) as Record<
    string,
    (value: unknown) => unknown
  >;
  return new Map(
    types.map((type) => {
      const is = module[`is${type}`] as (value: unknown) => boolean;
      const validate = module[`validate${type}`] as (
        value: unknown,
        options?: { readonly maxIssues: number },
      ) => {
        issues?: readonly Issue[];
      };
      const validator: Validator = {
        is,
        report: (value) => validate(value, FIRST).issues,
        pathIn: (issues: readonly Issue[]) => issues[0]?.path.join("/") ?? "",
      };
      return [type, validator];
    }),
  );
}
