/** Output schemas of the tools that a client has seen listed. */
import { hasOwn, isObject } from "../protocol/message.js";
import { builtInMethods } from "../revision.js";
import { BoundedMap, weightOf } from "../protocol/bounded-map.js";
import { ListTooLongError } from "../protocol/local-error.js";
import { quoted } from "../protocol/limits.js";
import { asError } from "../protocol/to-error.js";
import {
  ToolSchemas,
  type JsonSchemaValidator,
} from "../protocol/tool-schema.js";

/** How many output schemas are remembered, and how much they may weigh together. */
const limits = { items: 10_000, bytes: 32 * 1024 * 1024 };

/** Checks what tools return against what they promised (specification: server/tools). */
export class ListedTools {
  readonly #schemas: ToolSchemas;
  readonly #outputSchemas = new BoundedMap<object>(limits.items, limits.bytes);

  constructor(validator: JsonSchemaValidator) {
    this.#schemas = new ToolSchemas(validator);
  }

  /**
   * Takes note of a page of tools.
   *
   * @returns What to report if there are more than can be remembered: results of
   * the tools that were listed longest ago are not checked then.
   */
  remember(tools: unknown): ListTooLongError | undefined {
    if (!Array.isArray(tools)) return undefined;
    let excess: keyof typeof limits | undefined;
    for (const tool of tools) {
      if (!isObject(tool) || typeof tool["name"] !== "string") continue;
      const { name, outputSchema } = tool;
      if (isObject(outputSchema)) {
        const bytes = name.length + weightOf(outputSchema, limits.bytes + 1);
        excess = this.#outputSchemas.set(name, outputSchema, bytes) ?? excess;
      } else {
        this.#outputSchemas.delete(name);
      }
    }
    return excess === undefined
      ? undefined
      : new ListTooLongError(
          builtInMethods.listTools,
          excess,
          limits[excess],
          "results of the tools listed first are not checked.",
        );
  }

  /**
   * What is wrong with a tool's result; undefined if nothing is, or if the tool
   * was never listed or has no output schema. A tool that failed owes nothing.
   */
  check(
    name: unknown,
    result: Readonly<Record<string, unknown>>,
  ): Error | undefined {
    const schema =
      typeof name === "string" ? this.#outputSchemas.get(name) : undefined;
    if (schema === undefined || result["isError"] === true) return undefined;
    if (!hasOwn(result, "structuredContent")) {
      return new TypeError("structuredContent is missing.");
    }
    try {
      const problems = this.#schemas.problems(
        schema,
        result["structuredContent"],
      );
      return problems.length === 0
        ? undefined
        : new TypeError(
            `structuredContent: ${problems.slice(0, 10).map(quoted).join("; ")}`,
          );
    } catch (error) {
      return asError(error);
    }
  }
}
