/**
 * The real peers, in a package of their own (`test/interop/package.json`): they are
 * heavy, and a mere checkout has no use for them.
 */
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installDependencies } from "../npm.js";

/** The folder of the package. */
export const peersFolder: string = fileURLToPath(new URL(".", import.meta.url));

/**
 * Installs the peers if that has not been done for the present lock file.
 *
 * @returns what npm said when it could not; undefined once they are there
 */
export function installPeers(): string | undefined {
  // What peers do on installation is not needed, and takes long.
  return installDependencies(peersFolder, { scripts: false });
}

/**
 * Imports a module of a peer; the compiler must not look for its types.
 *
 * @param folder - The folder of the package that depends on it.
 */
export async function peer(
  specifier: string,
  folder: string = peersFolder,
): Promise<any> {
  const resolve = createRequire(`${folder}package.json`);
  return import(
    /* @vite-ignore */ pathToFileURL(resolve.resolve(specifier)).href
  );
}
