/**
 * Answers to forms: whether they fit the form that was asked, and what the form fills
 * in for fields that were left out (specification: client/elicitation).
 */
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a form by name; empty for a question that has no form. */
function fieldsOf(params: Fields): Readonly<Record<string, Fields>> {
  const schema = params["requestedSchema"];
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties)
    ? (properties as Readonly<Record<string, Fields>>)
    : {};
}

function isForm(params: Fields): boolean {
  return params["mode"] === undefined || params["mode"] === "form";
}

/**
 * What is wrong with the content of an accepted answer, in words; undefined if nothing
 * is. Fields that the form does not have are passed over.
 *
 * @param params - The params of the question.
 */
export function formProblem(
  params: Fields,
  content: unknown,
): string | undefined {
  if (!isForm(params)) {
    return content === undefined
      ? undefined
      : "a page to visit has no content to answer with.";
  }
  const values = content === undefined ? {} : content;
  if (!isObject(values)) return "content is not an object.";
  const schema = params["requestedSchema"] as Fields;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const name of required as readonly string[]) {
    const field = fieldsOf(params)[name];
    if (!hasOwn(values, name) && field?.["default"] === undefined) {
      return `content.${name} is missing.`;
    }
  }
  for (const [name, field] of Object.entries(fieldsOf(params))) {
    const value = ownValue(values, name);
    const problem =
      value === undefined ? undefined : fieldProblem(field, value);
    if (problem !== undefined) return `content.${name} ${problem}`;
  }
  return undefined;
}

/** The answer with the defaults of the form for fields that it leaves out. */
export function fillDefaults(
  params: Fields,
  answer: Record<string, unknown>,
): Record<string, unknown> {
  if (answer["action"] !== "accept" || !isForm(params)) return answer;
  const content = isObject(answer["content"]) ? answer["content"] : {};
  const filled: Record<string, unknown> = { ...content };
  for (const [name, field] of Object.entries(fieldsOf(params))) {
    if (!hasOwn(filled, name) && field["default"] !== undefined) {
      filled[name] = field["default"];
    }
  }
  return { ...answer, content: filled };
}

function fieldProblem(field: Fields, value: unknown): string | undefined {
  switch (field["type"]) {
    case "string":
      return textProblem(field, value);
    case "number":
    case "integer":
      return numberProblem(field, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : "is not true or false.";
    case "array":
      return listProblem(field, value);
    default:
      return undefined;
  }
}

/** The values that a choice offers; undefined for a field that is not a choice. */
function choicesOf(field: Fields): readonly unknown[] | undefined {
  if (Array.isArray(field["enum"])) return field["enum"];
  for (const key of ["oneOf", "anyOf"]) {
    const options = field[key];
    if (Array.isArray(options)) {
      return options.map((option: unknown) =>
        isObject(option) ? option["const"] : undefined,
      );
    }
  }
  return undefined;
}

function textProblem(field: Fields, value: unknown): string | undefined {
  if (typeof value !== "string") return "is not text.";
  const choices = choicesOf(field);
  if (choices?.includes(value) === false) return "is not one of the choices.";
  const length = [...value].length;
  const { minLength, maxLength } = field as Record<string, number | undefined>;
  if (minLength !== undefined && length < minLength) {
    return `is shorter than ${minLength} characters.`;
  }
  return maxLength !== undefined && length > maxLength
    ? `is longer than ${maxLength} characters.`
    : undefined;
}

function numberProblem(field: Fields, value: unknown): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return "is not a number.";
  }
  if (field["type"] === "integer" && !Number.isInteger(value)) {
    return "is not an integer.";
  }
  const { minimum, maximum } = field as Record<string, number | undefined>;
  if (minimum !== undefined && value < minimum) return `is below ${minimum}.`;
  return maximum !== undefined && value > maximum
    ? `is above ${maximum}.`
    : undefined;
}

function listProblem(field: Fields, value: unknown): string | undefined {
  if (!Array.isArray(value)) return "is not a list.";
  const choices = isObject(field["items"]) ? choicesOf(field["items"]) : [];
  if (choices !== undefined) {
    for (const each of value) {
      if (!choices.includes(each)) return "has what is not one of the choices.";
    }
  }
  const { minItems, maxItems } = field as Record<string, number | undefined>;
  if (minItems !== undefined && value.length < minItems) {
    return `has fewer than ${minItems} entries.`;
  }
  return maxItems !== undefined && value.length > maxItems
    ? `has more than ${maxItems} entries.`
    : undefined;
}
