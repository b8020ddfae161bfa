/** Files that only the user's templates know, for other languages or purposes. */
import { UsageError } from "../failure.js";
import { didYouMean, sentences } from "../suggestion.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { methodsOf } from "../model/queries.js";
import type { EmitContext, EmittedFile } from "./emitter.js";
import { OVERRIDES, type Templates } from "./templates.js";
import { withImportExtension } from "./typescript/language.js";
import { renderUserTemplate } from "./user-template.js";

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
export function emitUserFiles(
  model: ProtocolModel,
  context: EmitContext,
): readonly EmittedFile[] {
  checkOverrides(context.templates);
  const view = viewModel(model, context.banner);
  return [...context.templates.users]
    .filter(([path]) => !path.startsWith(OVERRIDES))
    .map(([path, template]) => ({
      path: path.replace(/\.hbs$/, ""),
      text: renderUserTemplate(template, view),
      formatted: false,
      template: template.label,
    }))
    .map((file) => withImportExtension(file, context));
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

function checkOverrides({ builtIn, users }: Templates): void {
  const paths = [...users.keys()].filter((path) => path.startsWith(OVERRIDES));
  if (paths.length === 0) return;
  const names = builtIn.paths().filter((path) => path.endsWith(".hbs"));
  for (const path of paths) {
    if (names.includes(path)) continue;
    throw new UsageError(
      sentences(
        `${users.get(path)?.label} replaces nothing: mcp-gen has no template ${path}.`,
        didYouMean(path, names) ?? `It has: ${names.join(", ")}.`,
      ),
    );
  }
}
