/** Which handlers stand in which file of the user's folder. */
import { claimName, isBindingName, slugOf } from "../model/names.js";
import { handledMethods } from "../emit/typescript/server/handled-methods.js";
import { templateCode } from "../emit/typescript/template-code.js";
import { builtInTemplates } from "../source/built-in-templates.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { faultOfName } from "../output/paths.js";

/** The file that makes a server of the handlers of all features. */
export const ENTRY = "server.ts";

/** Names that the entry and the files of handlers may use themselves. */
function namesInUse(): Set<string> {
  const templates = { builtIn: builtInTemplates, users: new Map() };
  return new Set(
    ["entry", "feature"].flatMap((name) => [
      ...templateCode(`typescript/handlers/${name}.ts.hbs`, templates).words,
    ]),
  );
}

/** Methods that belong together, such as `tools/list` and `tools/call`. */
export interface Feature {
  /** What their names on the wire begin with, e.g. `tools`. */
  readonly segment: string;
  /** Name of the object with the handlers, e.g. `tools`. */
  readonly binding: string;
  /** Name of the file with the object, e.g. `tools.ts`. */
  readonly file: string;
  /** In the order of the schema. */
  readonly methods: readonly Method[];
}

/**
 * Groups the methods that need a handler by the first segment of their names, which is
 * how the protocol itself names its features.
 *
 * @returns Features in the order of their files' names.
 * @throws {UnavailableError} for a revision without a server.
 */
export function featuresOf(model: ProtocolModel): readonly Feature[] {
  const bySlug = new Map<string, Method[]>();
  for (const method of handledMethods(model)) {
    const slug = slugOf(segmentOf(method));
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), method]);
  }
  const taken = namesInUse();
  const takenFiles = new Set<string>();
  return [...bySlug]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([slug, methods]) => ({
      segment: segmentOf(methods[0] as Method),
      binding: claimName(bindingOf(slug), taken),
      file: `${claimName(stemOf(slug), takenFiles)}.ts`,
      methods,
    }));
}

function segmentOf({ name }: Method): string {
  return name.split("/", 1).join();
}

/** `delete` and `2fa` are not names of variables. */
function bindingOf(slug: string): string {
  const name = slug.replace(/-(.)/gu, (_dash, letter: string) =>
    letter.toUpperCase(),
  );
  const candidates = [name, `${name}Handlers`, `handlers${name}`];
  return candidates.find(isBindingName) ?? "otherHandlers";
}

/** Neither the entry nor a name that some system has a meaning of its own for. */
function stemOf(slug: string): string {
  const file = `${slug}.ts`;
  const isFree = file !== ENTRY && faultOfName(file) === undefined;
  return isFree ? slug : `${slug}-handlers`;
}
