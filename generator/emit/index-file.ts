/** `index.ts`: the public surface of the output, whatever parts it has. */
import type { EmitContext, EmittedFile } from "./emitter.js";
import { exportedNames } from "./exported-names.js";
import { printModuleList } from "./module-list.js";
import { typeScriptFile } from "./typescript-file.js";

/**
 * Modules that the index passes on, the schema's own names first: where several
 * export one name, the first of this order has it.
 */
const SURFACE: readonly string[] = [
  "types",
  "errors",
  "methods",
  "validators",
  "client",
  "server",
];

/** Names that one module keeps although others export them too. */
interface Resolution {
  readonly module: string;
  readonly isType: boolean;
  readonly names: string[];
}

/**
 * Emits the index over those of `files` that are public; nothing when none is.
 * Files below `runtime/` are reached through the client and the server, or by their
 * own path, so that no platform's imports come along unasked.
 */
export function emitIndex(
  files: readonly EmittedFile[],
  context: EmitContext,
): readonly EmittedFile[] {
  const modules = SURFACE.flatMap((module) => {
    const file = files.find(({ path }) => path === `${module}.ts`);
    return file === undefined ? [] : [{ module, text: file.text }];
  });
  if (modules.length === 0) return [];
  const { notes, resolutions } = resolveCollisions(modules);
  return [
    typeScriptFile("index.ts", context, {
      notes,
      modules: modules.map(
        ({ module }) =>
          `export ${module === "types" ? "type *" : "*"} from "./${module}.js";`,
      ),
      resolutions: resolutions.map(({ module, isType, names }) =>
        printModuleList(isType ? "export type" : "export", names, module),
      ),
    }),
  ];
}

/** An explicit export wins over `export *`, which would drop a name of two modules. */
function resolveCollisions(
  modules: readonly { readonly module: string; readonly text: string }[],
): { notes: readonly string[]; resolutions: readonly Resolution[] } {
  const owners = new Map<string, { module: string; isType: boolean }>();
  const resolutions = new Map<string, Resolution>();
  const notes: string[] = [];
  for (const { module, text } of modules) {
    for (const { name, isType } of exportedNames(text)) {
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, { module, isType });
        continue;
      }
      notes.push(`${name}: of ${owner.module}.js, not of ${module}.js`);
      const key = `${owner.module} ${owner.isType}`;
      const resolution = resolutions.get(key) ?? { ...owner, names: [] };
      if (!resolution.names.includes(name)) resolution.names.push(name);
      resolutions.set(key, resolution);
    }
  }
  return { notes, resolutions: [...resolutions.values()] };
}
