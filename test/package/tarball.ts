/** The package as it would be published, made of the sources as they are. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { npm } from "../npm.js";
import { repositoryPath } from "../shared.js";

/** What packing needs; `dist` is built again. */
const SOURCES: readonly string[] = [
  ".npmrc",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "docs",
  "generator",
  "package.json",
  "schema",
  "scripts",
  "templates",
  "tsconfig.base.json",
  "tsconfig.build.json",
];

/** A package. */
export interface Tarball {
  /** Absolute path of the `.tgz`. */
  readonly path: string;
  /** Paths of what is inside, sorted. */
  readonly files: readonly string[];
  /** Bytes of the `.tgz`. */
  readonly size: number;
}

/**
 * Runs `npm pack` in a copy of the repository, with the scripts that publishing runs:
 * tests at the same time use the repository's own `dist`.
 *
 * @param folder Takes the copy and the package.
 */
export function packInto(folder: string): Tarball {
  const copy = path.join(folder, "copy");
  mkdirSync(copy, { recursive: true });
  for (const name of SOURCES)
    cpSync(path.join(repositoryPath, name), path.join(copy, name), {
      recursive: true,
    });
  symlinkSync(
    path.join(repositoryPath, "node_modules"),
    path.join(copy, "node_modules"),
    "junction",
  );
  const { exitCode, stdout, stderr } = npm(copy, [
    "pack",
    "--json",
    "--pack-destination",
    folder,
  ]);
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const [packed] = JSON.parse(stdout) as readonly [
    {
      readonly filename: string;
      readonly size: number;
      readonly files: readonly { readonly path: string }[];
    },
  ];
  return {
    path: path.join(folder, packed.filename),
    files: packed.files.map((file) => file.path).sort(),
    size: packed.size,
  };
}
