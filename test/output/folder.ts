/** Temporary folders with files in them, for the tests of the output step. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import {
  hashText,
  type Fingerprint,
  printManifest,
} from "../../generator/output/manifest.js";
import type { Output } from "../../generator/output/output-plan.js";

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = fs.realpathSync(
    fs.mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-")),
  );
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by path; a path that ends in `/` is an empty folder. */
export type Tree = Readonly<Record<string, string>>;

/** Writes files below a folder. */
export function plant(folder: string, tree: Tree): void {
  for (const [name, text] of Object.entries(tree)) {
    const place = path.join(folder, name);
    if (name.endsWith("/")) {
      fs.mkdirSync(place, { recursive: true });
      continue;
    }
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, text);
  }
}

/** Reads every file below a folder; links are shown, not followed. */
export function readTree(folder: string): Tree {
  const tree: Record<string, string> = {};
  const visit = (inner: string) => {
    const entries = fs.readdirSync(path.join(folder, inner), {
      withFileTypes: true,
    });
    if (entries.length === 0 && inner !== "") tree[`${inner}/`] = "";
    for (const entry of entries) {
      const name = inner === "" ? entry.name : `${inner}/${entry.name}`;
      const place = path.join(folder, name);
      if (entry.isDirectory()) visit(name);
      else if (entry.isSymbolicLink())
        tree[name] = `-> ${fs.readlinkSync(place)}`;
      else tree[name] = fs.readFileSync(place, "utf8");
    }
  };
  if (fs.existsSync(folder)) visit("");
  return tree;
}

/** An fingerprint that differs by its mark. */
export function fingerprintOf(mark: string): Fingerprint {
  return {
    generator: "mcp-gen 0.0.0",
    schema: { sha256: mark },
    options: {},
  };
}

/** The output of a run that makes these files in `<root>/out`. */
export function outputOf(root: string, files: Tree, mark = "1"): Output {
  return {
    folder: path.join(root, "out"),
    label: "out",
    files: Object.entries(files).map(([name, text]) => ({ path: name, text })),
    manifest: manifestOf(files, mark),
  };
}

/** The manifest that lists these files. */
export function manifestOf(files: Tree, mark = "1"): string {
  return printManifest({
    fingerprint: fingerprintOf(mark),
    files: new Map(
      Object.entries(files).map(([name, text]) => [name, hashText(text)]),
    ),
  });
}

/** What `out` holds after a run that made these files. */
export function written(files: Tree, mark = "1"): Tree {
  return { ...files, "mcp-gen.json": manifestOf(files, mark) };
}
