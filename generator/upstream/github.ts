/** The specification's own repository on GitHub, at a branch head or a commit. */
import { createHash } from "node:crypto";
import { UsageError } from "../failure.js";
import { faultOfPath } from "../output/paths.js";
import { SCHEMA_FILE } from "../source/revisions.js";
import type { Downloader, Environment } from "./download.js";
import { RefusedDownload } from "./download.js";
import { mapParallel } from "./parallel.js";
import type { UpstreamRevision, UpstreamSource } from "./source.js";
import { EXAMPLES_FOLDER } from "./source.js";

/** Addresses of GitHub's services; tests put a server of their own here. */
export interface GitHubEndpoints {
  readonly web: string;
  readonly api: string;
  readonly raw: string;
}

/** GitHub itself. */
export const GITHUB: GitHubEndpoints = {
  web: "https://github.com",
  api: "https://api.github.com",
  raw: "https://raw.githubusercontent.com",
};

const REPOSITORY = "modelcontextprotocol/modelcontextprotocol";

/** The folder of the repository that has a folder for each revision. */
const SCHEMA_FOLDER = "schema";

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Pulls from the repository.
 *
 * @param options `ref` is a branch, a tag or a commit. The environment may hold a
 *   `GITHUB_TOKEN`, which raises the limit of API requests and goes to the API only.
 */
export function githubSource(
  downloader: Downloader,
  options: {
    readonly ref: string;
    readonly environment: Environment;
    readonly endpoints: GitHubEndpoints;
  },
): UpstreamSource {
  const { ref, endpoints } = options;
  const api = apiOf(downloader, options);

  return async (revision): Promise<UpstreamRevision> => {
    const commit = COMMIT.test(ref) ? ref : await resolveRef(api, ref);
    const raw = (path: string): string =>
      [endpoints.raw, REPOSITORY, commit, SCHEMA_FOLDER, revision, path]
        .map((part, index) => (index === 0 ? part : encodePath(part)))
        .join("/");
    const schemaAddress = raw(SCHEMA_FILE);
    return {
      from: `${endpoints.web}/${REPOSITORY}`,
      commit,
      schemaAddress,
      schema: await getSchema(downloader, schemaAddress, revision, ref),
      examples: async () => {
        const listed = await listExamples(api, commit, revision);
        const files = await mapParallel(listed, async (entry) => {
          const bytes = await downloader.get({ url: raw(entry.path) });
          verifyBlob(entry, bytes);
          return [entry.path, bytes] as const;
        });
        return new Map(files);
      },
    };
  };
}

/** A branch head's commit. */
async function resolveRef(api: Api, ref: string): Promise<string> {
  let text: string;
  try {
    text = await api(
      `commits/${encodeURIComponent(ref)}`,
      "application/vnd.github.sha",
    );
  } catch (error) {
    if (error instanceof RefusedDownload && [404, 422].includes(error.status))
      throw new UsageError(
        `The specification's repository has no branch, tag or commit "${ref}".`,
      );
    throw error;
  }
  const commit = text.trim();
  if (!COMMIT.test(commit))
    throw new UsageError(
      `GitHub answered something else than the commit of "${ref}".`,
    );
  return commit;
}

async function getSchema(
  downloader: Downloader,
  url: string,
  revision: string,
  ref: string,
): Promise<Uint8Array> {
  try {
    return await downloader.get({ url });
  } catch (error) {
    if (error instanceof RefusedDownload && error.status === 404)
      throw new UsageError(
        `The specification's repository has no ${SCHEMA_FOLDER}/${revision}/${SCHEMA_FILE} at "${ref}" (404 from ${url}).`,
      );
    throw error;
  }
}

/** A file as git's tree lists it. */
interface TreeEntry {
  readonly path: string;
  readonly type: string;
  readonly sha: string;
}

/**
 * Lists the examples by walking down git's trees: a listing of the whole
 * repository is large, and cut off once it is too large.
 *
 * @returns files with their path below the revision's folder.
 */
async function listExamples(
  api: Api,
  commit: string,
  revision: string,
): Promise<readonly TreeEntry[]> {
  let sha = commit;
  for (const name of [SCHEMA_FOLDER, revision, EXAMPLES_FOLDER]) {
    const tree = await listTree(api, sha);
    const folder = tree.find(
      ({ path, type }) => path === name && type === "tree",
    );
    if (folder === undefined)
      throw new UsageError(
        `The specification's repository has no examples of ${revision}.`,
      );
    sha = folder.sha;
  }
  return (await listTree(api, `${sha}?recursive=1`))
    .filter(({ type }) => type === "blob")
    .map((entry) => ({ ...entry, path: `${EXAMPLES_FOLDER}/${entry.path}` }));
}

async function listTree(
  api: Api,
  reference: string,
): Promise<readonly TreeEntry[]> {
  const text = await api(
    `git/trees/${reference}`,
    "application/vnd.github+json",
  );
  const tree = parseTree(text);
  if (tree === undefined)
    throw new UsageError(
      "GitHub answered something else than a complete list of files.",
    );
  return tree;
}

/** @returns undefined for everything but a complete and harmless listing. */
function parseTree(text: string): readonly TreeEntry[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("tree" in value))
    return undefined;
  if ("truncated" in value && value.truncated !== false) return undefined;
  const { tree } = value;
  return Array.isArray(tree) && tree.every(isTreeEntry) ? tree : undefined;
}

/** The path decides where a file is written, so it is not taken on trust. */
function isTreeEntry(value: unknown): value is TreeEntry {
  if (typeof value !== "object" || value === null) return false;
  const { path, type, sha } = value as Record<string, unknown>;
  return (
    typeof path === "string" &&
    faultOfPath(path) === undefined &&
    typeof type === "string" &&
    typeof sha === "string" &&
    COMMIT.test(sha)
  );
}

/** Compares a download with the name that git gives to its content. */
function verifyBlob({ path, sha }: TreeEntry, bytes: Uint8Array): void {
  const name = createHash("sha1")
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest("hex");
  if (name !== sha)
    throw new UsageError(
      `The download of ${path} is damaged: it is not the file that git lists.`,
    );
}

type Api = (path: string, accept: string) => Promise<string>;

function apiOf(
  downloader: Downloader,
  {
    environment,
    endpoints,
  }: {
    readonly environment: Environment;
    readonly endpoints: GitHubEndpoints;
  },
): Api {
  const token = environment["GITHUB_TOKEN"] ?? environment["GH_TOKEN"] ?? "";
  return async (path, accept) => {
    try {
      const bytes = await downloader.get({
        url: `${endpoints.api}/repos/${REPOSITORY}/${path}`,
        headers: {
          accept,
          "x-github-api-version": "2022-11-28",
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      return Buffer.from(bytes).toString("utf8");
    } catch (error) {
      if (error instanceof RefusedDownload && isRateLimit(error))
        throw new UsageError(
          "GitHub's limit of API requests is used up; set GITHUB_TOKEN, or give a full commit with --ref.",
        );
      throw error;
    }
  };
}

function isRateLimit({ status, headers }: RefusedDownload): boolean {
  return (
    status === 429 ||
    (status === 403 && headers["x-ratelimit-remaining"] === "0")
  );
}

/** Encodes each segment of a path for a URL. */
function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
