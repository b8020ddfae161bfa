/** What emitters are given, for tests that call one by itself. */
import type { EmitContext, PartName } from "../../generator/emit/emitter.js";
import type { Templates } from "../../generator/emit/templates.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";

/** The package's own templates alone. */
export const templates: Templates = {
  builtIn: builtInTemplates,
  users: new Map(),
};

/** The context of a run without options of its own. */
export function contextOf(...parts: readonly PartName[]): EmitContext {
  return {
    banner: "Banner",
    parts: new Set(parts),
    formats: "annotate",
    importExtension: ".js",
    templates,
  };
}
