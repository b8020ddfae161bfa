/** Which example handlers a revision has a use for. */
import { errorClassName } from "../emit/typescript/errors.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { hasType } from "../model/queries.js";
import {
  type ExampleHandler,
  exampleHandlers,
  type ExampleImport,
} from "./example-source.js";
import { fits, type Json } from "./fits.js";

/** Something that an example is asked, and what it answers. */
interface Exchange {
  readonly params: { readonly [name: string]: Json };
  readonly result: { readonly [name: string]: Json };
}

/**
 * What each example reads and returns, by its function. A revision in which these are
 * no params and no result of the method has no use for the example. (Items of lists
 * are constants of the examples, and are looked at there.)
 */
const EXCHANGES: Readonly<Record<string, Exchange>> = {
  listTools: { params: {}, result: { tools: [] } },
  callTool: {
    params: { name: "greet", arguments: { name: "Ada" } },
    result: { content: [{ type: "text", text: "Hello, Ada!" }], isError: true },
  },
  listPrompts: { params: {}, result: { prompts: [] } },
  getPrompt: {
    params: { name: "translate", arguments: { text: "Hallo" } },
    result: {
      messages: [
        {
          role: "user",
          content: { type: "text", text: "Translate into English:\n\nHallo" },
        },
      ],
    },
  },
  listResources: { params: {}, result: { resources: [] } },
  listResourceTemplates: { params: {}, result: { resourceTemplates: [] } },
  readResource: {
    params: { uri: "example:///welcome" },
    result: {
      contents: [
        {
          uri: "example:///welcome",
          mimeType: "text/plain",
          text: "Welcome!",
        },
      ],
    },
  },
  complete: {
    params: {
      ref: { type: "ref/prompt", name: "translate" },
      argument: { name: "language", value: "g" },
    },
    result: { completion: { values: ["German"], total: 1 } },
  },
};

/** Members that the runtime fills in. */
const FILLED_IN: readonly string[] = [
  "_meta",
  "cacheScope",
  "resultType",
  "ttlMs",
];

/**
 * The example of a method's handler.
 *
 * @returns undefined when there is none, or it would not compile in this revision.
 */
export function exampleFor(
  model: ProtocolModel,
  method: Method,
): ExampleHandler | undefined {
  const { functionName, params, result } = method;
  const example = exampleHandlers().get(functionName);
  const exchange = Object.hasOwn(EXCHANGES, functionName)
    ? EXCHANGES[functionName]
    : undefined;
  if (example === undefined || exchange === undefined) return undefined;
  if (params === undefined || result === undefined) return undefined;
  const isUsable =
    fits(model, exchange.params, params.type, FILLED_IN) &&
    fits(model, exchange.result, { kind: "ref", name: result }, FILLED_IN) &&
    example.imports.every((each) => isExported(model, each)) &&
    example.declarations.every(
      ({ type, value }) =>
        type === undefined ||
        value === undefined ||
        !hasType(model, type) ||
        fits(model, value, { kind: "ref", name: type }),
    );
  return isUsable ? example : undefined;
}

function isExported(
  model: ProtocolModel,
  { name, module }: ExampleImport,
): boolean {
  if (module === "types") return hasType(model, name);
  return (
    module !== "errors" ||
    model.errors.some((error) => errorClassName(error.name) === name)
  );
}
