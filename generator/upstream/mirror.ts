/** Mirrors: a URL or a folder that replaces the repository's `schema` folder. */
import { existsSync, readdirSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../failure.js";
import { reasonOf } from "../output/disk.js";
import { faultOfPath } from "../output/paths.js";
import { readRegularFile } from "../source/regular-file.js";
import { SCHEMA_FILE } from "../source/revisions.js";
import type { Downloader } from "./download.js";
import { shownUrl } from "./download.js";
import { mapParallel } from "./parallel.js";
import type { UpstreamSource } from "./source.js";
import { EXAMPLES_FOLDER } from "./source.js";

/** What a URL may hold in the place of a branch or commit. */
const REF = "{ref}";

/** True when a mirror is reached over the network. */
export function isUrl(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

/**
 * Pulls from a URL: `<url>/<revision>/schema.ts`. Nothing lists the examples
 * there, so they are those that the schema names.
 *
 * @param url may hold `{ref}` where the mirror expects a branch or commit.
 * @param ref replaces it.
 * @throws UsageError when only one of the two is given.
 */
export function urlSource(
  downloader: Downloader,
  url: string,
  ref: string | undefined,
): UpstreamSource {
  if (url.includes(REF) !== (ref !== undefined))
    throw new UsageError(
      ref === undefined
        ? `The mirror's URL holds ${REF}; say which with --ref.`
        : `--ref needs a mirror's URL with ${REF} where the branch or commit goes.`,
    );
  const base = url
    .replaceAll(REF, encodeURIComponent(ref ?? ""))
    .replace(/\/+$/, "");
  if (!URL.canParse(base)) throw new UsageError(`${url} is not a URL.`);
  return async (revision) => {
    const address = (path: string): string => `${base}/${revision}/${path}`;
    const schemaAddress = address(SCHEMA_FILE);
    const schema = await downloader.get({ url: schemaAddress });
    return {
      from: shownUrl(base),
      ...(ref !== undefined && /^[0-9a-f]{40}$/.test(ref)
        ? { commit: ref }
        : {}),
      schemaAddress: shownUrl(schemaAddress),
      schema,
      examples: async () =>
        new Map(
          await mapParallel(examplesIn(schema), async (path) => [
            path,
            await downloader.get({ url: address(path) }),
          ]),
        ),
    };
  };
}

/**
 * Pulls from a folder: `<folder>/<revision>/schema.ts`, or from a checkout of the
 * repository.
 *
 * @param given a path or a `file:` URL.
 * @param projectDir what a relative path starts from.
 */
export function folderSource(
  given: string,
  projectDir: string,
): UpstreamSource {
  const path = /^file:/i.test(given) ? fileURLToPath(given) : given;
  const folder = resolve(projectDir, path);
  return async (revision) => {
    const found = [
      join(folder, revision),
      join(folder, "schema", revision),
    ].find((candidate) => existsSync(join(candidate, SCHEMA_FILE)));
    if (found === undefined)
      throw new UsageError(`${path} holds no ${revision}/${SCHEMA_FILE}.`);
    return {
      // An absolute path would mean nothing on another machine.
      from: isAbsolute(path) ? basename(path) : path.replaceAll("\\", "/"),
      schemaAddress: `${path}/${revision}/${SCHEMA_FILE}`,
      schema: read(found, SCHEMA_FILE),
      examples: async () =>
        new Map(
          filesBelow(found, EXAMPLES_FOLDER).map((example) => [
            example,
            read(found, example),
          ]),
        ),
    };
  };
}

/** @throws UsageError when the system refuses, or it is not a regular file. */
function read(folder: string, path: string): Uint8Array {
  const place = join(folder, ...path.split("/"));
  try {
    return readRegularFile(place);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${place} cannot be read: ${reason}.`);
  }
}

/** The example files that a schema includes, each once. */
function examplesIn(schema: Uint8Array): readonly string[] {
  const text = Buffer.from(schema).toString("utf8");
  const paths = [...text.matchAll(/\{@includeCode\s+(?:\.\/)?([^\s}]+)/g)].map(
    ([, path = ""]) => path,
  );
  return [...new Set(paths)].filter(
    (path) =>
      path.startsWith(`${EXAMPLES_FOLDER}/`) && faultOfPath(path) === undefined,
  );
}

/** All files below a folder, `/` separated, sorted. */
function filesBelow(root: string, folder: string): readonly string[] {
  const absolute = join(root, ...folder.split("/"));
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(root, path);
      return entry.isFile() ? [path] : [];
    });
}
