/** What the program knows about its own package. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The package's folder: the parent of `dist`, or of `generator` under test. This module
 * has to stay where it is, directly below one of them.
 */
export const packageFolder: string = fileURLToPath(
  new URL("..", import.meta.url),
);

/** The package's version. */
export const version: string = readVersion();

/** Name and version, as manifests record them. */
export const generatorName: string = `mcp-gen ${version}`;

/**
 * True in a checkout of mcp-gen itself, where the program changes without getting a
 * new version. A published package holds no sources.
 */
export function isCheckout(): boolean {
  return existsSync(new URL("../generator", import.meta.url));
}

function readVersion(): string {
  const text = readFileSync(
    new URL("../package.json", import.meta.url),
    "utf8",
  );
  return (JSON.parse(text) as { version: string }).version;
}
