/**
 * What templates show, by the template's name: `docs/templates.md` lists them for those
 * who write their own.
 */
export type {
  CallView,
  ClientView,
  ListView,
} from "./typescript/client/client.js";
export type { CodeCase, CodeGroup } from "./typescript/error-codes.js";
export type { ErrorDataView } from "./typescript/error-data.js";
export type { ErrorClassView, ErrorsView } from "./typescript/errors.js";
export type { ConstantView } from "./typescript/exported-constants.js";
export type { IndexView } from "./typescript/index-file.js";
export type {
  MetaKeyView,
  MetaTableView,
  MethodsView,
  MethodTableView,
  MethodView,
} from "./typescript/methods.js";
export type {
  LegacyFactsView,
  LegacyView,
} from "./typescript/legacy/legacy.js";
export type { ModelView } from "./user-files.js";
export type {
  HandshakeFileView,
  MethodCheckView,
  RevisionView,
  TopicView,
} from "./typescript/runtime/runtime-files.js";
export type {
  AnnouncementView,
  QuestionView,
  ServerView,
} from "./typescript/server/server.js";
export type { TypesView } from "./typescript/types.js";
export type { FileView } from "./typescript/typescript-file.js";
export type {
  EntryPoints,
  MessageView,
  ReservedPrefixView,
  ResultTypesView,
} from "./typescript/validators/entry-points.js";
export type { ValidatorsView } from "./typescript/validators/validators.js";
