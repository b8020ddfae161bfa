/** Finding the tool that a call names, for checks that come before its handler. */
import type { Tool } from "../../types.js";
import { isObject } from "../protocol/message.js";
import { ListTooLongError } from "../protocol/local-error.js";
import type { RequestContext } from "../eras/request-context.js";
import { builtInMethods } from "../revision.js";
import type { ServerOptions } from "./options.js";

/** The handler that lists tools, as far as it is called here. */
export type ListTools = (params: object, context: RequestContext) => unknown;

/** How many pages of tools the handler may give; cursors say nothing about an end. */
const maxPages = 1_000;

/**
 * Looks tools up by name. Lists that are public and may be kept are kept as long
 * as they say; others may depend on who asks and are listed again for each call.
 */
export class ToolLookup {
  readonly #findTool: ServerOptions["findTool"];
  readonly #listTools: ListTools | undefined;
  #kept: ReadonlyMap<string, Tool> | undefined;
  #keptUntil = 0;

  constructor(
    findTool: ServerOptions["findTool"],
    listTools: ListTools | undefined,
  ) {
    this.#findTool = findTool;
    this.#listTools = listTools;
  }

  /** Whether there is anything to look tools up in. */
  get possible(): boolean {
    return this.#findTool !== undefined || this.#listTools !== undefined;
  }

  /** The tool of that name, if there is one: at once where the list is kept. */
  find(
    name: string,
    context: RequestContext,
  ): Tool | undefined | PromiseLike<Tool | undefined> {
    if (this.#findTool !== undefined) return this.#findTool(name, context);
    if (this.#kept !== undefined && performance.now() < this.#keptUntil) {
      return this.#kept.get(name);
    }
    return this.#list(context).then((tools) => tools.get(name));
  }

  /** Forgets the list: the tools changed. */
  clear(): void {
    this.#kept = undefined;
  }

  async #list(context: RequestContext): Promise<ReadonlyMap<string, Tool>> {
    const tools = new Map<string, Tool>();
    let keepMs = Infinity;
    let params: object = { _meta: context.meta };
    for (let pages = 1; ; pages += 1) {
      const page = await this.#listTools?.(params, context);
      if (!isObject(page) || !Array.isArray(page["tools"])) break;
      for (const tool of page["tools"] as Tool[]) tools.set(tool.name, tool);
      const { ttlMs, cacheScope, nextCursor: cursor } = page;
      const mayKeep = typeof ttlMs === "number" && cacheScope === "public";
      keepMs = Math.min(keepMs, mayKeep ? ttlMs : 0);
      if (typeof cursor !== "string") break;
      if (pages === maxPages) {
        const consequence = "no tool can be looked up in an endless list.";
        throw new ListTooLongError(
          builtInMethods.listTools,
          "pages",
          maxPages,
          consequence,
        );
      }
      params = { _meta: context.meta, cursor };
    }
    if (keepMs > 0 && keepMs < Infinity) {
      this.#kept = tools;
      this.#keptUntil = performance.now() + keepMs;
    }
    return tools;
  }
}
