/** Runs once before the tests: those of the program need it built as it stands. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds `dist/` when a source is newer. Types are for `npm run check` to judge. */
export default function setup(): void {
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
