// Builds dist/ from generator/: two files in place of a hundred modules, since each module
// that is loaded costs a millisecond of every run. `tsc` adds the types.
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import Handlebars from "handlebars";

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

// What starts a run and may end it, and all the rest. As CommonJS: Node starts such files
// fastest, and the compiled code of one can be kept from run to run.
const { metafile } = await build({
  ...shared,
  entryPoints: ["generator/cli/bin.ts", "generator/cli/program.ts"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  banner: {
    js: 'const fileUrl = require("node:url").pathToFileURL(__filename).href;',
  },
  define: { "import.meta.url": "fileUrl" },
});

const written = new Set([
  writeTemplates(),
  await writeLibrary(),
  await writeEntry("model.js", "generator/model/index.ts"),
  await writeEntry("config.js", "generator/config/define.ts"),
  ...Object.keys(metafile.outputs).map((path) => basename(path)),
]);
for (const entry of readdirSync(dist, { withFileTypes: true }))
  if (/\.c?js$/.test(entry.name) && !written.has(entry.name))
    rmSync(join(dist, entry.name));

const declarations = declarationsOf(
  "index.d.ts",
  "model/index.d.ts",
  "config/define.d.ts",
);
for (const path of readdirSync(dist, { recursive: true }).map(String))
  if (path.endsWith(".d.ts") && !declarations.has(join(dist, path)))
    rmSync(join(dist, path));

// `tsc` declares every module; a package needs what its exports mention, at any distance.
function declarationsOf(...entries) {
  const found = new Set(entries.map((entry) => join(dist, entry)));
  for (const path of found) {
    if (!existsSync(path)) continue;
    const imports = readFileSync(path, "utf8").matchAll(
      /"(\.{1,2}\/[^"]+)\.js"/g,
    );
    for (const [, specifier] of imports)
      found.add(join(dirname(path), `${specifier}.d.ts`));
  }
  return found;
}

// The package's exports: an ES module that passes on what the program has built in.
async function writeLibrary() {
  const { metafile } = await build({
    ...shared,
    entryPoints: ["generator/index.ts"],
    format: "esm",
    write: false,
  });
  const [{ exports: names }] = Object.values(metafile.outputs);
  const name = "index.js";
  const lines = [
    'import { library } from "./program.cjs";',
    "export const {",
    ...names.sort().map((each) => `  ${each},`),
    "} = library;",
    "",
  ];
  writeFileSync(join(dist, name), lines.join("\n"));
  return name;
}

// The model with its queries, and defineConfig, which need nothing of the program.
async function writeEntry(name, source) {
  await build({
    ...shared,
    entryPoints: { [name.replace(/\.js$/, "")]: source },
    format: "esm",
  });
  return name;
}

// Compiling the templates takes a run longer than filling them in.
function writeTemplates() {
  const folder = join(root, "templates");
  const options = JSON.parse(
    readFileSync(join(root, "generator/emit/handlebars-options.json"), "utf8"),
  );
  const entries = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".hbs"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      const code = Handlebars.precompile(text.replace(/\r\n?/g, "\n"), options);
      return `exports[${JSON.stringify(path)}] = ${code};\n`;
    });
  const name = "templates.cjs";
  writeFileSync(join(dist, name), entries.join(""));
  return name;
}
