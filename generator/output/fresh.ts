/**
 * Answers "is there anything to do?" from hashes alone, so that a run that changes
 * nothing loads neither a compiler nor a formatter.
 */
import { type Disk, nodeDisk } from "./disk.js";
import { readInside } from "./inside.js";
import {
  hashText,
  MANIFEST,
  type Fingerprint,
  parseManifest,
  sameFingerprint,
} from "./manifest.js";
import type { OutputFolder } from "./output-plan.js";
import { hasStaging } from "./staging.js";

/**
 * Compares an output folder with what would be written to it.
 *
 * @param fingerprint What decides the output of this run.
 * @returns paths of the folder's files, the manifest last, when each is exactly
 *   what this run would write; undefined when that is not certain.
 * @throws UsageError as planning does, when something is in a file's place.
 */
export function freshFiles(
  output: OutputFolder,
  fingerprint: Fingerprint,
  disk: Disk = nodeDisk,
): readonly string[] | undefined {
  const text = readInside(output, MANIFEST, disk);
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (
    manifest === undefined ||
    !sameFingerprint(manifest.fingerprint, fingerprint)
  )
    return undefined;
  if (hasStaging(output.folder, disk)) return undefined;
  const paths = [...manifest.files.keys()];
  const isFresh = paths.every((path) => {
    const current = readInside(output, path, disk);
    return (
      current !== undefined && hashText(current) === manifest.files.get(path)
    );
  });
  return isFresh ? [...paths, MANIFEST] : undefined;
}
