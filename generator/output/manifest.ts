/**
 * The manifest, `mcp-gen.json`: what made an output folder and which files in it
 * belong to mcp-gen. It holds no time stamp and no absolute path, so that the
 * same input gives the same manifest everywhere.
 */
import { createHash } from "node:crypto";
import { conflictingVersions } from "./merge-conflict.js";
import { faultOfPath } from "./paths.js";
import { isObject } from "../json.js";

/** The manifest's name in an output folder. */
export const MANIFEST = "mcp-gen.json";

/** A value that the manifest can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | { readonly [key: string]: Json | undefined };

/**
 * Everything but the disk that decides what a run writes: generator, schema,
 * options. The output step only compares it.
 */
export interface Fingerprint {
  /** Name and version of the generator. */
  readonly generator: string;
  /** Facts about the schema: where it was found, its hash. */
  readonly schema: { readonly [key: string]: Json | undefined };
  /** The options that change the output. */
  readonly options: { readonly [key: string]: Json | undefined };
}

/** What `mcp-gen.json` says. */
export interface Manifest {
  readonly fingerprint: Fingerprint;
  /** SHA-256 of each file's text by its `/` separated path, see {@link hashText}. */
  readonly files: ReadonlyMap<string, string>;
  /** Of files of code, also what formatters leave alone, see `hashCode`. */
  readonly code?: ReadonlyMap<string, string>;
}

/**
 * The hash of a text. Line endings count as LF, so that a version control system
 * that checks files out with CRLF does not make them look edited.
 *
 * @returns SHA-256 in hex.
 */
export function hashText(text: string): string {
  return createHash("sha256").update(normaliseLines(text)).digest("hex");
}

/** The text with LF as its only line ending. */
export function normaliseLines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/** Prints a manifest: keys in a fixed order, files sorted by path. */
export function printManifest(manifest: Manifest): string {
  const sorted = (map: ReadonlyMap<string, string>): object =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const files = sorted(manifest.files);
  const code = manifest.code && sorted(manifest.code);
  const { generator, schema, options } = manifest.fingerprint;
  return `${JSON.stringify(
    { generator, schema, options, files, code },
    undefined,
    2,
  )}\n`;
}

/**
 * Reads a manifest.
 *
 * @returns undefined when the text is not a manifest of mcp-gen, or names a file
 *   outside its folder: a manifest decides what is deleted, so nothing in it is
 *   taken on trust.
 */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { generator, schema, options, files, code } = value;
  if (
    typeof generator !== "string" ||
    !generator.startsWith("mcp-gen ") ||
    !isObject(schema) ||
    !isObject(options) ||
    !isObject(files)
  )
    return undefined;
  const hashes = hashesOf(files);
  const codeHashes = hashesOf(isObject(code) ? code : {});
  if (hashes === undefined || codeHashes === undefined) return undefined;
  return {
    fingerprint: {
      generator,
      schema: schema as Fingerprint["schema"],
      options: options as Fingerprint["options"],
    },
    files: hashes,
    ...(codeHashes.size > 0 && { code: codeHashes }),
  };
}

/** @returns undefined when one is none, or has a path that leads elsewhere. */
function hashesOf(value: object): ReadonlyMap<string, string> | undefined {
  const hashes = new Map<string, string>();
  for (const [path, hash] of Object.entries(value)) {
    if (typeof hash !== "string" || faultOfPath(path) !== undefined)
      return undefined;
    hashes.set(path, hash);
  }
  return hashes;
}

/** True when two manifests say the same of everything but the format of code. */
export function sameButFormat(a: Manifest, b: Manifest): boolean {
  const known = ({ files, code }: Manifest): string =>
    JSON.stringify(
      [...files].map(([path, hash]) => [path, code?.get(path) ?? hash]).sort(),
    );
  return sameFingerprint(a.fingerprint, b.fingerprint) && known(a) === known(b);
}

/** The files that a manifest lists, and whether they are what it says. */
export interface RecordedFiles {
  readonly hashes: Manifest["files"];
  /** Hashes of code by `hashCode`. */
  readonly code: Manifest["files"];
  /**
   * True where a merge has left two manifests in one: their files are ours, but what git
   * made of them neither knows.
   */
  readonly areMerged: boolean;
}

/**
 * Reads what a manifest says of files, or both of two that a merge has left.
 *
 * @returns no files for a text that is not a manifest.
 */
export function recordedFiles(text: string): RecordedFiles {
  const versions = conflictingVersions(text);
  const manifests = (versions ?? [text]).flatMap(
    (version) => parseManifest(version) ?? [],
  );
  return {
    hashes: new Map(manifests.flatMap(({ files }) => [...files])),
    code: new Map(manifests.flatMap(({ code }) => [...(code ?? [])])),
    areMerged: versions !== undefined && manifests.length > 0,
  };
}

/** True when two fingerprints are of the same output. */
export function sameFingerprint(a: Fingerprint, b: Fingerprint): boolean {
  return canonical(a) === canonical(b);
}

function canonical(fingerprint: Fingerprint): string {
  return JSON.stringify(fingerprint, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );
}
