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
import { hashText, MANIFEST } from "./output/manifest.js";
import { packageFolder } from "./package-info.js";

/** What the program as it stands has confirmed. */
interface Confirmed {
  readonly program: string;
  /** Hash of the manifest by output folder. */
  readonly outputs: Readonly<Record<string, string>>;
}

const MEMORY = nodePath.join(
  packageFolder,
  "node_modules/.cache/mcp-gen/confirmed.json",
);

/** True when the program, unchanged since, has confirmed each folder's manifest. */
export function isConfirmed(folders: readonly string[]): boolean {
  const { outputs } = recall(fingerprint());
  return folders.every(
    (folder) =>
      outputs[folder] !== undefined &&
      outputs[folder] === hashOfManifest(folder),
  );
}

/** Remembers that these folders are what the program writes. */
export function confirm(folders: readonly string[]): void {
  const program = fingerprint();
  const outputs = { ...recall(program).outputs };
  for (const folder of folders) {
    const hash = hashOfManifest(folder);
    if (hash !== undefined) outputs[folder] = hash;
  }
  try {
    nodeFs.mkdirSync(nodePath.dirname(MEMORY), { recursive: true });
    nodeFs.writeFileSync(MEMORY, JSON.stringify({ program, outputs }));
  } catch {
    // It only saves time: without it the next run does the whole work.
  }
}

function recall(program: string): Confirmed {
  try {
    const known = JSON.parse(nodeFs.readFileSync(MEMORY, "utf8")) as Confirmed;
    if (known.program === program) return known;
  } catch {
    // Never written, or not whole: nothing is confirmed.
  }
  return { program, outputs: {} };
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
  try {
    return hashText(
      nodeFs.readFileSync(nodePath.join(folder, MANIFEST), "utf8"),
    );
  } catch {
    return undefined;
  }
}
