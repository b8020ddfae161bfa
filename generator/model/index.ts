/**
 * `mcp-gen/model`: the protocol model and questions about it, for those who write another
 * language, a report or a check. It is plain data: what `mcp-gen model` prints is as good
 * as what `readModel` gives. Everything is pure, and nothing is loaded along.
 *
 * ```ts
 * import { flatten, methodsOf, type ProtocolModel } from "mcp-gen/model";
 * const model: ProtocolModel = JSON.parse(text);
 * for (const { name, params } of methodsOf(model, { kind: "request" })) ...
 * ```
 */
export type * from "./model.js";
export {
  intersectionOf,
  intersectTypes,
  sameType,
  unionOf,
} from "./normalise.js";
export {
  ancestorsOf,
  findError,
  findMethod,
  findProperty,
  findType,
  flatten,
  hasType,
  interfacesOf,
  isSubtype,
  type MethodFilter,
  methodsOf,
  referencesOf,
  resolve,
  type Members,
  type Types,
} from "./queries.js";
export { isWithin, revisionDate, type RevisionRange } from "./revisions.js";
