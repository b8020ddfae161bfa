/** `index.ts`: the public surface of the output, whatever parts it has. */
import type { EmitContext, EmittedFile } from "../emitter.js";
import { type ExportedName, exportedNames } from "./exported-names.js";
import { printModuleList } from "./print/module-list.js";
import { type FileView, typeScriptFile } from "./typescript-file.js";

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

/** What the template of `index.ts` shows. */
export interface IndexView extends FileView {
  /** Names that two files have, and which file's is exported here. */
  readonly notes: readonly string[];
  /** `export * from` for each file. */
  readonly modules: readonly string[];
  /** Export statements that decide about the names of the notes. */
  readonly resolutions: readonly string[];
}

/** Names that one module keeps although others export them too. */
interface Resolution {
  readonly module: string;
  readonly isType: boolean;
  readonly names: string[];
}

/**
 * Emits the index over those of `files` that are public; nothing when none is.
 * Files below `runtime/` are reached through the client and the server, or by their
 * own path, so that no platform's imports come along unasked. So is `legacy.ts`: no
 * program loads an older era that it does not speak.
 */
export function emitIndex(
  files: readonly EmittedFile[],
  context: EmitContext,
): readonly EmittedFile[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const modules = SURFACE.filter((module) => texts.has(`${module}.ts`));
  if (modules.length === 0) return [];
  const { notes, resolutions } = resolveCollisions(
    modules.map((module) => ({
      module,
      exports: exportedNames(`${module}.ts`, (path) => texts.get(path)),
    })),
  );
  return [
    typeScriptFile<IndexView>("index.ts", context, {
      notes,
      modules: modules.map(
        (module) =>
          `export ${module === "types" ? "type *" : "*"} from "./${module}.js";`,
      ),
      resolutions: resolutions.map(({ module, isType, names }) =>
        printModuleList(isType ? "export type" : "export", names, module),
      ),
    }),
  ];
}

/**
 * An explicit export wins over `export *`, which would drop a name of two modules.
 * One thing that two modules pass on is not a collision, but where one of them passes
 * on the type alone.
 */
function resolveCollisions(
  modules: readonly {
    readonly module: string;
    readonly exports: readonly ExportedName[];
  }[],
): { notes: readonly string[]; resolutions: readonly Resolution[] } {
  const owners = new Map<string, ExportedName & { readonly module: string }>();
  const settled = new Map<string, ExportedName & { readonly module: string }>();
  const notes: string[] = [];
  for (const { module, exports } of modules) {
    for (const exported of exports) {
      const { name, isType, declaredIn } = exported;
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, { ...exported, module });
      } else if (owner.declaredIn !== declaredIn) {
        settled.set(name, owner);
        notes.push(`${name}: of ${owner.module}.js, not of ${module}.js`);
      } else if (owner.isType && !isType) {
        owners.set(name, { ...exported, module });
        settled.set(name, { ...exported, module });
      }
    }
  }
  const resolutions = new Map<string, Resolution>();
  for (const [name, { module, isType }] of settled) {
    const key = `${module} ${isType}`;
    const resolution = resolutions.get(key) ?? { module, isType, names: [] };
    resolution.names.push(name);
    resolutions.set(key, resolution);
  }
  return { notes, resolutions: [...resolutions.values()] };
}
