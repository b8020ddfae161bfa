/** A project folder of its own for each test of `pull`. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readModel } from "../../generator/read/schema-ts/read.js";
import type { PullOptions, PullResult } from "../../generator/upstream/pull.js";
import { pull } from "../../generator/upstream/pull.js";

/** A schema that says which one it is. */
export function schemaOf(mark: string): string {
  return [
    'export const LATEST_PROTOCOL_VERSION = "2026-07-28";',
    `/** ${mark} */`,
    "export interface Thing {",
    "  name: string;",
    "}",
    "",
  ].join("\n");
}

/** A project with a schema root. */
export interface TestProject {
  /** The schema root, absolute. */
  readonly root: string;
  /** Pulls `draft` unless told otherwise, from the given endpoints. */
  readonly pull: (
    options?: Partial<PullOptions> & { readonly origin?: string },
  ) => Promise<PullResult>;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly write: (path: string, body: string) => void;
  /** Everything below the root, sorted. */
  readonly files: () => readonly string[];
  readonly remove: () => void;
}

export function createProject(): TestProject {
  // Blanks and other letters are in people's paths.
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen pull é-"));
  const root = join(folder, "schema");
  const at = (path: string): string => join(root, ...path.split("/"));
  return {
    root,
    pull: async ({ origin, ...options } = {}) =>
      pull({
        revision: "draft",
        projectDir: folder,
        environment: {},
        timeoutMs: 10_000,
        validate: (source) => {
          readModel(source);
        },
        ...(origin === undefined
          ? {}
          : {
              endpoints: {
                web: "https://github.com",
                api: origin,
                raw: origin,
              },
            }),
        ...options,
      }),
    read: (path) => readFileSync(at(path), "utf8"),
    has: (path) => existsSync(at(path)),
    write: (path, body) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), body);
    },
    files: () =>
      existsSync(root)
        ? readdirSync(root, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) =>
              join(entry.parentPath, entry.name)
                .slice(root.length + 1)
                .replaceAll("\\", "/"),
            )
            .sort()
        : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
