/** Files that only the user's templates know, for other languages or purposes. */
import { UsageError } from "../failure.js";
import { didYouMean, sentences } from "../suggestion.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { methodsOf } from "../model/queries.js";
import { type EmitContext, type EmittedFile, OVERRIDES } from "./emitter.js";
import { renderOwnTemplate } from "./own-template.js";
import { templateNames } from "./render.js";

/** What a template of a file of its own shows: the whole model, and lists of it. */
export interface ModelView extends ProtocolModel {
  /**
   * What made the file, from which schema, and how to make it again: lines without
   * comment marks.
   */
  readonly banner: string;
  /** Requests that clients send and servers answer. */
  readonly clientRequests: readonly Method[];
  /** Requests that servers send and clients answer. */
  readonly serverRequests: readonly Method[];
  /** What servers ask for inside a result of type `input_required`. */
  readonly inputRequests: readonly Method[];
  /** Notifications that clients send. */
  readonly clientNotifications: readonly Method[];
  /** Notifications that servers send. */
  readonly serverNotifications: readonly Method[];
}

/**
 * Renders every template that replaces none of ours: `python/errors.py.hbs` makes
 * `python/errors.py`.
 *
 * @throws UsageError for a template with a mistake, and for one that is to replace a
 *   template that does not exist.
 */
export function emitOwnFiles(
  model: ProtocolModel,
  { templates = new Map(), banner }: EmitContext,
): readonly EmittedFile[] {
  const paths = [...templates.keys()];
  checkOverrides(
    paths.filter((path) => path.startsWith(OVERRIDES)),
    templates,
  );
  const view = viewModel(model, banner);
  return [...templates]
    .filter(([path]) => !path.startsWith(OVERRIDES))
    .map(([path, template]) => ({
      path: path.replace(/\.hbs$/, ""),
      text: renderOwnTemplate(template, view),
      formatted: false,
      template: template.label,
    }));
}

function viewModel(model: ProtocolModel, banner: string): ModelView {
  return {
    ...model,
    banner,
    clientRequests: methodsOf(model, { kind: "request", from: "client" }),
    serverRequests: methodsOf(model, { kind: "request", from: "server" }),
    inputRequests: methodsOf(model, { kind: "inputRequest" }),
    clientNotifications: methodsOf(model, {
      kind: "notification",
      from: "client",
    }),
    serverNotifications: methodsOf(model, {
      kind: "notification",
      from: "server",
    }),
  };
}

function checkOverrides(
  paths: readonly string[],
  templates: NonNullable<EmitContext["templates"]>,
): void {
  if (paths.length === 0) return;
  const names = templateNames();
  for (const path of paths) {
    if (names.includes(path)) continue;
    throw new UsageError(
      sentences(
        `${templates.get(path)?.label} replaces nothing: mcp-gen has no template ${path}.`,
        didYouMean(path, names) ?? `It has: ${names.join(", ")}.`,
      ),
    );
  }
}
