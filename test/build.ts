/**
 * Runs once before the tests: says what some of them will install, and builds the
 * program as it stands.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./npm.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The folders below `test/` whose packages are not there yet, with the space that they take. */
function missingPackages(): readonly string[] {
  return readdirSync(join(root, "test"))
    .map((name) => join(root, "test", name))
    .filter((folder) => existsSync(join(folder, "package-lock.json")))
    .filter((folder) => !isInstalled(folder))
    .map((folder) => {
      const { installedSize } = JSON.parse(
        readFileSync(join(folder, "package.json"), "utf8"),
      ) as { readonly installedSize: string };
      return `test/${basename(folder)} (${installedSize})`;
    });
}

/** Builds `dist/` when a source is newer. Types are for `npm run check` to judge. */
export default function setup(): void {
  const missing = missingPackages();
  if (missing.length > 0)
    console.log(
      `Tests that need further packages install them on first use: ${missing.join(", ")}.`,
    );
  const built = statSync(join(root, "dist/program.cjs"), {
    throwIfNoEntry: false,
  });
  const sources = [
    join(root, "scripts/build.mjs"),
    ...["generator", "templates"]
      .flatMap((folder) =>
        readdirSync(join(root, folder), {
          recursive: true,
          withFileTypes: true,
        }),
      )
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  ];
  const isCurrent = sources.every(
    (source) => built !== undefined && statSync(source).mtimeMs < built.mtimeMs,
  );
  if (isCurrent) return;
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/build.mjs")],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The program does not build:\n${stderr}`);
}
