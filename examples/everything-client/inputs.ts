/**
 * Answers to what servers ask. To have a handler is to declare the capability, so a
 * client offers exactly what it can do.
 *
 * These answer by themselves, because nobody watches this program. A real client asks
 * its user: an elicitation is a form to be filled in, and both a request for sampling
 * and what the model wrote are shown before they go out.
 */
import type {
  ElicitRequestParams,
  ElicitResult,
  InputHandlers,
  PrimitiveSchemaDefinition,
} from "#mcp";

/** What a field of a form can hold. */
type FieldValue = NonNullable<ElicitResult["content"]>[string];

/** Handlers for every kind of question. */
export const inputs: InputHandlers = {
  "elicitation/create": (params) => fillIn(params),

  "sampling/createMessage": ({ maxTokens }) => ({
    role: "assistant",
    model: "no-model",
    content: { type: "text", text: `An answer of at most ${maxTokens} tokens` },
    stopReason: "endTurn",
  }),

  "roots/list": () => ({
    roots: [{ uri: "file:///tmp/everything", name: "everything" }],
  }),
};

function fillIn(params: ElicitRequestParams): ElicitResult {
  // A page to visit would have to be declared (`capabilities: { elicitation: { url: {} } }`);
  // this client did not, and the runtime refuses such questions before they get here.
  if (params.mode === "url") return { action: "decline" };
  const content: Record<string, FieldValue> = {};
  const { properties } = params.requestedSchema;
  for (const [name, field] of Object.entries(properties)) {
    content[name] = valueFor(field);
  }
  return { action: "accept", content };
}

/** The field's own default, or whatever fits. */
function valueFor(field: PrimitiveSchemaDefinition): FieldValue {
  if (field.default !== undefined) return field.default;
  switch (field.type) {
    case "boolean":
      return true;
    case "number":
    case "integer":
      return field.minimum ?? 1;
    case "array":
      return [];
    case "string":
      if ("enum" in field) return field.enum[0] ?? "";
      if ("oneOf" in field) return field.oneOf[0]?.const ?? "";
      return "Ada";
  }
}
