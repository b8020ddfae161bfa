/** What a client has read in lists of tools: which of them are called as tasks. */
import { isObject } from "../../protocol/message.js";

/** How many tools are remembered; the oldest go first. */
const maxTools = 10_000;

/** Tools that can or have to be called as tasks (specification: basic/utilities/tasks). */
export class KnownTools {
  readonly #support = new Map<string, unknown>();

  /** Remembers a page of the list. */
  remember(tools: unknown): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      if (!isObject(tool) || typeof tool["name"] !== "string") continue;
      const execution = tool["execution"];
      const support = isObject(execution)
        ? execution["taskSupport"]
        : "forbidden";
      this.#support.delete(tool["name"]);
      this.#support.set(tool["name"], support ?? "forbidden");
      if (this.#support.size > maxTools) {
        const [oldest] = this.#support.keys();
        if (oldest !== undefined) this.#support.delete(oldest);
      }
    }
  }

  /** Whether calls of a tool may be tasks; undefined for a tool that was not listed. */
  support(name: unknown): unknown {
    return this.#support.get(name as string);
  }
}
