/** What a tool's schema says about a call of it: headers, arguments, what it returns. */
import { fromError } from "../../errors.js";
import type { Tool } from "../../types.js";
import type { RequestContext } from "../eras/request-context.js";
import { describedLength, quoted } from "../protocol/limits.js";
import { InvalidResultError } from "../protocol/local-error.js";
import { hasOwn } from "../protocol/message.js";
import {
  ToolSchemas,
  type JsonSchemaValidator,
} from "../protocol/tool-schema.js";
import type { Exchange } from "../protocol/transport.js";
import { builtInMethods, errorCodes } from "../revision.js";
import type { ToolLookup } from "./tool-lookup.js";

/** A call of a tool, as far as it is checked. */
interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Checks calls of tools against the schemas that the server lists. */
export class ToolChecks {
  readonly #lookup: ToolLookup;
  readonly #schemas: ToolSchemas | undefined;

  /** @param validator - Absent: handlers check arguments and results for themselves. */
  constructor(lookup: ToolLookup, validator: JsonSchemaValidator | undefined) {
    this.#lookup = lookup;
    this.#schemas =
      validator === undefined ? undefined : new ToolSchemas(validator);
  }

  /** Whether there is anything to check a call for that came in this way. */
  applyTo(exchange: Exchange): boolean {
    return (
      this.#lookup.possible &&
      (exchange.checkToolHeaders !== undefined || this.#schemas !== undefined)
    );
  }

  /** The tool that is called: at once where that is possible, as most handlers are fast. */
  find(
    params: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Tool | undefined | PromiseLike<Tool | undefined> {
    return this.#lookup.find((params as unknown as ToolCall).name, context);
  }

  /**
   * Checks headers and arguments of a call.
   *
   * @returns What is wrong with the arguments, in words; undefined if nothing is.
   * @throws {McpError} If the headers do not fit.
   */
  checkCall(
    tool: Tool,
    params: Readonly<Record<string, unknown>>,
    exchange: Exchange,
  ): string | undefined {
    const { arguments: given = {} } = params as unknown as ToolCall;
    const mismatch = exchange.checkToolHeaders?.(tool.inputSchema, given);
    if (mismatch !== undefined) {
      throw fromError({ code: errorCodes.headerMismatch, message: mismatch });
    }
    const problems = this.#schemas?.problems(tool.inputSchema, given) ?? [];
    return problems.length === 0
      ? undefined
      : `Invalid arguments for ${tool.name}: ${quoted(problems.join("; "), describedLength)}`;
  }

  /**
   * Checks what a tool returned. One that failed owes nothing.
   *
   * @throws {InvalidResultError} If it does not fit the tool's output schema.
   */
  checkResult(tool: Tool, result: Readonly<Record<string, unknown>>): void {
    const schemas = this.#schemas;
    // The oldest revisions have no type for it.
    const { outputSchema } = tool as { readonly outputSchema?: object };
    if (
      outputSchema === undefined ||
      schemas === undefined ||
      result["isError"] === true
    ) {
      return;
    }
    const problems = hasOwn(result, "structuredContent")
      ? schemas.problems(outputSchema, result["structuredContent"])
      : ["it is missing"];
    if (problems.length > 0) {
      const problem = `structuredContent: ${problems.join("; ")}`;
      throw new InvalidResultError(builtInMethods.callTool, result, problem);
    }
  }

  /** Forgets the list of tools: they changed. */
  forget(): void {
    this.#lookup.clear();
  }
}
