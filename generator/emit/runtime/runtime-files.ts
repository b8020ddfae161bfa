/** The files below `runtime/`: real sources, copied as they are, and one that is generated. */
import type { ProtocolModel } from "../../model/model.js";
import { lineComment } from "../documentation.js";
import type { EmitContext, EmittedFile } from "../emitter.js";
import { bracketed, printLayout } from "../layout.js";
import { printString, printValueKey } from "../print-literal.js";
import { readTemplate } from "../render.js";
import { typeScriptFile } from "../typescript-file.js";
import { revisionFacts } from "./revision-facts.js";

/** The generated file. Only `.hbs` is on disk; the other files are sources. */
const REVISION = "revision";

/** Imports and exports of a sibling: all that one runtime file can need of others. */
const SIBLING = /^(?:import|export|\}).*? from "\.\/([\w-]+)\.js";$/gm;

/** One import statement that starts on an earlier line ends in a line like `} from "./x.js";`. */
const sources = new Map<string, string>();

function sourceOf(name: string): string {
  let source = sources.get(name);
  if (source === undefined) {
    source = readTemplate(`typescript/runtime/${name}.ts`);
    sources.set(name, source);
  }
  return source;
}

/**
 * Runtime modules that the given ones import, at any distance, and they themselves.
 *
 * @param entries Names without folder and extension, e.g. `client-session`.
 */
export function runtimeClosure(entries: Iterable<string>): readonly string[] {
  const found = new Set(entries);
  for (const name of found) {
    if (name === REVISION) continue;
    for (const [, imported = ""] of sourceOf(name).matchAll(SIBLING)) {
      found.add(imported);
    }
  }
  return [...found].sort();
}

/** Emits runtime modules, each under the banner. */
export function emitRuntime(
  model: ProtocolModel,
  context: EmitContext,
  names: readonly string[],
): readonly EmittedFile[] {
  return names.map((name) =>
    name === REVISION
      ? emitRevision(model, context)
      : {
          path: `runtime/${name}.ts`,
          text: `${lineComment(context.banner)}\n\n${sourceOf(name)}`,
          formatted: true,
        },
  );
}

function emitRevision(model: ProtocolModel, context: EmitContext): EmittedFile {
  const facts = revisionFacts(model);
  return typeScriptFile(`runtime/${REVISION}.ts`, context, {
    version: model.version,
    roles: printed(facts.roles),
    signals: printed(facts.signals),
    errorCodes: facts.errorCodes,
    subscriptionIdKey: printString(facts.subscriptionIdKey),
    loggingLevels: printLayout(
      bracketed(
        "export const loggingLevels = [",
        facts.loggingLevels.map(printString),
        "] as const;",
      ),
    ),
    topics: facts.topics.map((topic) => ({
      field: printValueKey(topic.field),
      notification: printString(topic.notification.name),
      capability: printString(topic.capability),
      byUri: String(topic.byUri),
      makesStale: printLayout(
        bracketed("makesStale: [", topic.makesStale.map(printString), "]"),
        4,
      ),
    })),
    listItems: facts.listItems.map(({ method, field }) => ({
      method: printValueKey(method.name),
      field: printString(field),
    })),
  });
}

function printed<Names extends string>(
  names: Readonly<Record<Names, string>>,
): Record<Names, string> {
  return Object.fromEntries(
    Object.entries<string>(names).map(([key, name]) => [
      key,
      printString(name),
    ]),
  ) as Record<Names, string>;
}
