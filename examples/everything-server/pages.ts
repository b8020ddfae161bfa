/** Lists that fit on one page. */
import { McpInvalidParamsError } from "#mcp";

/**
 * To be called by handlers of lists that never give a cursor: one that comes all the same
 * is not theirs.
 *
 * @throws {McpInvalidParamsError} If the client asks for another page.
 */
export function onlyPage({ cursor }: { readonly cursor?: string }): void {
  if (cursor !== undefined) {
    throw new McpInvalidParamsError("There is no page with this cursor.");
  }
}
