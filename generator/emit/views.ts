/**
 * What templates show, by the template's name: `docs/templates.md` lists them for those
 * who write their own.
 */
export type { CallView, ClientView, ListView } from "./client/client.js";
export type { CodeCase, CodeGroup } from "./error-codes.js";
export type { ErrorDataView } from "./error-data.js";
export type { ErrorClassView, ErrorsView } from "./errors.js";
export type { ConstantView } from "./exported-constants.js";
export type { IndexView } from "./index-file.js";
export type {
  MetaKeyView,
  MetaTableView,
  MethodsView,
  MethodTableView,
  MethodView,
} from "./methods.js";
export type { ModelView } from "./own-files.js";
export type {
  MethodCheckView,
  RevisionView,
  TopicView,
} from "./runtime/runtime-files.js";
export type {
  AnnouncementView,
  QuestionView,
  ServerView,
} from "./server/server.js";
export type { TypesView } from "./types.js";
export type { FileView } from "./typescript-file.js";
export type {
  EntryPoints,
  MessageView,
  ReservedPrefixView,
  ResultTypesView,
} from "./validators/entry-points.js";
export type { ValidatorsView } from "./validators/validators.js";
