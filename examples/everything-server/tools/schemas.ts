/** What the schema of a tool's arguments can say, beyond names and types. */
import { text, type ServerTool } from "../tool.js";

const rich: ServerTool = {
  definition: {
    name: "json_schema_2020_12_tool",
    description: "Takes a contact, described by all that JSON Schema offers.",
    // Any keyword of the dialect may stand here; it reaches clients as it is, and the
    // `schemaValidator` of the server applies it.
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: {
            street: { type: "string" },
            city: { type: "string" },
          },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: {
        properties: { contactMethod: { const: "phone" } },
        required: ["contactMethod"],
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
  },
  call: (args) => ({
    content: [text(`Got the contact ${JSON.stringify(args)}.`)],
  }),
};

const routed: ServerTool = {
  definition: {
    name: "test_x_mcp_header",
    description: "Runs a query in one region.",
    inputSchema: {
      type: "object",
      properties: {
        // Over HTTP clients repeat the value in the header `Mcp-Param-Region`, so that
        // proxies can route by it without reading the body. The runtime refuses calls
        // where header and body disagree.
        region: {
          type: "string",
          description: "Where the data is.",
          "x-mcp-header": "Region",
        },
        query: { type: "string", description: "What to look for." },
      },
      required: ["region"],
      additionalProperties: false,
    },
    // With an output schema, a result has to have structured content that fits.
    outputSchema: {
      type: "object",
      properties: {
        region: { type: "string" },
        hits: { type: "array", items: { type: "string" } },
      },
      required: ["region", "hits"],
    },
  },
  call(args) {
    const structuredContent = { region: args["region"], hits: [] };
    // For clients that do not read structured content, the same as text.
    const content = [text(JSON.stringify(structuredContent))];
    return { content, structuredContent };
  },
};

/** Tools with schemas that are worth a look. */
export const schemaTools: readonly ServerTool[] = [rich, routed];
