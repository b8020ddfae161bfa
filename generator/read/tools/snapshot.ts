/**
 * Snapshots, `<name>.tools.json`: what a server answered to `tools/list`, with its
 * identity, sorted by name so that the same tools give the same file.
 */
import { UsageError } from "../../failure.js";
import type { ServerIdentity } from "../../model/tools.js";

/** A tool as a server lists it. */
export type ListedTool = { readonly [key: string]: unknown } & {
  readonly name: string;
};

/** What is known of a server's tools. */
export interface Snapshot {
  readonly server: ServerIdentity | undefined;
  /** The revision that the answers came in; undefined where it is not known. */
  readonly protocolVersion: string | undefined;
  /** In the order of their names, which are all different. */
  readonly tools: readonly ListedTool[];
}

/** Prints a snapshot: keys of ours in a fixed order, tools as they came, sorted by name. */
export function printSnapshot({
  server,
  protocolVersion,
  tools,
}: Snapshot): string {
  const value = {
    ...(server && {
      server: {
        name: server.name,
        version: server.version,
        ...(server.title !== undefined && { title: server.title }),
      },
    }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    tools: sortedTools(tools),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Tools in the order of their names, by code units: the same on every machine. */
function sortedTools(tools: readonly ListedTool[]): ListedTool[] {
  return [...tools].sort(({ name: a }, { name: b }) =>
    a < b ? -1 : Number(a > b),
  );
}

/**
 * Reads a snapshot, a result of `tools/list`, or a bare list of tools.
 *
 * @param label The file as it is shown to people.
 * @throws {UsageError} When it is none of these.
 */
export function parseSnapshot(text: string, label: string): Snapshot {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${label} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const whole = isRecord(value) ? (resultIn(value) ?? value) : { tools: value };
  const { tools, server, protocolVersion } = whole;
  if (!Array.isArray(tools)) {
    throw new UsageError(
      `${label} has no list of tools: a snapshot, a result of tools/list or an array of tools is expected.`,
    );
  }
  return {
    server: identityIn(server),
    protocolVersion:
      typeof protocolVersion === "string" ? protocolVersion : undefined,
    tools: sortedTools(checkedTools(tools, label)),
  };
}

/** The `result` of a whole JSON-RPC response. */
function resultIn(value: Fields): Fields | undefined {
  const { result } = value;
  return value["jsonrpc"] === "2.0" && isRecord(result) ? result : undefined;
}

type Fields = { readonly [key: string]: unknown };

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function identityIn(server: unknown): ServerIdentity | undefined {
  if (!isRecord(server)) return undefined;
  const { name, version, title } = server;
  if (typeof name !== "string") return undefined;
  return {
    name,
    version: typeof version === "string" ? version : "",
    ...(typeof title === "string" && { title }),
  };
}

/**
 * Tools that can be told apart.
 *
 * @throws {UsageError} For one without a name, and for two with the same.
 */
export function checkedTools(
  tools: readonly unknown[],
  label: string,
): readonly ListedTool[] {
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (!isRecord(tool) || typeof tool["name"] !== "string") {
      throw new UsageError(
        `${label}: tool ${index + 1} has no name; every tool needs one.`,
      );
    }
    const { name } = tool;
    if (names.has(name as string)) {
      throw new UsageError(
        `${label}: two tools are called ${JSON.stringify(name)}, so the second could not be called.`,
      );
    }
    names.add(name as string);
  }
  return tools as readonly ListedTool[];
}
