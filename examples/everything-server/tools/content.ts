/** Kinds of content: a tool answers with a list of blocks, of one kind or several. */
import { onePixelPng, silentWav } from "../samples.js";
import { noArguments, text, type ServerTool } from "../tool.js";

const simpleText: ServerTool = {
  definition: {
    name: "test_simple_text",
    description: "Answers with a block of text.",
    inputSchema: noArguments,
  },
  call: () => ({
    content: [text("This is a simple text response for testing.")],
  }),
};

const image: ServerTool = {
  definition: {
    name: "test_image_content",
    description: "Answers with an image.",
    inputSchema: noArguments,
  },
  call: () => ({
    content: [{ type: "image", data: onePixelPng, mimeType: "image/png" }],
  }),
};

const audio: ServerTool = {
  definition: {
    name: "test_audio_content",
    description: "Answers with a sound.",
    inputSchema: noArguments,
  },
  call: () => ({
    content: [{ type: "audio", data: silentWav, mimeType: "audio/wav" }],
  }),
};

const embeddedResource: ServerTool = {
  definition: {
    name: "test_embedded_resource",
    description: "Answers with the contents of a resource.",
    inputSchema: noArguments,
  },
  call: () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is the content of an embedded resource.",
        },
      },
    ],
  }),
};

const mixed: ServerTool = {
  definition: {
    name: "test_multiple_content_types",
    description: "Answers with text, an image and a resource at a time.",
    inputSchema: noArguments,
  },
  call: () => ({
    content: [
      text("Three kinds of content in one answer:"),
      { type: "image", data: onePixelPng, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  }),
};

const failure: ServerTool = {
  definition: {
    name: "test_error_handling",
    description: "Always fails.",
    inputSchema: noArguments,
  },
  // A tool that fails throws. The model gets to read the message, as a result with
  // `isError`; to refuse the request itself, a handler throws an McpError instead.
  call: () => {
    throw new Error("This tool intentionally fails, to be tested with.");
  },
};

/** Tools that show the kinds of content, and failure. */
export const contentTools: readonly ServerTool[] = [
  simpleText,
  image,
  audio,
  embeddedResource,
  mixed,
  failure,
];
