/** Programs other than Node that run JavaScript; the tests install them on first use. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "../npm.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
// Without scripts: they would move the binaries, which are found where they are.
/** What npm said when it could not install them. */
export const platformFault: string | undefined = installDependencies(folder, {
  scripts: false,
});

/** The binary of a platform, in the package for this system; undefined without one. */
export function platformBinary(name: "bun" | "deno"): string | undefined {
  const packages = join(
    folder,
    "node_modules",
    name === "bun" ? "@oven" : "@deno",
  );
  if (!existsSync(packages)) return undefined;
  return readdirSync(packages)
    .flatMap((each) => [
      join(packages, each, name),
      join(packages, each, "bin", name),
    ])
    .find((path) => existsSync(path));
}
