/** A snapshot -> the model of a server's tools. */
import type { ModelSource, TypeDeclaration } from "../../model/model.js";
import { flatten } from "../../model/queries.js";
import type { ToolModel, ToolsModel } from "../../model/tools.js";
import { claimName } from "../../model/names.js";
import { readSchemas } from "../json-schema/read.js";
import type { SchemaWarning } from "../json-schema/reading.js";
import type { ListedTool, Snapshot } from "./snapshot.js";
import { toolNames } from "./tool-names.js";

/** What a snapshot is read with. */
export interface ToolsOptions {
  /** What the server is called in generated code. */
  readonly name: string;
  readonly source: ModelSource;
  /** Names that generated code has in any case. */
  readonly reserved: ReadonlySet<string>;
}

/** A model, and what could not be read. */
export interface ReadTools {
  readonly model: ToolsModel;
  readonly warnings: readonly SchemaWarning[];
}

/** Reads the tools of a snapshot. Pure. */
export function readTools(
  { server, tools }: Snapshot,
  { name, source, reserved }: ToolsOptions,
): ReadTools {
  const names = toolNames(
    tools.map((tool) => tool.name),
    reserved,
  );
  const taken = new Set(reserved);
  for (const { function: functionName } of names.values())
    taken.add(functionName);
  const typed = tools.map((tool) => {
    const stem = names.get(tool.name)?.type ?? "";
    return {
      tool,
      argumentsType: claimName(`${stem}Arguments`, taken),
      ...(tool["outputSchema"] !== undefined && {
        resultType: claimName(`${stem}Result`, taken),
      }),
    };
  });
  const roots = typed.flatMap(({ tool, argumentsType, resultType }) => [
    {
      name: argumentsType,
      subject: `inputSchema of ${tool.name}`,
      schema: asArguments(tool["inputSchema"]),
    },
    ...(resultType === undefined
      ? []
      : [
          {
            name: resultType,
            subject: `outputSchema of ${tool.name}`,
            schema: tool["outputSchema"],
          },
        ]),
  ]);
  const { types, warnings } = readSchemas(roots, taken);
  return {
    model: {
      name,
      server,
      source,
      types,
      tools: typed.map(({ tool, argumentsType, resultType }): ToolModel => {
        const own = names.get(tool.name);
        return {
          name: tool.name,
          methodName: own?.method ?? tool.name,
          functionName: own?.function ?? tool.name,
          ...textsOf(tool),
          hints: hintsOf(tool),
          argumentsType,
          argumentsOptional: mayBeLeftOut(argumentsType, types),
          ...(resultType !== undefined && { resultType }),
          definition: tool,
        };
      }),
    },
    warnings,
  };
}

/** Arguments are an object, whether or not the schema says so. */
function asArguments(schema: unknown): unknown {
  if (schema === undefined) return { type: "object" };
  const isBare =
    typeof schema === "object" && schema !== null && !("type" in schema);
  return isBare ? { ...schema, type: "object" } : schema;
}

function textsOf(tool: ListedTool): Pick<ToolModel, "title" | "description"> {
  const annotations = tool["annotations"] as
    { readonly title?: unknown } | undefined;
  const title = tool["title"] ?? annotations?.title;
  const description = tool["description"];
  return {
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
}

function hintsOf(tool: ListedTool): ToolModel["hints"] {
  const annotations = tool["annotations"];
  if (typeof annotations !== "object" || annotations === null) return {};
  return Object.fromEntries(
    Object.entries(annotations).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
    ),
  );
}

function mayBeLeftOut(
  name: string,
  types: readonly TypeDeclaration[],
): boolean {
  const shape = flatten({ types }, name);
  return (
    shape !== undefined && shape.properties.every(({ optional }) => optional)
  );
}
