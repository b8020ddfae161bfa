// Example handlers. What a revision can use of them goes into its `resources.ts`.
import { McpInvalidParamsError } from "../errors.js";
import type { ServerHandlers } from "../server.js";
import type { Resource, ResourceTemplate } from "../types.js";

/** An example of a resource. */
const welcome: Resource = {
  uri: "example:///welcome",
  name: "welcome",
  description: "What newcomers read first.",
  mimeType: "text/plain",
};

/** An example of resources that are too many to list. */
const square: ResourceTemplate = {
  uriTemplate: "example:///squares/{number}",
  name: "square",
  description: "The square of a whole number.",
  mimeType: "text/plain",
};

export const resources: ServerHandlers = {
  listResources() {
    return { resources: [welcome] };
  },

  listResourceTemplates() {
    return { resourceTemplates: [square] };
  },

  readResource({ uri }) {
    const mimeType = "text/plain";
    if (uri === "example:///welcome") {
      return { contents: [{ uri, mimeType, text: "Welcome!" }] };
    }
    const [, number] = /^example:\/\/\/squares\/(\d{1,7})$/.exec(uri) ?? [];
    if (number !== undefined) {
      const text = String(Number(number) ** 2);
      return { contents: [{ uri, mimeType, text }] };
    }
    throw new McpInvalidParamsError("Resource not found", { uri });
  },
};
