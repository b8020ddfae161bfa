// Runs a benchmark: `node bench/run.mjs <name> [options]` starts bench/<name>/main.ts.
// Its peers have a package of their own, installed here on first use.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [name, ...options] = process.argv.slice(2);
const program = fileURLToPath(new URL(`${name}/main.ts`, import.meta.url));
if (!name || !existsSync(program)) {
  console.error(`There is no benchmark named "${name ?? ""}" below bench/.`);
  process.exit(2);
}

if (!existsSync(new URL("node_modules/", import.meta.url))) {
  console.error("Installing the benchmarks' peers (bench/package.json) ...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const installed = spawnSync(npm, ["ci", "--no-audit", "--no-fund"], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (installed.status !== 0) {
    console.error("The peers could not be installed; nothing was measured.");
    process.exit(1);
  }
}

const loader = new URL("../scripts/typescript.mjs", import.meta.url).href;
const run = spawnSync(
  process.execPath,
  ["--import", loader, program, ...options],
  { stdio: "inherit" },
);
process.exit(run.status ?? 1);
