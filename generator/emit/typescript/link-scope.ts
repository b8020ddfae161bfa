/** Which `{@link ...}` of the schema's documentation leads somewhere in `types.ts`. */
import type { TypeExpr } from "../../model/model.js";
import { findProperty, hasType, type Types } from "../../model/queries.js";
import type { LinkScope } from "./print/documentation.js";

/**
 * Types by name, and their members by path: `Tool`, `Tool.outputSchema`,
 * `ClientCapabilities.sampling.tools`.
 *
 * @param inScope Type names that the file can see; all of the model's by default.
 */
export function linkScope(
  model: Types,
  inScope?: ReadonlySet<string>,
): LinkScope {
  return (path) => {
    const [name = "", ...members] = path.split(".");
    if (!hasType(model, name) || inScope?.has(name) === false) return false;
    let type: TypeExpr = { kind: "ref", name };
    for (const member of members) {
      const property = findProperty(model, type, member);
      if (property === undefined) return false;
      type = property.type;
    }
    return true;
  };
}
