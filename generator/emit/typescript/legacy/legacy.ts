/** `legacy.ts`, and what it needs to speak to programs that begin with a handshake. */
import type { ProtocolModel } from "../../../model/model.js";
import type { EmitContext, EmittedFile, Emitter } from "../../emitter.js";
import type { Templates } from "../../templates.js";
import { clientRuntime } from "../client/client.js";
import { typeScript } from "../language.js";
import { commentWords } from "../print/documentation.js";
import {
  type LegacyHandshakeView,
  viewLegacyHandshake,
} from "../runtime/handshake-facts.js";
import { runtimeUnavailable } from "../runtime/revision-facts.js";
import { emitRuntime, runtimeClosure } from "../runtime/runtime-files.js";
import { serverRuntime } from "../server/server.js";
import { emitTypes } from "../types.js";
import { type FileView, typeScriptFile } from "../typescript-file.js";
import { emitLegacyValidators } from "../validators/validators.js";
import { legacyModelOf, legacyTypesModel } from "./legacy-model.js";

/** Emits the older era for a client and a server of the stateless one. */
export const legacyEmitter: Emitter = {
  part: "legacy",
  language: typeScript,
  requires: ["types", "errors", "methods", "validators"],
  adds: ["client", "server"],
  eras: ["stateless"],
  unavailable: (model) =>
    model.era === "handshake"
      ? `Revision ${model.version} begins with a handshake itself.`
      : runtimeUnavailable(model),
  emit: emitLegacy,
};

const FACTS = "typescript/legacy/handshake.ts.hbs";

/** What the template of `legacy.ts` shows. */
export interface LegacyView extends FileView {
  /** The revision, fit for a comment. */
  readonly version: string;
  /** The newest revision of the older era. */
  readonly legacyVersion: string;
  /** Whether there is a client, and a server, that it adds to. */
  readonly client: boolean;
  readonly server: boolean;
  readonly both: boolean;
}

/** What the template of `legacy/handshake.ts` shows. */
export interface LegacyFactsView extends FileView, LegacyHandshakeView {
  /** The revision, fit for a comment. */
  readonly version: string;
}

function emitLegacy(
  model: ProtocolModel,
  context: EmitContext,
): readonly EmittedFile[] {
  const older = legacyModelOf(context);
  const { parts, templates } = context;
  const others = new Set([
    ...(parts.has("client") ? clientRuntime(model, templates) : []),
    ...(parts.has("server") ? serverRuntime(model, templates) : []),
  ]);
  const own = { ...context, templates: { ...templates, users: new Map() } };
  const file = typeScriptFile<LegacyView>("legacy.ts", context, {
    version: commentWords(model.version),
    legacyVersion: commentWords(older.version),
    client: parts.has("client"),
    server: parts.has("server"),
    both: parts.has("client") && parts.has("server"),
  });
  return [
    file,
    typeScriptFile<LegacyFactsView>(
      "legacy/handshake.ts",
      context,
      { version: commentWords(older.version), ...viewLegacyHandshake(older) },
      FACTS,
    ),
    emitTypes(legacyTypesModel(older), own, "legacy/types.ts"),
    emitLegacyValidators(context).file,
    ...emitRuntime(
      model,
      context,
      legacyRuntime(file, templates).filter((name) => !others.has(name)),
    ),
  ];
}

/** Runtime modules of the older era: those that the file and its facts import. */
function legacyRuntime(
  { text }: EmittedFile,
  templates: Templates,
): readonly string[] {
  const modules = Array.from(
    text.matchAll(/ from "([^"]+)"/g),
    ([, module = ""]) => module,
  );
  return runtimeClosure(
    [...modules, "./runtime/eras/handshake/facts.js"],
    templates,
  );
}
