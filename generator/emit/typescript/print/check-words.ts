/** What a type cannot state, in words for its documentation. */
import type { Check, Constraints, TypeExpr } from "../../../model/model.js";
import { isNever } from "../../../model/normalise.js";

/** The limits that are part of a type expression, for tags. */
export function limitsOf(type: TypeExpr): Constraints {
  return type.kind === "checked"
    ? { ...limitsOf(type.type), ...type.constraints }
    : {};
}

/** Sentences about the checks of a type and the limits of what it holds, as Markdown. */
export function checkSentences(type: TypeExpr): readonly string[] {
  switch (type.kind) {
    case "checked":
      return [...checkSentences(type.type), ...type.checks.map(sentenceOf)];
    case "array":
      return partSentences("Each item", type.items);
    case "record":
      return partSentences("Each value", type.value);
    default:
      return [];
  }
}

function partSentences(subject: string, type: TypeExpr): readonly string[] {
  const limits = limitsText(limitsOf(type));
  return [
    ...(limits === "" ? [] : [`${subject}: ${limits}.`]),
    ...(type.kind === "checked"
      ? type.checks.map((check) => `${subject}: ${sentenceOf(check)}`)
      : []),
  ];
}

/** `minLength 1, pattern ^a` */
function limitsText(limits: Constraints): string {
  return Object.entries(limits)
    .map(([name, limit]) =>
      limit === true ? name : `${name} ${codeText(String(limit))}`,
    )
    .join(", ");
}

function sentenceOf(check: Check): string {
  switch (check.kind) {
    case "not":
      return "Some of these values are refused (`not`).";
    case "oneOf":
      return "Exactly one of the alternatives has to fit (`oneOf`).";
    case "if":
      return "What is accepted depends on the value (`if`, `then`, `else`).";
    case "contains": {
      const { min, max } = check;
      const count = max === undefined ? `at least ${min}` : `${min} to ${max}`;
      return `Has ${count} items of a kind (\`contains\`).`;
    }
    case "propertyNames": {
      const limits = limitsText(limitsOf(check.type));
      return limits === ""
        ? "Names of properties are limited (`propertyNames`)."
        : `Names of properties: ${limits}.`;
    }
    case "properties": {
      const { patterns, rest } = check;
      const names = patterns.map(({ pattern }) => codeText(pattern));
      return [
        ...(names.length === 0
          ? []
          : [
              `Properties whose names match ${names.join(" or ")} have a type of their own.`,
            ]),
        ...(rest === undefined
          ? []
          : [
              isNever(rest)
                ? "Other properties are refused."
                : "Other properties have a type of their own.",
            ]),
      ].join(" ");
    }
    case "dependentRequired":
      return `With ${codeText(check.property)}, ${check.requires.map(codeText).join(" and ")} is required.`;
    case "dependentType":
      return `With ${codeText(check.property)}, more is required (\`dependentSchemas\`).`;
  }
}

function codeText(text: string): string {
  return `\`${text.replaceAll("`", "'").replace(/\s+/g, " ")}\``;
}
