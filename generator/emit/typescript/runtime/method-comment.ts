/** The comment above a method in generated code. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import { layoutDocumentation } from "../print/documentation.js";
import { printLayout } from "../print/layout.js";
import { linkScope } from "../link-scope.js";

/**
 * The schema's words on a method, then what a programmer has to know in addition; laid
 * out as the comment of a class member.
 *
 * @param notes Sentences of our own.
 */
export function methodComment(
  model: ProtocolModel,
  { documentation }: Method,
  notes: readonly string[],
): string {
  const text = [documentation.text, notes.join(" ")]
    .filter((part) => part !== "")
    .join("\n\n");
  const layout = layoutDocumentation(
    { ...documentation, text, examples: [], see: [], internal: false },
    {},
    linkScope(model, new Set()),
  );
  return layout === undefined ? "" : printLayout(layout, 2).trimStart();
}
