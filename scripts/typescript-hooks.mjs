// Module hooks: `./x.js` finds `x.ts`, and TypeScript loses its types on the way in.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

/** @type {import("node:module").ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL) {
    const source = new URL(
      specifier.replace(/\.js$/, ".ts"),
      context.parentURL,
    );
    if (source.protocol === "file:" && existsSync(source)) {
      return { url: source.href, format: "module", shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(await readFile(file, "utf8"), {
    loader: "ts",
    format: "esm",
    target: "node20.19",
    sourcefile: file,
    sourcemap: "inline",
  });
  return { format: "module", source: code, shortCircuit: true };
}
