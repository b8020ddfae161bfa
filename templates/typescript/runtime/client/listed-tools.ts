/** Output schemas of the tools that a client has seen listed. */
import { isObject } from "../protocol/message.js";
import { asError } from "../protocol/to-error.js";
import {
  ToolSchemas,
  type JsonSchemaValidator,
} from "../protocol/tool-schema.js";

/** Checks what tools return against what they promised (specification: server/tools). */
export class ListedTools {
  readonly #schemas: ToolSchemas;
  readonly #outputSchemas = new Map<string, object>();

  constructor(validator: JsonSchemaValidator) {
    this.#schemas = new ToolSchemas(validator);
  }

  /** Takes note of a page of tools. */
  remember(tools: unknown): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      if (!isObject(tool) || typeof tool["name"] !== "string") continue;
      const { name, outputSchema } = tool;
      if (isObject(outputSchema)) this.#outputSchemas.set(name, outputSchema);
      else this.#outputSchemas.delete(name);
    }
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
    if (!Object.hasOwn(result, "structuredContent")) {
      return new TypeError("structuredContent is missing.");
    }
    try {
      const problems = this.#schemas.problems(
        schema,
        result["structuredContent"],
      );
      return problems.length === 0
        ? undefined
        : new TypeError(`structuredContent: ${problems.join("; ")}`);
    } catch (error) {
      return asError(error);
    }
  }
}
