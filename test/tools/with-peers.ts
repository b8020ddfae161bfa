/** Schema libraries, SDK clients and servers that generated tools are tested with. */
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describeUnless } from "../needs.js";
import { installDependencies } from "../npm.js";

/** The folder of their package. */
export const peersFolder: string = fileURLToPath(
  new URL("peers/", import.meta.url),
);

const problem = installDependencies(peersFolder, { scripts: false });

/** `describe` for tests that need the peers; see `needs.ts`. */
export function describeWithPeers(name: string, define: () => void): void {
  describeUnless(
    problem === undefined
      ? undefined
      : `npm cannot install test/tools/peers: ${problem}`,
    name,
    define,
  );
}

/** Imports a module of a peer; the compiler must not look for its types. */
export async function peer(specifier: string): Promise<any> {
  const { resolve } = createRequire(`${peersFolder}package.json`);
  return import(/* @vite-ignore */ pathToFileURL(resolve(specifier)).href);
}
