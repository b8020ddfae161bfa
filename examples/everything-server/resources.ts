/** Resources: what clients can read, by URI. */
import {
  McpInvalidParamsError,
  type BlobResourceContents,
  type Resource,
  type ResourceTemplate,
  type ServerHandlers,
  type TextResourceContents,
} from "#mcp";
import { onlyPage } from "./pages.js";
import { onePixelPng } from "./samples.js";

const staticText: Resource = {
  uri: "test://static-text",
  name: "Static text",
  description: "A text that never changes.",
  mimeType: "text/plain",
};

const staticBinary: Resource = {
  uri: "test://static-binary",
  name: "Static image",
  description: "An image that never changes.",
  mimeType: "image/png",
};

/** Resources that are too many to list; clients fill in the braces. */
const data: ResourceTemplate = {
  uriTemplate: "test://template/{id}/data",
  name: "Data by id",
  description: "The data of one id.",
  mimeType: "application/json",
};

const filledIn = /^test:\/\/template\/([^/]+)\/data$/;

/** May be kept for a minute, by anybody. */
const hints = { ttlMs: 60_000, cacheScope: "public" } as const;

/** Handlers for resources. */
export const resourceHandlers: Pick<
  ServerHandlers,
  "listResources" | "listResourceTemplates" | "readResource"
> = {
  listResources(params) {
    onlyPage(params);
    return { resources: [staticText, staticBinary], ...hints };
  },

  listResourceTemplates(params) {
    onlyPage(params);
    return { resourceTemplates: [data], ...hints };
  },

  readResource: ({ uri }) => ({ contents: [contentsOf(uri)], ...hints }),
};

/** @throws {McpInvalidParamsError} If there is no such resource. */
function contentsOf(uri: string): TextResourceContents | BlobResourceContents {
  if (uri === staticText.uri) {
    return { uri, mimeType: "text/plain", text: "This text never changes." };
  }
  if (uri === staticBinary.uri) {
    return { uri, mimeType: "image/png", blob: onePixelPng };
  }
  const [, id] = filledIn.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, data: `Data of ${id}` });
    return { uri, mimeType: "application/json", text };
  }
  // No such resource is an error that names the URI, and never an empty list.
  throw new McpInvalidParamsError("Resource not found", { uri });
}
