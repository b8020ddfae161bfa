/**
 * For developers of mcp-gen: in a checkout the program changes while its version
 * stays, so a manifest alone does not tell whether an output is current. This file
 * remembers, outside of every output, which manifests the program as it stands now
 * has confirmed.
 */
import { createHash } from "node:crypto";
import nodeFs from "node:fs";
import nodePath from "node:path";
import { fileURLToPath } from "node:url";
import { hashText, MANIFEST } from "../output/manifest.js";
import { packageFolder } from "../package-info.js";
import { readIfReadable } from "../source/regular-file.js";

/**
 * A folder for each state of the program, in it a file for each output folder, which
 * holds the hash of the manifest. Runs at the same time do not meet in one file.
 */
const MEMORY = nodePath.join(
  packageFolder,
  "node_modules/.cache/mcp-gen/confirmed",
);

/** True when the program, unchanged since, has confirmed each folder's manifest. */
export function isConfirmed(folders: readonly string[]): boolean {
  const memory = nodePath.join(MEMORY, fingerprint());
  return folders.every((folder) => {
    const confirmed = readIfReadable(nodePath.join(memory, hashText(folder)));
    return confirmed !== undefined && confirmed === hashOfManifest(folder);
  });
}

/** Remembers that these folders are what the program writes. */
export function confirm(folders: readonly string[]): void {
  const program = fingerprint();
  const memory = nodePath.join(MEMORY, program);
  try {
    if (!nodeFs.existsSync(memory)) {
      // What an earlier state of the program has confirmed is of no more use.
      nodeFs.rmSync(MEMORY, { recursive: true, force: true });
      nodeFs.mkdirSync(memory, { recursive: true });
    }
    for (const folder of folders) {
      const hash = hashOfManifest(folder);
      if (hash !== undefined)
        nodeFs.writeFileSync(nodePath.join(memory, hashText(folder)), hash);
    }
  } catch {
    // It only saves time: without it the next run does the whole work.
  }
}

/** Names, sizes and times of the program's files: fast, and good on one machine. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const add = (place: string) => {
    const stats = nodeFs.statSync(place, { throwIfNoEntry: false });
    hash.update(JSON.stringify([place, stats?.size, stats?.mtimeMs]));
  };
  const program = fileURLToPath(new URL(".", import.meta.url));
  for (const name of nodeFs.readdirSync(program))
    if (/\.c?js$/.test(name)) add(nodePath.join(program, name));
  const templates = nodePath.join(packageFolder, "templates");
  for (const entry of nodeFs.readdirSync(templates, {
    recursive: true,
    withFileTypes: true,
  }))
    if (entry.isFile()) add(nodePath.join(entry.parentPath, entry.name));
  // What npm has installed: the compiler and the template engine count as well.
  add(nodePath.join(packageFolder, "node_modules/.package-lock.json"));
  return hash.digest("hex");
}

function hashOfManifest(folder: string): string | undefined {
  const manifest = readIfReadable(nodePath.join(folder, MANIFEST));
  return manifest === undefined ? undefined : hashText(manifest);
}
