/** What a server prints on stderr: passed on, and its last words kept. */
import { promiseOf } from "../protocol/transport.js";
import type { ByteSource } from "./process.js";

/** How much of the end is kept, in characters. */
const keptLength = 4_096;

/** Reads a server's stderr. */
export class StderrReader {
  #end = "";

  /**
   * @param listener gets the text as it comes; reading pauses until a promise that it
   *   returns has settled
   */
  constructor(
    source: ByteSource,
    listener: (text: string) => void | Promise<void>,
  ) {
    const decoder = new TextDecoder();
    source.on("data", (chunk) => {
      const text = decoder.decode(chunk, { stream: true });
      this.#end = (this.#end + text).slice(-keptLength);
      const passedOn = promiseOf(listener(text));
      if (passedOn !== undefined) {
        source.pause();
        void passedOn.then(() => source.resume());
      }
    });
    source.on("error", () => undefined);
  }

  /**
   * The line that says best what went wrong: the last that speaks of an error, or else
   * the last; undefined if there is none.
   */
  get lastLine(): string | undefined {
    const lines = this.#end
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .reverse();
    const isTelling = (line: string): boolean =>
      /error|exception|panic/i.test(line) && !line.startsWith("at ");
    return lines.find(isTelling) ?? lines[0];
  }
}
