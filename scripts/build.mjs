// Builds dist/ from generator/: a handful of files in place of a hundred modules, since
// each module that is loaded costs a millisecond of every run. `tsc` adds the types.
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** @type {import("esbuild").BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  logLevel: "warning",
  metafile: true,
  outdir: dist,
  packages: "external",
  platform: "node",
  target: "node20.19",
};

// What nearly every run needs, as one CommonJS file: Node starts those fastest.
const program = await build({
  ...shared,
  entryPoints: ["generator/bin.ts"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  external: ["./main.js"],
  banner: {
    js: 'const fileUrl = require("node:url").pathToFileURL(__filename).href;',
  },
  define: { "import.meta.url": "fileUrl" },
});

// The library and the rest of the program, which share their modules.
const library = await build({
  ...shared,
  entryPoints: ["generator/generate.ts", "generator/main.ts"],
  format: "esm",
  splitting: true,
});

const written = new Set(
  [program, library].flatMap(({ metafile }) =>
    Object.keys(metafile.outputs).map((path) => basename(path)),
  ),
);
for (const entry of readdirSync(dist, { withFileTypes: true }))
  if (/\.c?js$/.test(entry.name) && !written.has(entry.name))
    rmSync(join(dist, entry.name));
