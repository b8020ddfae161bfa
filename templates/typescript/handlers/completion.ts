// Example handlers. What a revision can use of them goes into its `completion.ts`.
import type { ServerHandlers } from "../server.js";

/** What the example offers for the prompt argument `language`. */
const languages: readonly string[] = ["English", "French", "German", "Spanish"];

export const completion: ServerHandlers = {
  complete({ ref, argument }) {
    const known =
      ref.type === "ref/prompt" && argument.name === "language"
        ? languages
        : [];
    const typed = argument.value.toLowerCase();
    const values = known.filter((value) =>
      value.toLowerCase().startsWith(typed),
    );
    return { completion: { values, total: values.length } };
  },
};
